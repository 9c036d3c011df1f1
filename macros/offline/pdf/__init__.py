"""One PDF per language from the built site: pages in order, written as Typst, set by typst.

It needs the packages of requirements-pdf.txt.

``built_pages`` reads pages, ``assemble`` orders them, ``record_blocks`` and ``cross_matrix`` shorten those of records
(``built_matrices`` reads their tables), ``repeated_tables`` and ``targets`` make it one document; ``layout`` and
``measure`` choose how tables stand;
``write``, ``tables``, ``cells``, ``inline`` and ``markup`` write Typst, ``guide`` puts it together, ``compile`` sets,
``records`` makes the attached files. Nothing is imported from there before it is known that the packages are installed.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from pathlib import Path
from typing import Any

from ...catalog import Problem, ProblemsFound, as_text, counted

__all__ = ["NAME", "pdf"]

NAME = "rocm-field-guide-{lang}.pdf"


def pdf(root: Path, languages: Iterable[str] = ("en", "zh"), out: Path | None = None, site: Path | None = None) -> int:
    """Write the PDF of each language of ``site`` into ``out``. Returns 0, or 1 after what is wrong has been printed."""
    from .compile import missing

    languages = tuple(languages)
    if lacking := missing():
        print(
            f"the PDF needs {' and '.join(lacking)}; next: python3 macros/bootstrap.py --pdf, or make pdf",
            file=sys.stderr,
        )
        return 1
    site = site or root / "site"
    out = out or site / "pdf"
    aside = root / "build"
    aside.mkdir(exist_ok=True)
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="pdf-", dir=aside) as made:
        problems: list[Problem] = []
        for lang, found in _made(root, site, languages, Path(made), begun):
            problems += found
            if not found:
                file = Path(made, NAME.format(lang=lang))
                _say(begun, lang, f"{file.name}: {file.stat().st_size / 1e6:.1f} MB")
        if problems:
            problems = list(dict.fromkeys(problems))
            print(as_text(problems), file=sys.stderr)
            print(f"\n{counted(len(problems))}, no PDF was written", file=sys.stderr)
            return 1
        out.mkdir(parents=True, exist_ok=True)
        for lang in languages:
            os.replace(Path(made, NAME.format(lang=lang)), out / NAME.format(lang=lang))
    return 0


def _made(
    root: Path, site: Path, languages: tuple[str, ...], made: Path, begun: float
) -> Iterator[tuple[str, list[Problem]]]:
    """What was wrong with each language, file or no file. Reading and setting are processes of their own, so that the
    memory of the one is free before the other begins; languages are set one after the other, for the same reason."""
    from .compile import pack

    fresh = {"mp_context": multiprocessing.get_context("spawn"), "max_tasks_per_child": 1}
    with ProcessPoolExecutor(len(languages), **fresh) as readers, ProcessPoolExecutor(1, **fresh) as presses:
        written = {lang: readers.submit(_write, root, site, lang, made / lang, begun) for lang in languages}
        for lang, job in written.items():
            folder, problems = job.result()
            if not problems:
                file = made / NAME.format(lang=lang)
                problems = _waited(presses.submit(_set, root, lang, folder, file, begun), lang, begun)
            if not problems:
                presses.submit(pack, file).result()
            yield lang, problems


SILENT = 10
"""After so many seconds without a word it says that it goes on."""


def _waited(job: Future[list[Problem]], lang: str, begun: float) -> list[Problem]:
    while True:
        try:
            return job.result(timeout=SILENT)
        except TimeoutError:
            _say(begun, lang, "is being set in type ...")


def _write(root: Path, site: Path, lang: str, place: Path, begun: float) -> tuple[Any, list[Problem]]:
    from .guide import write

    gc.disable()  # the elements of a whole site are made once and go together: counting them again takes seconds
    try:
        folder, problems = write(root, site, lang, place, lambda what: _say(begun, lang, what))
    except ProblemsFound as found:
        return None, found.problems
    _say(begun, lang, f"written, peak memory {_peak():.0f} MiB")
    return folder, problems


def _set(root: Path, lang: str, folder: Any, file: Path, begun: float) -> list[Problem]:
    from .guide import set_in_type

    problems = set_in_type(root, lang, folder, file)
    _say(begun, lang, f"set in type, peak memory {_peak():.0f} MiB")
    return problems


def _say(begun: float, lang: str, what: str) -> None:
    print(f"pdf {lang}: {time.monotonic() - begun:5.1f} s  {what}", file=sys.stderr, flush=True)


def _peak() -> float:
    try:
        import resource
    except ImportError:
        return float("nan")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1 << 20 if sys.platform == "darwin" else 1 << 10)
