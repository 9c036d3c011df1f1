"""Questions about tuning: environment variables, settings, partition modes, rules, data types."""

from __future__ import annotations

from collections.abc import Iterator

from ...catalog import Catalog
from ...catalog.model import natural_key
from ...catalog.model.deployment import DataType, PartitionModes, SystemSetting, TuningRule, Variable
from ...catalog.model.hardware import Target
from ...catalog.model.software import Framework
from ..base import NOT_APPLICABLE, UNKNOWN, Answer, Value, each, question, said, value
from ..software.scopes import reach, reaches
from ..values import distinct, gpu_names, lines, note, ref, text, whole_or

# --- environment variables ---


def _variable_answer(catalog: Catalog, record: Variable) -> Answer:
    here = said(catalog, record)
    instead = tuple(catalog.get(Variable, key).name for key in record.instead)
    return Answer(
        record.id,
        {
            "variable": value(catalog, record, "name", code=True),
            "area": Value(word=f"area.{record.area}"),
            "readers": text(tuple(record.readers), here, note=record.reader_versions or ""),
            "default": value(catalog, record, "default", code=True),
            "meaning": value(catalog, record, "meaning"),
            "instead": text(instead, here, code=True),
            "note": note(catalog, record),
        },
        record,
    )


def reads(framework: Framework, reader: str) -> bool:
    """Is the reader of a variable this framework, its build, or a part of it?"""
    names = {framework.id, framework.name.split(" (")[0].lower(), *framework.aliases}
    bare = reader.lower().removesuffix(" build")
    return bare in names or any(bare.startswith(name + " ") for name in names if len(name) > 2)


def _readers(catalog: Catalog) -> Iterator[dict[str, str]]:
    names = {reader for record in catalog.all(Variable) for reader in record.readers}
    return ({"reader": name} for name in sorted(names, key=natural_key))


def _with_variables(catalog: Catalog) -> Iterator[dict[str, str]]:
    readers = [choice["reader"] for choice in _readers(catalog)]
    return (
        {"framework": record.id}
        for record in catalog.all(Framework)
        if any(reads(record, reader) for reader in readers)
    )


@question(
    "variable",
    "area",
    "readers",
    "default",
    "meaning",
    "note",
    choices=whole_or(distinct(Variable, "area"), _readers, _with_variables),
)
def variables(catalog: Catalog, area: str = "", reader: str = "", framework: str = "") -> list[Answer]:
    """The environment variables that some component reads; if asked, of one area, one reader, or one framework."""
    found = [variable for variable in catalog.all(Variable) if variable.exists == "yes" and area in ("", variable.area)]
    if reader:
        found = [variable for variable in found if reader in variable.readers]
    if framework:
        record = catalog.get(Framework, framework)
        found = [variable for variable in found if any(reads(record, name) for name in variable.readers)]
    return [_variable_answer(catalog, variable) for variable in found]


@question("variable", "meaning", "instead", "note")
def missing_variables(catalog: Catalog) -> list[Answer]:
    """Environment variables that are written about and that nothing reads, and what to use in their place."""
    return [_variable_answer(catalog, record) for record in catalog.all(Variable) if record.exists == "no"]


# --- settings, partitions, rules ---


@question("setting", "place", "parameters", "commands", "meaning")
def settings(catalog: Catalog) -> list[Answer]:
    """Settings of the machine: firmware, kernel command line, host, GPU."""
    places = ("firmware", "kernel-parameter", "host", "gpu")
    return [
        Answer(
            record.id,
            {
                "setting": value(catalog, record, "name"),
                "place": Value(word=f"place.{record.place}", said=(said(catalog, record),)),
                "parameters": Value(data=" ".join(record.parameters), said=(said(catalog, record),), code=True)
                if record.parameters
                else NOT_APPLICABLE,
                "commands": lines(catalog, record, record.commands, code=True),
                "meaning": value(catalog, record, "meaning"),
            },
            record,
        )
        for record in sorted(catalog.all(SystemSetting), key=lambda record: places.index(record.place))
    ]


@question("gpu", "mode", "devices", "compute_units", "memory_gb", "validated")
def partition_modes(catalog: Catalog) -> list[Answer]:
    """What each compute partition mode of a GPU gives, and the memory modes it is validated with."""
    answers = []
    for record in catalog.all(PartitionModes):
        here = (said(catalog, record),)
        for mode in record.compute:
            validated = [pair for pair in record.validated if pair.compute == mode.mode]
            known = tuple(
                " ".join(filter(None, (pair.memory or mode.mode, f"(ROCm {pair.since})" if pair.since else "")))
                for pair in validated
            )
            answers.append(
                Answer(
                    f"{record.id}-{mode.mode.lower()}",
                    {
                        "gpu": Value(data=gpu_names(catalog, record.gpus)),
                        "mode": Value(data=mode.mode, said=here),
                        "devices": Value(data=mode.devices, said=here),
                        "compute_units": Value(data=mode.compute_units, said=here),
                        "memory_gb": Value(data=mode.memory_gb, said=here, unit="GB" if mode.memory_gb else ""),
                        "validated": Value(
                            data=known, said=here, note=next((pair.note for pair in validated if pair.note), "") or ""
                        )
                        if known
                        else UNKNOWN,
                    },
                    record,
                )
            )
    return answers


@question("gpu", "mode", "only_with", "default")
def memory_modes(catalog: Catalog) -> list[Answer]:
    """The memory partition modes of each GPU, the compute modes they need, and the default."""
    return [
        Answer(
            f"{record.id}-{mode.mode.lower()}",
            {
                "gpu": Value(data=gpu_names(catalog, record.gpus)),
                "mode": Value(data=mode.mode, said=(said(catalog, record),)),
                "only_with": Value(data=tuple(mode.only_with), said=(said(catalog, record),))
                if mode.only_with
                else NOT_APPLICABLE,
                "default": value(catalog, record, "default"),
            },
            record,
        )
        for record in catalog.all(PartitionModes)
        for mode in record.memory
    ]


@question("topic", "rule", "targets", "commands", choices=distinct(TuningRule, "area"))
def tuning_rules(catalog: Catalog, area: str) -> list[Answer]:
    """What to know about one area of tuning."""
    return [
        Answer(
            record.id,
            {
                "topic": value(catalog, record, "topic"),
                "rule": value(catalog, record, "text", note=record.note or ""),
                "targets": Value(
                    data=(*record.targets, *gpu_names(catalog, record.gpus)),
                    said=(said(catalog, record),),
                )
                if record.targets or record.gpus
                else NOT_APPLICABLE,
                "commands": lines(catalog, record, record.commands, code=True),
            },
            record,
        )
        for record in catalog.all(TuningRule)
        if record.area == area
    ]


# --- data types ---


def _data_type_answer(catalog: Catalog, record: DataType) -> Answer:
    here = (said(catalog, record),)
    named = reach(catalog, record)
    return Answer(
        record.id,
        {
            "data_type": value(catalog, record, "name"),
            "support": Value(word=f"data.{record.support}", said=here),
            "framework": ref("frameworks", record.framework) if record.framework else NOT_APPLICABLE,
            "dtypes": text(tuple(record.dtypes), said(catalog, record), code=True),
            "methods": text(tuple(record.methods), said(catalog, record)),
            "targets": Value(data=named, said=here) if named else UNKNOWN,
            "note": note(catalog, record),
        },
        record,
    )


@question(
    "data_type",
    "support",
    "framework",
    "dtypes",
    "methods",
    "targets",
    "note",
    choices=whole_or(each(Target, "target")),
)
def data_types(catalog: Catalog, target: str = "") -> list[Answer]:
    """Number formats and quantization methods with the targets each is for; if asked, those named for one target."""
    found = catalog.all(DataType)
    if target:
        found = [row for row in found if reaches(catalog, row, target)]
    return [_data_type_answer(catalog, row) for row in found]
