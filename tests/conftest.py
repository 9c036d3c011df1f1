"""What the tests share: the tiny world, the real data, and goldens that can be written anew with --regenerate."""

from __future__ import annotations

import fcntl
import os
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
