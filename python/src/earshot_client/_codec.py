"""From JSON to shapes, and from what callers give to JSON."""

from __future__ import annotations

import math

from ._errors import EarshotError
from ._table import INPUTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import datetime
    from typing import Any


def snake(name: str) -> str:
    return "".join(f"_{mark.lower()}" if mark.isupper() else mark for mark in name)


def read(reads: str, value: Any) -> Any:
    if reads == "" or value is None:
        return value
    if reads == "T":
        return _moment(value) if isinstance(value, str) else value
    if reads[0] == "[":
        return [read(reads[1:], item) for item in value] if isinstance(value, list) else value
    if not isinstance(value, dict):
        return value
    if reads[0] == "{":
        return {key: read(reads[1:], item) for key, item in value.items()}
    from . import shapes

    return getattr(shapes, reads)._of(value)


def _moment(text: str) -> datetime:
    from datetime import datetime

    # Older Pythons know no Z.
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def write(writes: str, value: Any) -> Any:
    """What stands for the value on the wire; names that are not Python's stay as they are."""
    if writes == "":
        return _timestamp(value) if hasattr(value, "tzinfo") else value
    if writes[0] == "[":
        return [write(writes[1:], item) for item in value] if _is_list(value) else value
    if not isinstance(value, dict):
        return value
    if writes[0] == "{":
        return {key: write(writes[1:], item) for key, item in value.items()}
    table = INPUTS.get(writes, {})
    written = {}
    for key, item in value.items():
        wire, inner = table.get(key, (key, ""))
        written[wire] = write(inner, item)
    return written


def _is_list(value: object) -> bool:
    return isinstance(value, (list, tuple))


def _timestamp(value: datetime) -> str:
    if value.tzinfo is None:
        raise EarshotError("INVALID_INPUT", f"{value!r} has no time zone, so it names no moment.")
    return value.isoformat()


def dumps(value: Any, what: str) -> str:
    """The value as JSON. It refuses what JSON would change: people would approve another call."""
    import json

    _check(value, what, "")
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _check(value: Any, what: str, path: str) -> None:
    if value is None or isinstance(value, (str, bool, int)):
        return
    if isinstance(value, float):
        if math.isfinite(value):
            return
        raise _unfit(repr(value), what, path)
    if isinstance(value, dict):
        for key, item in value.items():
            if not isinstance(key, str):
                raise _unfit(f"the key {key!r}", what, path)
            _check(item, what, f"{path}/{key.replace('~', '~0').replace('/', '~1')}")
        return
    if _is_list(value):
        for index, item in enumerate(value):
            _check(item, what, f"{path}/{index}")
        return
    raise _unfit(f"a {type(value).__name__}", what, path)


def _unfit(found: str, what: str, path: str) -> EarshotError:
    return EarshotError(
        "INVALID_INPUT",
        f'The {what} hold {found} at "{path}", which JSON cannot carry. '
        "Pass what it stands for: a number, a text, a list or a dictionary.",
        details={"path": path},
    )
