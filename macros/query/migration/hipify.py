"""Questions about the tools that translate CUDA sources, and the tables of names that they rest on."""

from __future__ import annotations

from ...catalog import Catalog
from ...catalog.model.hardware import Release, Source
from ...catalog.model.migration import HipifyCoverage, HipifySoftware, HipifyTables, HipifyTool
from ..base import NOT_APPLICABLE, Answer, Said, Value, each, question, record_answer, said, value
from ..values import named_ref, note, noted, ref, text, whole_or, word_of

TOOL = ("tool", "what", "needs", "limits", "messages", "tried", "undefined_flags", "note")


@question(*TOOL)
def hipify_tools(catalog: Catalog) -> list[Answer]:
    """The programs that translate CUDA sources: what they are, need and cannot do.

    ``undefined_flags`` are options that a documentation page names and the program does not have.
    """
    answers = []
    for tool in catalog.all(HipifyTool):
        here = said(catalog, tool)
        missing = tool.undefined
        answers.append(
            record_answer(
                catalog,
                tool,
                TOOL,
                tool=named_ref("hipify_tools", tool.id, tool.name, here),
                undefined_flags=noted(value(catalog, missing, "flags", code=True), missing)
                if missing
                else NOT_APPLICABLE,
                messages=text(tuple(tool.messages), here),
                tried=text(tuple(tool.measured), here),
                note=note(catalog, tool),
            )
        )
    return answers


def tools_asked(catalog: Catalog, tool: str) -> list[HipifyTool]:
    """One tool, or all of them when none is named."""
    return [catalog.get(HipifyTool, tool)] if tool else catalog.all(HipifyTool)


@question(
    "tool",
    "releases",
    "way",
    "systems",
    "available",
    "how",
    "commands",
    "note",
    choices=whole_or(each(HipifyTool, "tool")),
)
def hipify_installs(catalog: Catalog, tool: str = "") -> list[Answer]:
    """How to get each translation tool, by release and way; of one tool if asked."""
    answers = []
    for one in tools_asked(catalog, tool):
        for number, install in enumerate(one.installs, 1):
            here = said(catalog, install)
            releases = Value(word="until.release", data=install.up_to) if install.up_to else Value(word="since.always")
            answers.append(
                Answer(
                    f"{one.id}.{number}",
                    {
                        "tool": named_ref("hipify_tools", one.id, one.name, here),
                        "releases": Value(data=tuple(install.releases), said=(here,)) if install.releases else releases,
                        "way": word_of(catalog, install, "way", "way"),
                        "systems": _systems(catalog, install.systems),
                        "available": value(catalog, install, "available"),
                        "how": value(catalog, install, "how"),
                        "commands": text(tuple(install.commands), here, code=True),
                        "note": note(catalog, install),
                    },
                    one,
                )
            )
    return answers


def _systems(catalog: Catalog, keys: list[str]) -> Value:
    """Distributions by family; not applicable where the way has nothing to do with one."""
    systems = catalog.records.get("systems", {})
    names = tuple(str(getattr(systems.get(key), "family", key)) for key in keys)
    return Value(data=names) if names else NOT_APPLICABLE


@question("tool", "flag", "argument", "meaning", "note", choices=whole_or(each(HipifyTool, "tool")))
def hipify_options(catalog: Catalog, tool: str = "") -> list[Answer]:
    """The command line options of the translation tools; of one tool if asked."""
    return [
        Answer(
            f"{one.id}.{option.flag}",
            {
                "tool": named_ref("hipify_tools", one.id, one.name),
                "flag": value(catalog, option, "flag", code=True),
                "argument": text(option.argument, said(catalog, option), code=True),
                "meaning": value(catalog, option, "meaning"),
                "note": note(catalog, option),
            },
            one,
        )
        for one in tools_asked(catalog, tool)
        for option in one.options
    ]


@question("tool", "command", "meaning", choices=whole_or(each(HipifyTool, "tool")))
def hipify_examples(catalog: Catalog, tool: str = "") -> list[Answer]:
    """Command lines of the translation tools that work; of one tool if asked."""
    answers = []
    for one in tools_asked(catalog, tool):
        for number, example in enumerate(one.examples, 1):
            source = catalog.get(Source, example.source)
            also = tuple(catalog.get(Source, key) for key in example.also)
            here = Said(source, source.seen, one.grade, also)
            answers.append(
                Answer(
                    f"{one.id}.{number}",
                    {
                        "tool": named_ref("hipify_tools", one.id, one.name),
                        "command": Value(data=example.command, code=True, said=(here,)),
                        "meaning": Value(data=example.meaning, said=(here,)),
                    },
                    one,
                )
            )
    return answers


@question("release", "cuda", "cudnn", "cutensor", "llvm")
def hipify_software(catalog: Catalog) -> list[Answer]:
    """The newest CUDA, cuDNN, cuTENSOR and LLVM that HIPIFY of each ROCm release understands."""
    known = catalog.by_id(Release)
    answers = []
    for row in reversed(catalog.all(HipifySoftware)):
        release = ref("releases", row.id) if row.id in known else Value(data=row.id)
        partial = Value(data=row.cuda, word="coverage.partial", said=(said(catalog, row),))
        cuda = partial if row.cuda_partial == "yes" else value(catalog, row, "cuda")
        columns = ("release", "cuda", "cudnn", "cutensor", "llvm")
        answers.append(record_answer(catalog, row, columns, release=release, cuda=cuda))
    return answers


COVERAGE = (
    "library",
    "functions",
    "functions_with_hip",
    "percent",
    "functions_with_roc",
    "functions_without_graphics",
    "functions_without_graphics_with_hip",
    "percent_without_graphics",
    "names",
    "names_with_hip",
    "names_with_hip_or_roc",
)


@question(*COVERAGE)
def hipify_coverage(catalog: Catalog) -> list[Answer]:
    """How many names of each CUDA library have a counterpart in the tables; names, not uses."""
    answers = []
    for table in catalog.all(HipifyCoverage):
        here = said(catalog, table)
        counted = table.functions is not None
        graphics = table.functions_without_graphics is not None
        values = {
            name: value(catalog, table, name) if getattr(table, name) is not None else NOT_APPLICABLE
            for name in COVERAGE
            if hasattr(table, name)
        }
        values |= {
            "library": Value(data=table.id, said=(here,)),
            "percent": _percent(table.functions_with_hip, table.functions, here) if counted else NOT_APPLICABLE,
            "percent_without_graphics": _percent(
                table.functions_without_graphics_with_hip, table.functions_without_graphics, here
            )
            if graphics
            else NOT_APPLICABLE,
            "names_with_hip": Value(data=table.names - table.names_without_hip, said=(here,)),
            "names_with_hip_or_roc": Value(data=table.names - table.names_without_hip_or_roc, said=(here,)),
        }
        answers.append(record_answer(catalog, table, COVERAGE, **values))
    return answers


def _percent(part: int | None, whole: int | None, here: Said) -> Value:
    """To one decimal, as the tables are quoted; half goes up."""
    if part is None or not whole:
        return NOT_APPLICABLE
    tenths = (2000 * part + whole) // (2 * whole)
    return Value(data=tenths / 10, unit="%", said=(here,))


@question("field", "value")
def hipify_tables(catalog: Catalog) -> list[Answer]:
    """What the tables of CUDA names rest on, how they were checked, and what they leave out."""
    answers = []
    for tables in catalog.all(HipifyTables):
        here = said(catalog, tables)
        values = {f"basis-{basis.as_of}": Value(data=f"{basis.as_of}: {basis.what}") for basis in tables.bases}
        labels = dict.fromkeys(values, "basis")
        for name in ("checks", "changed", "left_out", "unknown"):
            values[name] = value(catalog, tables, name)
            labels[name] = name
        for key, found in values.items():
            shown = Value(data=found.data, said=(here,))
            answers.append(Answer(key, {"field": Value(word=f"field.{labels[key]}"), "value": shown}, tables))
    return answers
