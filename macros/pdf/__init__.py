"""One PDF per language from the built site: pages in order, written as Typst, set by typst. Needs two packages more.

``assemble`` reads and orders pages, ``entries`` shortens those of records, ``layout`` and ``measure`` choose how
tables stand, ``write`` writes Typst, ``compile`` sets it, ``records`` makes the attached files. Nothing is imported
from there before it is known that the packages are installed.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import sys
import tempfile
import time
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from ..problem import Problem, ProblemsFound, as_text

NAME = "rocm-field-guide-{lang}.pdf"


def pdf(root: Path, languages: Iterable[str] = ("en", "zh"), out: Path | None = None) -> int:
    """Write the PDF of each language into ``out``. Returns 0, or 1 after what is wrong has been printed."""
    from .compile import missing

    languages = tuple(languages)
    if lacking := missing():
        print(
            f"the PDF needs {' and '.join(lacking)}; next: python3 macros/bootstrap.py --pdf, or make pdf",
            file=sys.stderr,
        )
        return 1
    out = out or root / "site" / "pdf"
    aside = root / "build"
    aside.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="pdf-", dir=aside) as made:
        with ProcessPoolExecutor(len(languages), mp_context=multiprocessing.get_context("spawn")) as pool:
            jobs = [pool.submit(one, root, lang, Path(made, NAME.format(lang=lang))) for lang in languages]
            problems = [problem for job in jobs for problem in job.result()]
        if problems:
            print(as_text(dict.fromkeys(problems)), file=sys.stderr)
            print(f"\n{len(problems)} problems, no PDF was written", file=sys.stderr)
            return 1
        out.mkdir(parents=True, exist_ok=True)
        for lang in languages:
            os.replace(Path(made, NAME.format(lang=lang)), out / NAME.format(lang=lang))
    return 0


def one(root: Path, lang: str, file: Path) -> list[Problem]:
    """Make the PDF of one language; what was wrong is returned, and then there is no file."""
    from .guide import make

    begun = time.monotonic()
    gc.disable()  # the elements of a whole site are made once and go together: counting them again takes seconds

    def progress(what: str) -> None:
        print(f"pdf {lang}: {time.monotonic() - begun:5.1f} s  {what}", file=sys.stderr, flush=True)

    try:
        problems = make(root, lang, file, progress)
    except ProblemsFound as found:
        return found.problems
    if not problems:
        progress(f"{file.name}, {file.stat().st_size / 1e6:.1f} MB, peak memory {_peak():.0f} MiB")
    return problems


def _peak() -> float:
    try:
        import resource
    except ImportError:
        return float("nan")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1 << 20 if sys.platform == "darwin" else 1 << 10)
