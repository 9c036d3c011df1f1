"""Files on the disk: written whole, so that no reader meets half of one, and told from what they were before."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


def write_whole(path: Path, text: str) -> bool:
    """Put ``text`` into the file (UTF-8, as it is) when it holds something else; was that so?

    An existing file keeps its mode, a link stays a link. Folders are made. Raises OSError when it cannot be written.
    """
    path = path.resolve()
    data = text.encode("utf-8")
    if path.is_file() and path.read_bytes() == data:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    mode = path.stat().st_mode & 0o7777 if path.exists() else 0o666 & ~_umask()
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.chmod(name, mode)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise
    return True


def stamp(path: Path | str) -> tuple[int, ...]:
    """What tells a file from what it was before: time, size, who may read it; nothing where nothing is."""
    try:
        found = os.stat(path)
    except OSError:
        return ()
    return found.st_mtime_ns, found.st_size, found.st_mode


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
