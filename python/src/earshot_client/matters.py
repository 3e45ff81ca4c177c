"""What is put to people: calls that want an approval, and questions with their forms."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, TypedDict, Union, final

from .inputs import AnswerInput, EvidenceInput, FormInput, NotifyInput, ResourceInput, ToolDefinitionInput

StableKey = Union[str, Sequence[str]]
"""Names a matter for good: the thread, and the id that the framework gives the call or the interrupt.
After a restart the same key finds what was asked, and what people have said. Of any length."""


class _Called(TypedDict):
    tool: str
    args: dict[str, Any]
    reason: str


class Called(_Called, total=False):
    """A call that wants an approval; the same as what `Client.authorize` takes."""

    on_behalf_of: str
    session: str
    args_schema: dict[str, Any]
    tool_schema_hash: str
    tool_definition: ToolDefinitionInput
    resources: Sequence[ResourceInput]
    evidence: Sequence[EvidenceInput]
    secrets: Sequence[str]
    to: Sequence[str]
    conversation: str
    expires_in_ms: float
    notify: NotifyInput


class _Questioned(TypedDict):
    text: str


class Questioned(_Questioned, total=False):
    """A question with its form; the same as what `Client.ask` takes."""

    context: str
    form: FormInput
    schema: dict[str, Any]
    default: AnswerInput
    to: Sequence[str]
    conversation: str
    expires_in_ms: float
    expires_from: Literal["asking", "delivery"]
    notify: NotifyInput


@final
class CallMatter(TypedDict):
    key: StableKey
    call: Called


@final
class QuestionMatter(TypedDict):
    key: StableKey
    question: Questioned


Matter = Union[CallMatter, QuestionMatter]
