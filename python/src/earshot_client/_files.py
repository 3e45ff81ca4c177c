"""The files that an answer names, by the fields of its form; their bytes are kept beside the request."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from .outcomes import Given

    Made = Callable[[dict[str, Any], str | None], object]
    """From the facts of a file, and how the schema of the question writes its bytes."""


def with_files(given: Given, made: Made) -> Any:
    """The values of an answer, with others in the place of its files."""
    question = given.request.question
    schema = None if question is None else question.form.schema
    if schema is None or not isinstance(given.values, dict):
        return given.values
    return _with(schema, given.values, made)


def _with(schema: Any, value: Any, made: Made) -> Any:
    if not isinstance(schema, dict):
        return value
    if schema.get("format") == "file" and "type" not in schema:
        # A field that was made of another schema may be null.
        return value if value is None else made(value, schema.get("contentEncoding"))
    if isinstance(value, list):
        return [_with(schema.get("items"), one, made) for one in value]
    properties = schema.get("properties")
    if not isinstance(value, dict) or not isinstance(properties, dict):
        return value
    return {name: _with(properties.get(name), one, made) for name, one in value.items()}


def written(data: bytes, encoding: str) -> str | bytes:
    """As the schema of the question has bytes."""
    if encoding == "binary":
        return data
    text = _base64(data)
    # With its padding, without which neither the standard library nor pydantic reads it.
    return text if encoding == "base64" else text.replace("+", "-").replace("/", "_")


class GivenFile:
    """A file that a person gave."""

    def __init__(self, facts: dict[str, Any], data: bytes) -> None:
        self.name: str = facts["name"]
        self.media_type: str = facts["media_type"]
        self.digest: str = facts["digest"]
        self.data = data

    @property
    def data_url(self) -> str:
        return f"data:{self.media_type};base64,{_base64(self.data)}"


def _base64(data: bytes) -> str:
    import base64

    return base64.b64encode(data).decode()
