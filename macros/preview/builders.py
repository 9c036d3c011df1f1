"""The processes that build for the preview: one a language, and one that judges the data when all is built.

Each tells after every batch what it built and what is left. New code is new processes; those of the old code end as
soon as the new code can be read. What is done and what is wrong is said in the terminal here.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
import threading
import time
from contextlib import suppress
from dataclasses import replace
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from ..files.writing import stamp
from .report import Report, fault_of
from .worker import judge, work

WATCHED = ("data", "docs", "macros", "mkdocs.yml", "mkdocs.zh.yml")
FOLDERS = {"en": "", "zh": "zh/"}
"""Where each language stands below the address."""

SETTLED = 0.1
"""Seconds without a change after which a save is over."""

REMEMBERED = 8
"""So many pages, those asked for last, are built first after a change: a browser shows them."""

PATIENCE = 120
"""Seconds that a reader waits for a page at most."""


class Preview:
    """The processes that build, what they reported, and what is wrong now."""

    def __init__(self, root: Path, folder: Path):
        self.root, self.folder = root, folder
        self.changed = lambda: None
        self.files: dict[str, tuple[int, ...]] = {}
        self.number, self.finished, self.begun = 0, 0, 0.0
        self.judged, self.linked = 0, 0
        self.builders: dict[str, tuple[Any, Connection]] = {}
        self.reports: dict[str, Report] = {}
        self.asked: dict[str, list[str]] = {lang: [] for lang in FOLDERS}
        self.in_code: list[str] = []
        self.by_rules: list[str] = []
        self.told: list[str] = []
        self.state = threading.Condition()

    @property
    def faults(self) -> list[str]:
        """All that is wrong now: what cannot be run, what stops a build, what pages say, what the rules say."""
        of_builders = [fault for _, report in sorted(self.reports.items()) for fault in report.faults]
        return list(dict.fromkeys([*self.in_code, *of_builders, *self.by_rules]))

    def look(self) -> None:
        """Files may have changed: have both languages look at them, in new processes when code changed."""
        names = self._changed_files()
        if not names:
            return
        while late := self._changed_after(SETTLED):
            names |= late
        names = sorted(names)
        if self.number:
            more = f" and {len(names) - 3} more" if len(names) > 3 else ""
            print(f"changed: {', '.join(names[:3])}{more}", flush=True)
        code = [name for name in names if name.endswith(".py")]
        with self.state:
            self.number, self.begun = self.number + 1, time.monotonic()
            if code:
                self.in_code = self._unreadable_code()
            self._end("rules")
            for lang in FOLDERS:
                if (code and not self.in_code) or lang not in self.builders:
                    self._begin(lang, work, self.root, lang, self.folder / FOLDERS[lang])
                self._send(lang, ("look", self.number, list(self.asked[lang])))
            self._tell()

    def wait_for(self, page: str) -> None:
        """Return when a page, named by its file below the site, is as its sources say, or nobody can make it so."""
        lang = next((lang for lang, within in FOLDERS.items() if within and page.startswith(within)), "en")
        name, sent = page.removeprefix(FOLDERS[lang]), 0
        with self.state:
            asked = self.asked[lang]
            asked[:] = [name, *(one for one in asked if one != name)][:REMEMBERED]
            until = time.monotonic() + PATIENCE
            while lang in self.builders and time.monotonic() < until:
                report = self.reports.get(lang)
                if report and report.look == self.number and name not in report.waiting:
                    return
                if report and sent != self.number:
                    self._send(lang, ("page", name))
                    sent = self.number
                self.state.wait(1)

    def end(self) -> None:
        """End all processes."""
        with self.state:
            for name in list(self.builders):
                self._end(name)

    # --- processes -----------------------------------------------------------------------------------------

    def _begin(self, name: str, target: Any, *arguments: Any) -> None:
        """Start a process in the place of another of its name, and listen to it."""
        self._end(name)
        ours, theirs = multiprocessing.Pipe()
        process = multiprocessing.get_context("spawn").Process(target=target, args=(*arguments, theirs), daemon=True)
        process.start()
        theirs.close()
        self.builders[name] = process, ours
        threading.Thread(target=self._listen, args=(name, ours), daemon=True).start()

    def _end(self, name: str) -> None:
        if name in self.builders:
            process, _ = self.builders.pop(name)
            process.terminate()
            process.join(5)

    def _send(self, lang: str, message: tuple[Any, ...]) -> None:
        with suppress(OSError):  # it has ended, and whoever listens to it says so
            self.builders[lang][1].send(message)

    def _listen(self, name: str, connection: Connection) -> None:
        """Take in what a process reports until it ends."""
        while True:
            try:
                report = connection.recv()
            except (EOFError, OSError):
                report = None
            with self.state:
                if self.builders.get(name, (None, None))[1] is not connection:
                    return  # another one has its place
                if report is None:
                    self._ended(name)
                    return
                self._take(name, report)

    def _ended(self, name: str) -> None:
        process, _ = self.builders.pop(name)
        process.join(5)
        if name in FOLDERS:
            fault = f"docs/{name}: its process ended with {process.exitcode}; next: save the file changed last"
            self.reports[name] = Report(name, self.number, faults=(fault,), stopped=True, idle=True)
            self._tell()
            self.state.notify_all()

    def _take(self, name: str, report: Report) -> None:
        """Remember a report, tell it, and reload the browsers when it concerns a page they show."""
        before = self.faults
        if name == "rules":
            self.by_rules = list(report.faults)
        else:
            self.reports[name] = report
        shown = set(self.asked.get(name, ())) & set(report.built) or "assets" in report.built
        if report.built and report.look == self.number:
            left = f", {len(report.waiting)} may follow" if report.waiting else ""
            print(f"{name}: {_count(len(report.built))} built in {report.seconds:.1f} s{left}", flush=True)
        self._tell()
        self.state.notify_all()
        if shown or before != self.faults:
            self.changed()
        if self.judged < self.number and all(self._seen(lang) for lang in FOLDERS):
            self.judged = self.number
            self._begin("rules", judge, self.root)
        if self.finished < self.number and all(self._done(lang) for lang in FOLDERS):
            if self.linked < self.number and any(self.reports[lang].faults for lang in FOLDERS):
                self._follow_links_again()
            else:
                self._all_done()

    def _done(self, lang: str) -> bool:
        report = self.reports.get(lang)
        return bool(report and report.idle and report.look == self.number)

    def _seen(self, lang: str) -> bool:
        """Has a language built what is open in a browser, and was nothing in its way?"""
        report = self.reports.get(lang)
        return bool(report and report.look == self.number and not report.stopped)

    def _follow_links_again(self) -> None:
        """A language may have followed its links before the other one had made its pages."""
        self.linked = self.number
        for lang in FOLDERS:
            self.reports[lang] = replace(self.reports[lang], idle=False)
            self._send(lang, ("links",))

    def _all_done(self) -> None:
        taken, self.finished = time.monotonic() - self.begun, self.number
        if self.in_code or any(report.stopped for report in self.reports.values()):
            print("the older pages stay until this is mended", flush=True)
        else:
            print(f"all pages of both languages are up to date after {taken:.1f} s", flush=True)

    # --- what to say ---------------------------------------------------------------------------------------

    def _tell(self) -> None:
        """Say in the terminal what is wrong now and was not before, and what is mended."""
        now, before = self.faults, self.told
        self.told = now
        for fault in now:
            if fault not in before:
                print(fault, file=sys.stderr, flush=True)
        for fault in before:
            if fault not in now:
                print(f"mended: {fault.splitlines()[0]}", flush=True)
        if before and not now:
            print("nothing is wrong now", flush=True)

    def _changed_after(self, seconds: float) -> set[str]:
        time.sleep(seconds)
        return self._changed_files()

    def _changed_files(self) -> set[str]:
        """The watched files that changed, came or went since they were last looked at, by name below the root."""
        now = {name: stamp(self.root / name) for name in WATCHED if (self.root / name).is_file()}
        for watched in WATCHED:
            for folder, _, names in os.walk(self.root / watched):
                below = os.path.relpath(folder, self.root).replace(os.sep, "/")
                now |= {f"{below}/{name}": stamp(f"{folder}/{name}") for name in names if not name.endswith(".pyc")}
        before, self.files = self.files, now
        return {name for name in now.keys() | before.keys() if now.get(name) != before.get(name)}

    def _unreadable_code(self) -> list[str]:
        """Modules of ours that Python cannot read."""
        wrong = []
        for path in sorted((self.root / "macros").rglob("*.py")):
            try:
                compile(path.read_bytes(), str(path), "exec")
            except Exception as error:  # also MemoryError and RecursionError, of signs without end
                name, told = path.relative_to(self.root).as_posix(), fault_of(error, self.root)
                wrong.append(told if name in told else f"{name}  {told}")
        return wrong


def _count(pages: int) -> str:
    return "1 page" if pages == 1 else f"{pages} pages"
