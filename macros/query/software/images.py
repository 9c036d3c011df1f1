"""Questions about container images: which there are, and how their tags are made up."""

from __future__ import annotations

from collections.abc import Iterator

from ...catalog import Catalog
from ...catalog.model.software import Framework, Image
from ..base import Answer, Value, question, record_answer, value
from ..values import lines, note, ref, text, whole_or


def images_of(catalog: Catalog, framework: str) -> list[Image]:
    return [image for image in catalog.all(Image) if image.framework == framework]


def _with_images(catalog: Catalog) -> Iterator[dict[str, str]]:
    return ({"framework": record.id} for record in catalog.all(Framework) if images_of(catalog, record.id))


@question("image", "framework", "series", "naming", "example", "tags", "note", choices=whole_or(_with_images))
def images(catalog: Catalog, framework: str = "") -> list[Answer]:
    """Container images and how their tags are made up, all or those of one framework."""
    return [
        record_answer(
            catalog,
            image,
            ("image", "framework", "series", "naming", "example", "tags", "note"),
            image=value(catalog, image, "name", code=True, note=image.registry or ""),
            framework=ref("frameworks", image.framework) if image.framework else Value(data="ROCm"),
            series=text(tuple(image.series)),
            naming=value(catalog, image, "naming", code=True),
            example=value(catalog, image, "example", code=True),
            tags=lines(catalog, image, image.tags, code=True),
            note=note(catalog, image),
        )
        for image in catalog.all(Image)
        if not framework or image.framework == framework
    ]
