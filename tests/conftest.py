"""What the tests share: the tiny world, the real data, and goldens that can be written anew with --regenerate."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from macros.catalog import Catalog, load_catalog

ROOT = Path(__file__).resolve().parent.parent
TINY = ROOT / "tests" / "catalog" / "data"
GOLDEN = ROOT / "tests" / "golden"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--regenerate", action="store_true", help="write the goldens anew; read the diff before you commit"
    )


@pytest.fixture
def regenerate(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--regenerate"))


@pytest.fixture
def world(tmp_path: Path) -> Path:
    """A copy of the tiny world's data folder, to be broken: 3 GPUs, 2 releases, 2 sources."""
    return Path(shutil.copytree(TINY, tmp_path / "data"))


@pytest.fixture(scope="session")
def tiny() -> Catalog:
    return load_catalog(TINY)


@pytest.fixture(scope="session")
def real() -> Catalog:
    """The catalogue of data/, whole."""
    return load_catalog(ROOT / "data")
