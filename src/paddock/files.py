"""Files: read with one clear error, written atomically."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from paddock.core.errors import PaddockError


class UnreadableFile(PaddockError):
    pass


def read_text(path: Path) -> str:
    """The text of a file, or one clear error."""
    try:
        return path.read_text("utf-8")
    except UnicodeDecodeError:
        raise UnreadableFile(f"{path} is not a text in UTF-8") from None
    except (OSError, ValueError) as wrong:
        raise UnreadableFile(f"cannot read {path}: {error_reason(wrong)}") from None


def write_text(path: Path, text: str) -> None:
    """Write a text atomically."""
    with open_for_replace(path) as file:
        file.write(text.encode("utf-8"))


@contextlib.contextmanager
def open_for_replace(path: Path) -> Iterator[IO[bytes]]:
    """Open a temporary file that replaces the target when everything is written."""
    path = path.resolve()
    if path.exists() and not path.is_file() and not path.is_dir():  # a device or a pipe
        with path.open("wb") as device:
            yield device
        return
    if path.is_dir():
        raise IsADirectoryError(21, os.strerror(21), str(path))
    beside = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        with beside.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)
        raise


def error_reason(wrong: Exception) -> str:
    """The system's error message, in one line."""
    return (wrong.strerror if isinstance(wrong, OSError) else None) or str(wrong)
