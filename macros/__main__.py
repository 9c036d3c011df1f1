"""The commands: python -m macros check | fix | new | schema | answer | pages | site | pdf | offline |
downloads | serve | bench | pictures.

Exit codes: 0 done and clean, 1 problems, 2 wrong use of the command. A user's mistake never shows a traceback.
"""

from __future__ import annotations

import argparse
import datetime
import gc
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
"""The checkout: the commands work from any folder."""


def main(arguments: list[str] | None = None) -> int:
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")  # whatever a terminal cannot show is written out
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # as Ctrl-C: what is half made goes
    parser = _parser()
    options = parser.parse_args(arguments)
    from .catalog import ProblemsFound, as_text

    try:
        return options.run(options)
    except ProblemsFound as found:
        print(as_text(found.problems), file=sys.stderr)
        return 1
    except BrokenPipeError:
        # The reader of our output went away (head, less): nothing is wrong.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        print(f"{where}{error.strerror or error}", file=sys.stderr)
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m macros", description="The commands of the ROCm Field Guide.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def command(name: str, run: object, text: str) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=text, description=text)
        sub.set_defaults(run=run)
        return sub

    sub = command("check", _check, "check data/, and facts typed into docs/: every problem with file and line")
    sub.add_argument("--data", type=Path, default=ROOT / "data", metavar="DIR", help="another data folder")
    sub.add_argument("--format", choices=("text", "json"), default="text")
    sub.add_argument("--today", type=_day, default=None, metavar="DAY", help="judge freshness as of this day")

    sub = command("fix", _fix, "put data/ into the one form: order, quotes, line ends")
    sub.add_argument("--data", type=Path, default=ROOT / "data", metavar="DIR", help="another data folder")

    sub = command("new", _new, "begin a record: a commented form at its place in data/")
    sub.add_argument("kind", help="gpu, release, source, target, ... or the name of a collection")
    sub.add_argument("id", help="the id of the new record")
    sub.add_argument("--file", default="", help="the file's name where a kind has several: radeon for gpus/radeon.yaml")
    sub.add_argument("--data", type=Path, default=ROOT / "data", metavar="DIR", help="another data folder")

    sub = command("schema", _schema, "write schema/, the field reference and the editor's settings from the models")
    sub.add_argument("--check", action="store_true", help="write nothing; exit 1 when something is not as it should be")

    sub = command("answer", _answer, "answer a reader's question in the terminal")
    sub.add_argument("--gpu", required=True, help='a GPU as people type it: "7900 xtx", mi300x')
    sub.add_argument("--system", default="", help="an operating system: ubuntu-24.04, windows-11")
    sub.add_argument("--wsl", action="store_true", help="the system is a guest under WSL2")
    sub.add_argument("--release", default="", help="a ROCm release; the latest when left out")
    sub.add_argument("--framework", default="", help="a framework: pytorch, vllm")
    sub.add_argument("--lang", choices=("en", "zh"), default="en")
    sub.add_argument("--format", choices=("text", "json"), default="text")
    sub.add_argument("--data", type=Path, default=ROOT / "data", metavar="DIR", help="another data folder")

    command("pages", _pages, "write the generated pages' stubs below docs/")
    sub = command("site", _site, "build both languages into site/")
    sub.add_argument("--quiet", action="store_true", help="say only what is wrong")
    sub = command("pdf", _pdf, "one PDF per language from site/, into site/pdf/")
    sub.add_argument("--lang", choices=("en", "zh"), help="this language alone")
    command("offline", _offline, "one zip per language from site/, to be read from disk, into site/offline/")
    command("downloads", _downloads, "fill the page of downloads from the files in site/, the last step of all")
    sub = command("serve", _serve, "live preview of both languages")
    sub.add_argument("--port", type=_number(0, 65535), default=8000)
    sub = command("bench", _bench, "measure; print the figures and write build/bench.json")
    sub.add_argument("--runs", type=_number(1, 1000), default=3, help="how often each is measured; the median counts")
    sub = command("pictures", _pictures, "pictures of every kind of page of site/ in build/pictures/")
    sub.add_argument("--readme", action="store_true", help="write the pictures in docs/theme/ instead")
    return parser


def _number(least: int, most: int) -> Callable[[str], int]:
    """Reads a whole number within bounds."""

    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit() and least <= int(text) <= most):
            raise argparse.ArgumentTypeError(f"{text} is not a whole number from {least} to {most}")
        return int(text)

    return read


def _day(text: str) -> datetime.date:
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text} is not a day: YYYY-MM-DD") from None


def _check(options: argparse.Namespace) -> int:
    gc.disable()  # the command makes types and records and frees none until it ends
    from .catalog import as_json, as_text, counted
    from .checks import check

    problems = check(options.data, options.today or datetime.date.today())
    errors = [problem for problem in problems if not problem.warning]
    if options.format == "json":
        print(as_json(problems))
    elif problems:
        print(as_text(problems))
        print(f"\n{counted(len(errors))}, {counted(len(problems) - len(errors), 'warning')}", file=sys.stderr)
    else:
        print(f"{options.data.name}/ is clean", file=sys.stderr)
    return 1 if errors else 0


def _fix(options: argparse.Namespace) -> int:
    from .catalog import as_text
    from .edit.fix import fix_folder

    if not options.data.is_dir():
        print(f"{options.data}: there is no such folder", file=sys.stderr)
        return 1
    left = []
    for fixed in fix_folder(options.data):
        left += fixed.left
        for change in fixed.changes:
            print(f"{fixed.file}: {change}")
    if left:
        print(as_text(left), file=sys.stderr)
    return 1 if left else 0


def _new(options: argparse.Namespace) -> int:
    from .edit.new import new_record

    draft = new_record(options.kind, options.id, options.data, options.file)
    print(f"{draft.path}:{draft.line}\n{draft.text}", end="")
    return 0


def _schema(options: argparse.Namespace) -> int:
    from .catalog import as_text
    from .edit import reference, schema

    settings = ROOT / ".vscode" / "settings.json"
    stale = [
        *schema.stale(ROOT / "schema"),
        *schema.settings_stale(settings),
        *reference.reference_stale(ROOT),
    ]
    if options.check:
        print(as_text(stale), end="\n" if stale else "", file=sys.stderr)
        return 1 if stale else 0
    schema.write_schemas(ROOT / "schema")
    schema.write_settings(settings)
    reference.write_reference(ROOT)
    for problem in stale:
        print(f"written: {problem.file}")
    return 0


def _answer(options: argparse.Namespace) -> int:
    from .checks import checked_catalog
    from .query import Unknown
    from .render.terminal import Question, spoken

    gc.disable()  # the command makes types and records and frees none until it ends
    catalog = checked_catalog(options.data, datetime.date.today())
    try:
        asked = Question.of(catalog, options.gpu, options.system, options.wsl, options.release, options.framework)
    except Unknown as unknown:
        print(unknown, file=sys.stderr)
        return 1
    print(spoken(catalog, asked, options.lang, options.format), end="")
    return 0


def _pages(options: argparse.Namespace) -> int:
    from .pages.stubs import write_pages

    write_pages(ROOT)
    return 0


def _site(options: argparse.Namespace) -> int:
    from .site.build import site

    return site(ROOT, quiet=options.quiet)


def _pdf(options: argparse.Namespace) -> int:
    from .offline.pdf import pdf

    return pdf(ROOT, (options.lang,) if options.lang else ("en", "zh"))


def _offline(options: argparse.Namespace) -> int:
    from .offline.archive import offline

    return offline(ROOT)


def _downloads(options: argparse.Namespace) -> int:
    from .offline.downloads import downloads

    return downloads(ROOT)


def _serve(options: argparse.Namespace) -> int:
    from .preview.server import serve

    return serve(ROOT, port=options.port)


def _bench(options: argparse.Namespace) -> int:
    from .measure.bench import bench

    return bench(ROOT, runs=options.runs)


def _pictures(options: argparse.Namespace) -> int:
    from .measure.pictures import pictures

    return pictures(ROOT, readme=options.readme)


if __name__ == "__main__":
    sys.exit(main())
