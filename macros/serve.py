"""The live preview: both languages on one port, alive whatever is broken, quick after a change.

MkDocs' own server with another builder. After a change only those pages are built whose text changed or whose calls
come to something else: results are placeholders made from their content, so comparing them is comparing pages. Pages
written by hand and those of the changed records come first and at once, all others follow while nothing is waiting.
"""

from __future__ import annotations

import importlib
import logging
import os
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from mkdocs.livereload import LiveReloadServer, _timestamp

HOST = "127.0.0.1"
DIRTY = "A 'dirty' build"
"""How MkDocs' warning begins that a preview builds some pages only."""


def serve(root: Path, port: int = 8000) -> int:
    """Build both languages and show them on http://127.0.0.1:<port>/ until interrupted."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    sys.setswitchinterval(0.0005)  # many short waits for files, beside one thread that computes
    folder = Path(tempfile.mkdtemp(prefix="rocm-field-guide-"))
    preview = Preview(root, folder)
    try:
        server = Server(preview, port, folder)
    except OSError as error:
        print(
            f"port {port} cannot be used: {error.strerror}; next: python -m macros serve --port {port + 1}",
            file=sys.stderr,
        )
        shutil.rmtree(folder, ignore_errors=True)
        return 1
    for name in ("data", "docs", "macros", "mkdocs.yml", "mkdocs.zh.yml"):
        server.watch(str(root / name))
    try:
        print("building both languages, once in full ...", flush=True)
        preview.refresh()
        print(f"http://{HOST}:{port}/  and  http://{HOST}:{port}/zh/  (Ctrl+C ends the preview)", flush=True)
        server.serve()
    except KeyboardInterrupt:
        print()
    finally:
        server.shutdown()
        shutil.rmtree(folder, ignore_errors=True)
    return 0


class Server(LiveReloadServer):
    """MkDocs' server; every page it hands out shows what is wrong, and a build that changes nothing reloads nothing."""

    def __init__(self, preview: Preview, port: int, folder: Path):
        super().__init__(builder=preview.refresh, host=HOST, port=port, root=str(folder))  # type: ignore[arg-type]
        self.preview = preview
        self.error_handler = self._error_page
        self.server_bind()
        self.server_activate()
        self.server_bind = self.server_activate = lambda: None  # type: ignore[method-assign]

    def _build_loop(self) -> None:
        while True:
            with self._rebuild_cond:
                while not self._rebuild_cond.wait_for(
                    lambda: self._want_rebuild or self._shutdown, timeout=self.shutdown_delay
                ):
                    pass
                if self._shutdown:
                    return
                while self._rebuild_cond.wait(timeout=self.build_delay):
                    pass  # more changes are coming in
                self._wanted_epoch, self._want_rebuild = _timestamp(), False
            self._show(self.preview.refresh())
            self._show(self.preview.finish(lambda: self._want_rebuild or self._shutdown))

    def _show(self, changed: bool) -> None:
        """Reload the browsers when there is something new, and hand out pages again."""
        with self._epoch_cond:
            if changed:
                self._wanted_epoch = self._visible_epoch = _timestamp()
            else:
                self._wanted_epoch = self._visible_epoch
            self._epoch_cond.notify_all()

    def _inject_js_into_html(self, content: bytes, epoch: int) -> bytes:
        if faults := self.preview.faults:
            place = content.rfind(b"</body>")
            content = content[:place] + notice(faults).encode() + content[place:]
        return super()._inject_js_into_html(content, epoch)

    def _error_page(self, code: int) -> bytes:
        page = f"<!doctype html><title>{code}</title><body><h1>{code}</h1>{notice(self.preview.faults)}</body>"
        return super()._inject_js_into_html(page.encode(), self._visible_epoch)


def notice(faults: Iterable[str]) -> str:
    """What is wrong, at the top of a previewed page."""
    text = _module("render").escape("\n".join(faults))
    return f'<pre class="preview-faults" role="alert">{text}</pre>' if text else ""


class Preview:
    """What was built from which files, and what is wrong now."""

    def __init__(self, root: Path, folder: Path):
        self.root, self.folder = root, folder
        self.seen: dict[str, object] = {}
        self.catalog: Any = None
        self.waiting: list[tuple[str, str]] = []
        self.unchecked = False
        self.by_language: dict[str, list[str]] = {}
        self.stopping: list[str] = []
        self.by_rules: list[str] = []

    @property
    def faults(self) -> list[str]:
        """All that is wrong now: what stops the build, what pages say, what the rules for data say."""
        told = [*self.stopping, *(fault for faults in self.by_language.values() for fault in faults), *self.by_rules]
        return list(dict.fromkeys(told))

    def refresh(self) -> bool:
        """Build what changed, first what its author looks at. Never raises. True when readers see a change."""
        return self._told(self._refresh)

    def finish(self, busy: Callable[[], bool]) -> bool:
        """Build the pages that a change of data reached elsewhere, and check the data, unless more is to do."""
        return self._told(lambda: self._finish(busy)) if self.waiting or self.unchecked else False

    def _told(self, work: Callable[[], int]) -> bool:
        """Do some work; say in the terminal what was done and what is wrong."""
        begun, before = time.monotonic(), self.faults
        try:
            self.stopping = []
            built = work()
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            built, self.stopping = 0, [_told(error, self.root)]
            self.seen.clear()  # everything is looked at again at the next change
        now = self.faults
        for fault in now:
            if fault not in before:
                print(fault, file=sys.stderr, flush=True)
        if built or now != before:
            fine = "; nothing is wrong now" if before and not now else ""
            print(f"{built} pages built in {time.monotonic() - begun:.1f} s{fine}", flush=True)
        return bool(built) or now != before

    def _refresh(self) -> int:
        code, look, data = (self._changed(name) for name in ("code", "look", "data"))
        if code:
            for name in [name for name in sys.modules if name == "macros" or name.startswith("macros.")]:
                if name not in ("macros.__main__", __name__):
                    del sys.modules[name]
        problem, prose = _module("problem"), _module("prose")
        try:
            loaded = _module("catalog").load_catalog(self.root / "data")
        except Exception as error:
            if type(error).__name__ != "ProblemsFound":
                raise
            self.seen.pop("data", None)
            self.stopping = [problem.as_text([one]) for one in error.problems]  # type: ignore[attr-defined]
            return 0
        if code or data:
            _module("pages").write_pages(self.root)
        if wrong := prose.page_problems(self.root):
            self.stopping = [problem.as_text([one]) for one in wrong]
        everything = code or look
        first = {} if everything else self._old(loaded) if data else {}
        self.catalog, self.unchecked = loaded, self.unchecked or code or data
        if everything:
            self.waiting = []
        broken = {one.file for one in wrong}
        return sum(self._language(lang, first.get(lang, []), everything, broken) for lang in _module("table").LANGUAGES)

    def _old(self, loaded: Any) -> dict[str, list[str]]:
        """Per language the old ones among pages written by hand and pages of changed records; the rest has to wait."""
        calls, own = _module("calls"), self._own_pages(loaded)
        first: dict[str, list[str]] = {}
        self.waiting = []
        for lang in _module("table").LANGUAGES:
            for source in calls.asking_pages(lang):
                if not (source in own or source.endswith("index.md")):
                    self.waiting.append((lang, source))
                elif calls.outdated(lang, source, loaded):
                    first.setdefault(lang, []).append(source)
        return first

    def _own_pages(self, loaded: Any) -> set[str]:
        """The pages of the records that changed."""
        before = self.catalog.records if self.catalog else {}
        places = {**{name: name for name in _module("compose").PAGES}, "support": "releases"}
        return {
            f"{folder}/{key}.md"
            for name, folder in places.items()
            for key, record in loaded.records.get(name, {}).items()
            if repr(before.get(name, {}).get(key)) != repr(record)
        }

    def _finish(self, busy: Callable[[], bool]) -> int:
        calls, old = _module("calls"), {}
        while self.waiting and not busy():
            time.sleep(0.005)  # lets the watching threads see the next change
            lang, source = self.waiting[0]
            if calls.outdated(lang, source, self.catalog):
                old.setdefault(lang, []).append(source)
            self.waiting.pop(0)
        built = sum(self._language(lang, sources, False, set()) for lang, sources in old.items())
        if self.unchecked and not busy():
            wrong = _module("build").data_problems(self.root)
            self.by_rules = [_module("problem").as_text([one]) for one in wrong]
            self.unchecked = False
        _module("placeholder").forget()
        return built

    def _changed(self, name: str) -> bool:
        """Did the files of a sort change since they were last looked at?"""
        paths = {
            "code": lambda: sorted((self.root / "macros").rglob("*.py")),
            "look": lambda: [*sorted((self.root / "docs/theme").rglob("*.*")), *sorted(self.root.glob("mkdocs*.yml"))],
            "data": lambda: sorted((self.root / "data").rglob("*.y*ml")),
        }[name]()
        now = [(str(path), stat.st_mtime_ns, stat.st_size) for path in paths if (stat := _stat(path))]
        before, self.seen[name] = self.seen.get(name), now
        return before != now

    def _language(self, lang: str, old: list[str], everything: bool, broken: set[str]) -> int:
        """Build the pages of one language that are old, but none while one of its pages cannot be read."""
        build, calls = _module("build"), _module("calls")
        docs, folder = self.root / "docs" / lang, self.folder / build.FOLDERS[lang]
        sources = {path.relative_to(docs).as_posix(): path for path in docs.rglob("*") if path.is_file()}
        waiting = self._remove_left_over(lang, {name for name in sources if name.endswith(".md")}, folder)
        for name, path in sources.items():
            page = folder / (build.page_of(name) if name.endswith(".md") else name)
            if page.is_file() and (everything or name in old):
                os.utime(page, (0, 0))
            waiting += not page.is_file() or page.stat().st_mtime < path.stat().st_mtime
        if not waiting or any(file.startswith(f"docs/{lang}/") for file in broken):
            return 0
        known = calls.ASKED.get(lang)
        self.by_language[lang] = self._build(lang, folder)
        if known and known is not calls.ASKED[lang]:
            calls.ASKED[lang].calls = {**known.calls, **calls.ASKED[lang].calls}
        return waiting

    def _build(self, lang: str, folder: Path) -> list[str]:
        from mkdocs.commands.build import build as mkdocs_build
        from mkdocs.config import load_config

        build = _module("build")
        os.environ.update(NO_MKDOCS_2_WARNING="1", GUIDE_SEARCH="false")
        with build.told(self.root, lang) as faults:
            try:
                config = load_config(str(self.root / build.CONFIGURATIONS[lang]), site_dir=str(folder), strict=False)
                config.site_url = ""
                config.plugins["macros"].config["on_error_fail"] = False  # the page shows what is wrong, others go on
                config.plugins.on_startup(command="serve", dirty=True)
                mkdocs_build(config, dirty=True)
            except KeyboardInterrupt:
                raise
            except BaseException as error:
                if all(fault.startswith(DIRTY) for fault in faults):
                    faults.append(_told(error, self.root))
        return [fault for fault in faults if not fault.startswith(DIRTY)]

    def _remove_left_over(self, lang: str, sources: set[str], folder: Path) -> int:
        """Pages whose source is gone: how many there were."""
        build, table = _module("build"), _module("table")
        wanted = {build.page_of(name) for name in sources}
        others = tuple(
            f"{build.FOLDERS[other]}/" for other in table.LANGUAGES if other != lang and build.FOLDERS[other]
        )
        gone = 0
        for path in folder.rglob("index.html"):
            name = path.relative_to(folder).as_posix()
            if name not in wanted and not (lang == table.LANGUAGES[0] and name.startswith(others)):
                path.unlink()
                gone += 1
        return gone


def _module(name: str) -> Any:
    """A module of ours by name: what this one imported would be the old one after a change of code."""
    return importlib.import_module(f"macros.{name}")


def _stat(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except OSError:
        return None


def _told(error: BaseException, root: Path) -> str:
    """A mistake in code or configuration in one line: what, and the last place of ours it came through."""
    filename, line = getattr(error, "filename", None), getattr(error, "lineno", None)
    if filename and line:  # a mistake in the writing of a program or a template
        place = Path(filename)
        name = place.relative_to(root).as_posix() if place.is_relative_to(root) else place.name
        return f"{name}:{line}  {getattr(error, 'msg', None) or getattr(error, 'message', None) or error}"
    ours = [f for f in traceback.extract_tb(error.__traceback__) if Path(f.filename).is_relative_to(root / "macros")]
    where = [f for f in ours if f.filename != __file__] or ours
    place = f"{Path(where[-1].filename).relative_to(root).as_posix()}:{where[-1].lineno}  " if where else ""
    return f"{place}{type(error).__name__}: {error}"


logging.getLogger("mkdocs").setLevel(logging.WARNING)
