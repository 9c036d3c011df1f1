"""Set-up never deletes what it did not make for this checkout."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from macros import bootstrap
from tests.conftest import ROOT


def test_an_environment_of_another_checkout_stays(tmp_path: Path) -> None:
    """Two checkouts that name one folder by mistake would make it anew under each other."""
    venv, other = tmp_path / "shared", tmp_path / "other"
    (other / "macros").mkdir(parents=True)
    link = Path(bootstrap.pth_of(str(venv)))
    link.parent.mkdir(parents=True)
    link.write_text(f"{other}\n", "ascii")
    (venv / bootstrap.STAMP).write_text("{}", "ascii")
    command = [sys.executable, str(ROOT / "macros/bootstrap.py")]
    done = subprocess.run(command, env={**os.environ, "VENV": str(venv)}, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert str(venv) in done.stdout and str(other) in done.stdout and "name a new folder" in done.stdout
    assert link.read_text("ascii") == f"{other}\n"
