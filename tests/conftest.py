"""What the tests share: the tiny world, the real data, and goldens that can be written anew with --regenerate."""

from __future__ import annotations

import fcntl
import os
import shutil
from collections import Counter
from pathlib import Path

import pytest

from macros.catalog import Catalog, load_catalog

ROOT = Path(__file__).resolve().parent.parent
TINY = ROOT / "tests" / "tiny" / "data"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--regenerate", action="store_true", help="write the goldens anew; read the diff before you commit"
    )


SLOWEST_FIRST = (
    "offline/test_pdf_guide",
    "site/test_browser",
    "site/test_search",
    "preview",
    "site",
    "offline",
    "pages",
    "checks",
)
"""So that two processes end together, those that take longest begin; measured with ``--durations``."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    def rank(item: pytest.Item) -> int:
        where = item.path.relative_to(ROOT / "tests").as_posix() if item.path.is_relative_to(ROOT / "tests") else ""
        return next((index for index, name in enumerate(SLOWEST_FIRST) if where.startswith(name)), len(SLOWEST_FIRST))

    items.sort(key=rank)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """What was not tried, why, and how to try it."""
    reasons = Counter(
        str(report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr).removeprefix("Skipped: ")
        for report in terminalreporter.stats.get("skipped", ())
    )
    if reasons:
        terminalreporter.section(f"{sum(reasons.values())} skipped; make tools installs what they ask for")
        for reason, count in reasons.most_common():
            terminalreporter.line(f"{count:4}  {reason}")


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


@pytest.fixture(scope="session")
def built_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The whole site, both languages: site/ when nothing changed since it was built, else built in a temp folder."""
    from macros.pages.stubs import write_pages
    from macros.site.build import build_all

    write_pages(ROOT)
    site = ROOT / "site"
    names = ("data", "docs", "macros", "mkdocs.yml", "mkdocs.zh.yml")
    sources = (path for name in names for path in _files(ROOT / name))
    if (site / "zh" / "index.html").is_file():
        built = (site / "index.html").stat().st_mtime
        if all(path.stat().st_mtime < built for path in sources):
            return site
    # The test processes of one run share one: the first builds, the other waits for it.
    own = tmp_path_factory.getbasetemp()
    folder = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "built"
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "site" / "zh" / "index.html").is_file():
            made = {"en": folder / "site", "zh": folder / "zh"}
            faults = build_all(ROOT, made)
            assert not faults, "\n".join(faults)
            made["zh"].rename(made["en"] / "zh")
    return folder / "site"


def _files(path: Path) -> list[Path]:
    return [file for file in path.rglob("*") if file.suffix != ".pyc" and file.is_file()] if path.is_dir() else [path]


@pytest.fixture(scope="session")
def chromium():
    """A headless Chromium, driven by Playwright; where there is none the test is skipped."""
    from macros.bootstrap import browser

    sync_api = pytest.importorskip("playwright.sync_api")
    path = browser()
    if not path:
        pytest.skip("no Chromium on this machine; see macros/bootstrap.py")
    flags = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
    with sync_api.sync_playwright() as playwright:
        started = playwright.chromium.launch(
            executable_path=path, args=[*flags, "--disable-component-update", "--disable-sync"]
        )
        yield started
        started.close()
