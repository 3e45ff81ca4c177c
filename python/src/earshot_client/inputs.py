# Made by `npm run python`: change the contract, not this file.
"""What Earshot takes: dictionaries, whose keys a type checker knows."""

from __future__ import annotations

from typing import Any, Literal, TypedDict

from .shapes import DeliveryStatus, Level, NoticeDetail, Phase, Right, SessionStatus


class _AttachmentInput(TypedDict):
    name: str
    content: str


class AttachmentInput(_AttachmentInput, total=False):
    """A file that goes with the words or the result."""
    media_type: str


class _ReviewOutcomeInput(TypedDict):
    do: Literal["keep", "remind", "reroute", "escalate", "abandon", "assume"]


class ReviewOutcomeInput(_ReviewOutcomeInput, total=False):
    to: list[str]
    assumption: str


class _AuthorizeInSessionActionInput(TypedDict):
    tool: str
    args: dict[str, Any]
    reason: str


class AuthorizeInSessionActionInput(_AuthorizeInSessionActionInput, total=False):
    tool_schema_hash: str
    args_schema: dict[str, Any]
    resources: list[ResourceInput]
    secrets: list[str]


class _AskInSessionQuestionInput(TypedDict):
    text: str


class AskInSessionQuestionInput(_AskInSessionQuestionInput, total=False):
    context: str
    form: FormInput
    to: list[str]


class SessionEntryBodyUsageInput(TypedDict):
    input_tokens: float
    output_tokens: float


class _SessionCallInput(TypedDict):
    id: str
    name: str


class SessionCallInput(_SessionCallInput, total=False):
    """A tool call; its id is new within the session."""
    args: Any


class _SessionEntryBodyInput(TypedDict):
    kind: Literal["prompt", "told", "reply", "begun", "done", "checked", "note", "end"]


class SessionEntryBodyInput(_SessionEntryBodyInput, total=False):
    text: str
    from_: str
    calls: list[SessionCallInput]
    usage: SessionEntryBodyUsageInput
    call: str
    tool: str
    is_error: bool
    check: str
    status: SessionStatus


class _AgentChannelInput(TypedDict):
    channel: str
    direct: bool
    mention: bool


class AgentChannelInput(_AgentChannelInput, total=False):
    chats: list[str]


class _PlaceInput(TypedDict):
    channel: str
    chat_id: str


class PlaceInput(_PlaceInput, total=False):
    """Where a session talks with people."""
    thread_id: str
    message_id: str


class SetAttentionQuietInput(TypedDict):
    """As `HH:MM`; past midnight if `to` is earlier."""
    from_: str
    to: str


class _OfferToolsToolsItemInput(TypedDict):
    tool: str
    hash: str


class OfferToolsToolsItemInput(_OfferToolsToolsItemInput, total=False):
    definition: ToolDefinitionInput


class ResourceInput(TypedDict):
    """What an action touches, by the digest of its content."""
    uri: str
    sha256: str


class _ToolDefinitionInput(TypedDict):
    name: str
    description: Any
    input_schema: Any
    server: Any


class ToolDefinitionInput(_ToolDefinitionInput, total=False):
    """What a tool says of itself."""
    more: dict[str, Any]


class NotifyInput(TypedDict):
    """A URL that is called when the request closes."""
    url: str


class GivenContentInput(TypedDict, total=False):
    text: str
    base64: str


class _EvidenceInput(TypedDict):
    kind: Literal["file", "sql", "plan", "payment", "patch", "mail", "image", "attachment"]
    name: str


class EvidenceInput(_EvidenceInput, total=False):
    before: GivenContentInput | str | None
    after: GivenContentInput | str | None
    content: GivenContentInput | str
    params: Any
    file: str
    amount: Any
    currency: str
    payee: Any


class AnswerFileInput(TypedDict):
    """A file as an answer names it."""
    name: str
    media_type: str
    size: int
    digest: str


class AnswerInput(TypedDict, total=False):
    text: str
    attachments: list[AnswerFileInput]
    choice: str
    note: str
    choices: list[str]
    fields: dict[str, Any]


class _OptionInput(TypedDict):
    label: str


class OptionInput(_OptionInput, total=False):
    description: str


class _FormInput(TypedDict):
    kind: Literal["text", "choice", "choices", "fields"]


class FormInput(_FormInput, total=False):
    options: list[str | OptionInput]
    allow_text: bool
    min: int
    max: int
    schema: dict[str, Any]
