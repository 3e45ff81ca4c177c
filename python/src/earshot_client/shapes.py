# Made by `npm run python`: change the contract, not this file.
"""What Earshot gives back. What is absent on the wire is None, or False for a flag."""

from __future__ import annotations

from ._shape import Shape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import datetime
    from typing import Any, ClassVar, Literal, TypeAlias

Level: TypeAlias = "Literal['LOW', 'MEDIUM', 'HIGH', 'CRITICAL']"
DeliveryStatus: TypeAlias = "Literal['queued', 'sent', 'seen', 'failed', 'dropped']"
HeldFor: TypeAlias = "Literal['quiet_hours', 'digest', 'attention_budget', 'fallback', 'escalation', 'alike']"
NoticeDetail: TypeAlias = "Literal['nothing', 'title']"
SessionStatus: TypeAlias = "Literal['pending', 'queued', 'running', 'completed', 'paused', 'failed', 'cancelled']"
Phase: TypeAlias = "Literal['problem_definition', 'awaiting_task_completion', 'feedback_collection', 'completed']"
Right: TypeAlias = "Literal['ask', 'tell', 'read', 'answer', 'decide', 'permit', 'redeem', 'withdraw', 'policy', 'erase', 'memory', 'record', 'keys', 'people', 'audit', 'operate', 'metrics']"


class Waited(Shape):
    """How the request closed, or `pending` while it is open."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "request": ("request", "Request"),
        "redeemed": ("redeemed", "WaitedRedeemed"),
        "askedBefore": ("asked_before", ""),
        "askedBack": ("asked_back", "AskedBack"),
    }
    outcome: Literal["pending", "answered", "approved", "rejected", "responded", "expired", "cancelled", "abandoned", "assumed"]
    request: Request
    redeemed: WaitedRedeemed | None = None
    """Allowed and redeemed at once: exactly these arguments may run now."""
    joined: bool = False
    """The same question of this agent was there already."""
    asked_before: str | None = None
    """Your own question that asks the same and is open: this one asks it again."""
    asked_back: AskedBack | None = None
    """It is open, and a person asks this before they decide: `answer_back` answers it, once."""
    undeliverable: bool = False
    """It is open, and nobody could be reached on any channel."""


class Request(Shape):
    """What needs an answer from a person."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "agentName": ("agent_name", ""),
        "question": ("question", "Question"),
        "authorization": ("authorization", "Authorization"),
        "createdAt": ("created_at", "T"),
        "expiresAt": ("expires_at", "T"),
        "lifeMs": ("life_ms", ""),
        "notify": ("notify", "Notify"),
        "askedBack": ("asked_back", "[AskedBack"),
        "held": ("held", "Held"),
        "closedAt": ("closed_at", "T"),
        "closedBy": ("closed_by", "Actor"),
        "answer": ("answer", "Answer"),
        "basis": ("basis", "Basis"),
        "collectBy": ("collect_by", "T"),
        "usedAt": ("used_at", "T"),
        "usableUntil": ("usable_until", "T"),
        "revoked": ("revoked", "RequestRevoked"),
        "alsoRevoked": ("also_revoked", ""),
        "erasedAt": ("erased_at", "T"),
        "alsoAskedBy": ("also_asked_by", "[Asker"),
        "keyRevoked": ("key_revoked", ""),
        "agentHalted": ("agent_halted", ""),
        "forOthers": ("for_others", "RequestForOthers"),
    }
    id: str
    """Id of a request."""
    workspace: str
    """Id of the workspace."""
    kind: Literal["question", "authorization"]
    status: Literal["open", "answered", "approved", "rejected", "responded", "expired", "cancelled", "abandoned", "assumed"]
    agent: str
    """Id of a principal."""
    agent_name: str
    conversation: str
    """Id of a conversation."""
    to: list[str]
    question: Question | None = None
    """Of kind question."""
    authorization: Authorization | None = None
    """Of kind authorization."""
    salt: str
    created_at: datetime
    expires_at: datetime | None = None
    life_ms: float | None = None
    """Of an open question nobody was shown yet: its time, which begins then."""
    tool: str | None = None
    """The tool whose call asked."""
    notify: Notify | None = None
    asked_back: list[AskedBack] | None = None
    """What people asked its agent before they decide, oldest first."""
    held: Held | None = None
    """Told to people: somebody decided it and can take that back for a moment."""
    closed_at: datetime | None = None
    closed_by: Actor | None = None
    answer: Answer | None = None
    basis: Basis | None = None
    """What approved or rejected."""
    collect_by: datetime | None = None
    """Of an approval: until when its grant can be collected."""
    used_at: datetime | None = None
    """For an approval: when its grant was redeemed."""
    usable_until: datetime | None = None
    """For an unused approval: until when it can be used."""
    over: Literal["used", "voided", "erased", "expired", "denied_now", "demands_more", "approver_gone", "permission_over", "agent_halted", "unknown"] | None = None
    """For an approval: why it lets nothing run. Absent while it does."""
    revoked: RequestRevoked | None = None
    """Of a rejected one: it had been approved, and that was taken back unused."""
    also_revoked: list[str] | None = None
    """Told to who rejects with `like`: approvals like it that were taken back unused."""
    reason: str | None = None
    response: str | None = None
    """Of a responded one: what a person said in place of the tool."""
    assumption: str | None = None
    """Of an assumed one: what the agent goes on with, though nobody answered."""
    erased_at: datetime | None = None
    """When its content was erased."""
    also_asked_by: list[Asker] | None = None
    """Told to people: other agents that ask the same, and get the same answer."""
    behind: str | None = None
    """Told to people: the question that is asked for this one, whose answer it gets."""
    key_revoked: bool = False
    """Told to people: no key of the agent is good any more."""
    agent_halted: bool = False
    """For people: the agent is halted and not served."""
    for_others: RequestForOthers | None = None
    """Told to people: why the caller cannot answer or approve it, and who can."""
    version: int


class Question(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "form": ("form", "Form"),
        "default": ("default", "Answer"),
        "evidence": ("evidence", "[Evidence"),
    }
    text: str
    context: str | None = None
    form: Form
    default: Answer | None = None
    evidence: list[Evidence] | None = None
    """What people are shown with it, by digests; `show_evidence` reads it."""


class Form(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "options": ("options", "[Option"),
        "allowText": ("allow_text", ""),
        "source": ("source", "FormSource"),
    }
    kind: Literal["text", "choice", "choices", "fields"]
    options: list[Option] | None = None
    allow_text: bool = False
    min: int | None = None
    max: int | None = None
    schema: dict[str, Any] | None = None
    source: FormSource | None = None


class Option(Shape):
    label: str
    description: str | None = None


class FormSource(Shape):
    """The schema that a form was made of."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "fills": ("fills", "[FormSourceFillsItem"),
        "isValue": ("is_value", ""),
    }
    schema: dict[str, Any]
    """As it was given."""
    digest: str
    """Of its canonical JSON."""
    fills: list[FormSourceFillsItem] | None = None
    """What an answer is given where it has nothing."""
    is_value: bool = False
    """The schema is not of an object with properties: it describes the field `value`."""


class FormSourceFillsItem(Shape):
    at: str
    value: Any


class Answer(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "attachments": ("attachments", "[AnswerFile"),
    }
    text: str | None = None
    attachments: list[AnswerFile] | None = None
    """Files given with it, as their uploads named them."""
    choice: str | None = None
    note: str | None = None
    """A note beside what was picked."""
    choices: list[str] | None = None
    fields: dict[str, Any] | None = None


class AnswerFile(Shape):
    """A file as an answer names it."""

    name: str
    """Without a path."""
    media_type: str
    size: int
    """In bytes."""
    digest: str
    """SHA-256 of the bytes."""


class Evidence(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "amount": ("amount", "ArgumentFact"),
        "currency": ("currency", "ArgumentFact"),
        "payee": ("payee", "ArgumentFact"),
    }
    kind: Literal["file", "sql", "plan", "payment", "patch", "mail", "image", "attachment"]
    name: str
    before: str | None | None = None
    after: str | None | None = None
    digest: str | None = None
    params: Any = None
    file: str | None = None
    amount: ArgumentFact | None = None
    currency: ArgumentFact | None = None
    payee: ArgumentFact | None = None


class ArgumentFact(Shape):
    """A value of the arguments, and its JSON Pointer."""

    at: str
    value: Any


class Authorization(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "action": ("action", "Action"),
        "edit": ("edit", "AuthorizationEdit"),
        "onBehalfOf": ("on_behalf_of", ""),
        "argsSchema": ("args_schema", ""),
        "demand": ("demand", "Demand"),
        "votes": ("votes", "[Vote"),
        "toolChanged": ("tool_changed", ""),
        "toolNew": ("tool_new", ""),
        "toolChange": ("tool_change", "AuthorizationToolChange"),
    }
    action: Action
    digest: str
    """SHA-256, 64 hexadecimal digits."""
    edit: AuthorizationEdit | None = None
    """How an operator changed the agent's arguments."""
    reason: str
    """The agent's words, unverified."""
    on_behalf_of: str | None = None
    args_schema: dict[str, Any] | None = None
    secrets: list[str]
    demand: Demand
    votes: list[Vote]
    tool_changed: bool = False
    tool_new: bool = False
    """Its server offered it only after its first listing."""
    tool_change: AuthorizationToolChange | None = None
    """The definitions before and after, if known. Of a new tool, before is one that is gone,
    if it is that one under another name."""


class Action(Shape):
    """The action envelope: what an approval is about."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "toolSchemaHash": ("tool_schema_hash", ""),
        "resources": ("resources", "[Resource"),
        "policyVersion": ("policy_version", ""),
        "expiresAt": ("expires_at", "T"),
        "evidence": ("evidence", "[Evidence"),
    }
    v: float
    """2 with evidence, 1 without any."""
    workspace: str
    """Id of the workspace."""
    agent: str
    """Id of a principal."""
    session: Any
    tool: str
    tool_schema_hash: str | None
    args: dict[str, Any]
    resources: list[Resource]
    level: Level
    policy_version: str
    expires_at: datetime
    nonce: str
    evidence: list[Evidence] | None = None
    """What people are shown with it, by digests; `show_evidence` reads it."""


class Resource(Shape):
    """What an action touches, by the digest of its content."""

    uri: str
    sha256: str
    """SHA-256, 64 hexadecimal digits."""


class AuthorizationEdit(Shape):
    """How an operator changed the agent's arguments."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "by": ("by", "Actor"),
        "at": ("at", "T"),
        "patch": ("patch", "[PatchOperation"),
    }
    by: Actor
    at: datetime
    key: str | None = None
    """Id of a key."""
    note: str | None = None
    """Its author's words, where it was put to others."""
    others: bool = False
    """It was put to others: its author's own approval does not count for it."""
    args: dict[str, Any]
    digest: str
    """SHA-256, 64 hexadecimal digits."""
    patch: list[PatchOperation]


class Actor(Shape):
    """Who did it, by their name at that time, and where."""

    principal: str
    """Id of a principal."""
    name: str
    via: str


class PatchOperation(Shape):
    op: Literal["add", "replace", "remove"]
    path: str
    value: Any = None


class Demand(Shape):
    """What the policy demands before an action may run."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "approvers": ("approvers", "Approvers"),
        "wanted": ("wanted", "[DemandWantedItem"),
        "stepUp": ("step_up", ""),
        "expiresInMs": ("expires_in_ms", ""),
        "waitMs": ("wait_ms", ""),
        "edits": ("edits", "DemandEdits"),
    }
    rule: str
    level: Level
    approvers: Approvers
    quorum: int
    wanted: list[DemandWantedItem] | None = None
    """How many different people of whom, where the rule has a list: `quorum` in all. Nobody
    fills two places, nor does whoever the agent acts for."""
    step_up: bool
    expires_in_ms: float
    wait_ms: float | None = None
    """How long after it was sought, or changed for others, the first vote counts, in
    milliseconds."""
    note: Literal["required"] | None = None
    """Each vote counts only with a note that says why."""
    tickets: list[str] | None = None
    """Patterns in RE2 of tickets: the note of each vote names one of each, as a word."""
    edits: Literal["none", "second"] | DemandEdits | None = None
    """`none`: nobody may change the arguments. `second`, also if absent: others approve any
    change. `narrow`: by JSON Pointer, the changes that their author may approve as well."""
    hands: Literal["any"] | None = None
    """Votes of every hand count; if absent, only the approvers' own do where several are
    wanted, and at HIGH and CRITICAL."""
    why: str | None = None
    """What the rule tells people if it asks, or the agent if it denies."""
    args: list[str] | None = None
    """JSON Pointers of the arguments that rules about the tool name: people are shown them
    first."""
    revision: str | None = None
    """The revision of the policy, if it is later than the action's."""


class Approvers(Shape):
    """Who may decide; both empty means nobody."""

    names: list[str]
    roles: list[Literal["owner", "approver", "viewer", "end_user"]]
    """`end_user`: the user of a service whom the request asks."""


class DemandWantedItem(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "approvers": ("approvers", "Approvers"),
    }
    count: int
    approvers: Approvers


class DemandEdits(Shape):
    narrow: dict[str, str]


class Vote(Shape):
    """One person's approval of one digest."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "by": ("by", "Actor"),
        "at": ("at", "T"),
        "madeBy": ("made_by", "VoteMadeBy"),
        "soleOperator": ("sole_operator", ""),
        "steppedUp": ("stepped_up", ""),
    }
    by: Actor
    at: datetime
    digest: str
    """SHA-256, 64 hexadecimal digits."""
    key: str | None = None
    """Id of a key."""
    hand: Literal["unattended", "another's"] | None = None
    """Whose hand it was, if not the voter's own: a key for scripts, or one that somebody else
    made."""
    made_by: VoteMadeBy | None = None
    """Who made that key, if somebody else did."""
    sole_operator: bool = False
    stepped_up: bool = False
    fits: list[int] | None = None
    """The entries of `wanted`, by index, that the voter could meet."""
    note: str | None = None
    """The voter's words to the agent; they change nothing of what may run."""
    passkey: bool = False
    """A passkey proved the voter, over the digest."""


class VoteMadeBy(Shape):
    """Who made that key, if somebody else did."""

    principal: str
    """Id of a principal."""
    name: str


class AuthorizationToolChange(Shape):
    """The definitions before and after, if known. Of a new tool, before is one that is gone,
    if it is that one under another name."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "formerHash": ("former_hash", ""),
        "former": ("former", "ToolDefinition"),
        "now": ("now", "ToolDefinition"),
    }
    former_hash: str | None = None
    """SHA-256, 64 hexadecimal digits."""
    former: ToolDefinition | None = None
    now: ToolDefinition | None = None


class ToolDefinition(Shape):
    """What a tool says of itself."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "inputSchema": ("input_schema", ""),
    }
    name: str
    description: Any
    input_schema: Any
    server: Any
    more: dict[str, Any] | None = None
    """Whatever else it says: its title, annotations, output schema."""


class Notify(Shape):
    """A URL that is called when the request closes."""

    url: str


class AskedBack(Shape):
    """What a person asked the agent before they decide."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "by": ("by", "Actor"),
        "at": ("at", "T"),
        "answer": ("answer", "AskedBackAnswer"),
    }
    number: int
    message: str
    """Id of a message."""
    text: str
    by: Actor
    at: datetime
    answer: AskedBackAnswer | None = None
    """The agent's own words, unchecked; absent until it has answered."""


class AskedBackAnswer(Shape):
    """The agent's own words, unchecked; absent until it has answered."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "at": ("at", "T"),
    }
    text: str
    at: datetime


class Held(Shape):
    """A decision that its person can take back for a moment."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "by": ("by", "Actor"),
        "at": ("at", "T"),
        "until": ("until", "T"),
    }
    by: Actor
    does: Literal["answer", "approve", "reject", "respond"]
    at: datetime
    """When it was decided."""
    until: datetime
    """When it counts."""


class Basis(Shape):
    kind: Literal["people", "permission", "rule"]
    permission: str | None = None
    """Id of a standing permission."""
    rule: str | None = None


class RequestRevoked(Shape):
    """Of a rejected one: it had been approved, and that was taken back unused."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "approvedAt": ("approved_at", "T"),
    }
    approved_at: datetime


class Asker(Shape):
    """An agent with its own request."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "agentName": ("agent_name", ""),
    }
    id: str
    """Id of a request."""
    agent: str
    """Id of a principal."""
    agent_name: str


class RequestForOthers(Shape):
    """Told to people: why the caller cannot answer or approve it, and who can."""

    why: str
    """In English."""
    names: dict[str, str] | None = None
    """The reason and what it names, to say it in another language."""
    deciders: list[str]


class WaitedRedeemed(Shape):
    """Allowed and redeemed at once: exactly these arguments may run now."""

    id: str
    """Id of a grant."""
    args: dict[str, Any]
    repeated: bool = False
    """An earlier call with this idempotency key has used the approval: the action may have
    run. Also told by the header Earshot-Repeated."""


class ListResult(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "items": ("items", "[Request"),
    }
    items: list[Request]
    next: str | None = None


class ShowResult(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "request": ("request", "Request"),
        "history": ("history", "[Event"),
    }
    request: Request
    history: list[Event]


class Event(Shape):
    """An appended fact; holds ids and digests, never content."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "at": ("at", "T"),
        "data": ("data", "EventData"),
    }
    workspace: str
    """Id of the workspace."""
    seq: int
    type: Literal["workspace.created", "principal.created", "key.created", "key.revoked", "passphrase.set", "passphrase.refused", "sign_in_link.created", "web_session.started", "web_session.ended", "web_session.revoked", "passkey.added", "passkey.removed", "passkey.refused", "operator.removed", "agent.halted", "agent.resumed", "channel.linked", "channel.unlinked", "attention.changed", "subscription.set", "subscription.rotated", "subscription.removed", "replies.changed", "channel.unheard", "channel.heard", "invitation.created", "invitation.accepted", "key.rotated", "agent.tied", "signer.stated", "signer.added", "signer.ended", "signer.owner_changed", "request.created", "request.answered", "request.answered_late", "request.cancelled", "request.expired", "request.approval_voted", "request.approved", "request.rejected", "request.decision_refused", "request.erased", "request.claimed", "test.ended", "request.assigned", "request.unassigned", "request.decision_held", "request.decision_undone", "request.decision_dropped", "request.released", "request.snoozed", "request.undeliverable", "request.shared", "request.separated", "request.reminded", "request.rerouted", "request.escalated", "request.abandoned", "request.assumed", "request.kept", "request.answered_by_permission", "request.demand_changed", "request.vote_revoked", "request.revoked", "request.edited", "request.responded", "request.asked_back", "request.answered_back", "grant.minted", "grant.redeemed", "grant.refused", "grant_key.rotated", "policy.changed", "permission.given", "permission.used", "permission.erased", "permission.revoked", "grant.voided", "tool.pinned", "tools.offered", "conversation.created", "message.created", "message.held", "message.erased", "mailbox.acknowledged", "delivery.sent", "delivery.seen", "delivery.failed", "delivery.resent", "delivery.dropped", "memory.written", "memory.deleted", "memory.restored", "memory.erased", "tool.succeeded", "tool.failed", "skill.read", "skills.counted", "log.sealed", "log.restored", "log.went_back", "log.accepted", "matter.erased", "clock.went_back", "clock.jumped", "session.created", "session.started", "session.released", "session.paused", "session.completed", "session.failed", "session.cancelled", "session.imported", "session.erased", "session.begun", "session.adopted", "agent.registered", "session.cancel_asked", "liaison.begun", "liaison.said", "liaison.replied", "liaison.moved", "liaison.erased", "liaison.shared", "task.created", "task.updated", "task.taken", "task.progressed", "task.completed", "task.feedback_received", "task.feedback_withdrawn", "task.question_asked", "task.question_answered", "task.withdrawn"]
    at: datetime
    actor: str | None = None
    """Id of a principal."""
    subject: str
    agent: str | None = None
    """Id of a principal."""
    data: EventData | None = None


class EventData(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "from": ("from_", ""),
        "soleOperator": ("sole_operator", ""),
        "steppedUp": ("stepped_up", ""),
        "madeBy": ("made_by", ""),
        "told": ("told", "T"),
        "stood": ("stood", "T"),
        "until": ("until", "T"),
        "decidedAt": ("decided_at", "T"),
    }
    digest: str | None = None
    via: str | None = None
    message: str | None = None
    """Id of a message."""
    name: str | None = None
    kind: str | None = None
    version: int | None = None
    from_: int | None = None
    """The version that was restored."""
    run: str | None = None
    error: str | None = None
    """The type of an error."""
    level: str | None = None
    rule: str | None = None
    revision: str | None = None
    permission: str | None = None
    """Id of a standing permission."""
    grant: str | None = None
    """Id of a grant."""
    unattended: bool = False
    sole_operator: bool = False
    stepped_up: bool = False
    edited: bool = False
    passkey: bool = False
    withdrawn: int | None = None
    channel: str | None = None
    delivery: str | None = None
    """Id of a delivery."""
    session: str | None = None
    """Id of a session."""
    role: Literal["owner", "approver", "viewer"] | None = None
    """Of a person that was made known."""
    owner: str | None = None
    """Of an agent: the person who made it."""
    words: str | None = None
    """Digest of a reason that was given."""
    pending: bool = False
    count: int | None = None
    key: str | None = None
    """The key by which a person decided."""
    hand: Literal["unattended", "another's"] | None = None
    """Whose hand decided, if not the person's own."""
    made_by: str | None = None
    """Who made that key, if somebody else did."""
    service: str | None = None
    """The service whose user did it."""
    told: datetime | None = None
    stood: datetime | None = None
    until: datetime | None = None
    decided_at: datetime | None = None
    """Of a decision that was held for a moment: when it was made."""
    leader: str | None = None
    """The question that is, or was, asked for it."""


class WaitedMany(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "requests": ("requests", "[Waited"),
    }
    outcome: Literal["pending", "settled"]
    requests: list[Waited]


class ShowEvidenceResult(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "items": ("items", "[EvidenceView"),
    }
    items: list[EvidenceView]


class EvidenceView(Shape):
    """Evidence as people are shown it: nothing in it hides or obeys."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "facts": ("facts", "[EvidenceViewFactsItem"),
        "lines": ("lines", "[EvidenceViewLinesItem"),
        "files": ("files", "[EvidenceViewFilesItem"),
    }
    kind: Literal["file", "sql", "plan", "payment", "patch", "mail", "image", "attachment"]
    name: str
    heading: str
    """What it is, in words, with counts."""
    warnings: list[str]
    """Said before anything else."""
    facts: list[EvidenceViewFactsItem]
    lines: list[EvidenceViewLinesItem]
    more: int
    """How many lines are left out here."""
    files: list[EvidenceViewFilesItem]


class EvidenceViewFactsItem(Shape):
    label: str
    value: str


class EvidenceViewLinesItem(Shape):
    sign: Literal[" ", "+", "-", "#"]
    """`+` is added, `-` removed; `#` is a heading of the lines below it."""
    text: str


class EvidenceViewFilesItem(Shape):
    role: Literal["before", "after", "content"]
    name: str
    """Without a path."""
    media_type: str
    size: int
    """In bytes."""
    digest: str
    """SHA-256 of the bytes."""


class PreviewEditResult(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "patch": ("patch", "[PatchOperation"),
        "evidence": ("evidence", "[EvidenceView"),
        "soleOperator": ("sole_operator", ""),
    }
    digest: str
    """SHA-256, 64 hexadecimal digits."""
    patch: list[PatchOperation]
    evidence: list[EvidenceView] | None = None
    """What is shown beside it, as it follows these arguments."""
    others: int | None = None
    """How many others have to approve these arguments, since the caller's approval does not
    count for them."""
    sole_operator: bool = False
    """The caller's approval counts only because nobody else could decide."""


class ExplainedRequest(Shape):
    """Why the rules said what they said."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "isInForce": ("is_in_force", ""),
        "at": ("at", "T"),
        "rules": ("rules", "[RuleReason"),
        "anew": ("anew", "ExplainedRequestAnew"),
    }
    request: str
    """Id of a request."""
    outcome: Literal["allow", "deny", "ask"]
    rule: str
    """The rule that decided, as the record has it."""
    revision: str
    """The policy that judged it."""
    is_in_force: bool
    at: datetime
    """The moment as of which it is judged here again."""
    unknown: Literal["erased", "not_held", "unreadable"] | None = None
    """Why nothing can be said of the rules: it was erased, or that policy is not held or not
    read any more."""
    rules: list[RuleReason]
    """From the first rule to the one that decides."""
    anew: ExplainedRequestAnew | None = None
    """What these rules say today, where that is otherwise."""
    tool: Literal["changed", "new"] | None = None
    """People are asked about such a tool, also where a rule allows it."""


class RuleReason(Shape):
    """What a rule makes of a call."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "why": ("why", "RuleReasonWhy"),
    }
    rule: str
    decision: Literal["ask", "allow", "deny"]
    found: Literal["matches", "does_not_match", "undecided", "spent"]
    """`spent`: it matches, and its budget has no room for the call."""
    why: RuleReasonWhy


class RuleReasonWhy(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "parts": ("parts", "[ExplainedPart"),
    }
    kind: Literal["conditions", "elsewhere", "unnamed", "uncounted"]
    """`conditions`: what `parts` say. `elsewhere`: it is about other tools or agents.
    `unnamed`: no condition of it names `argument`. `uncounted`: its budget cannot count the
    call."""
    parts: list[ExplainedPart]
    argument: str | None = None


class ExplainedPart(Shape):
    """A part of a condition, and what it was."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "is": ("is_", ""),
        "values": ("values", "[ExplainedPartValuesItem"),
    }
    text: str
    """As it is written in the rule."""
    is_: Literal["true", "false", "failed"]
    failed: str | None = None
    """Why it cannot be said."""
    meant: str | None = None
    """What was probably meant instead."""
    line: int | None = None
    """In the expression, from 1 on."""
    column: int | None = None
    values: list[ExplainedPartValuesItem]


class ExplainedPartValuesItem(Shape):
    """What it was about."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "is": ("is_", ""),
        "isSecret": ("is_secret", ""),
    }
    text: str
    is_: str | None = None
    """As JSON; absent if nothing is there."""
    is_secret: bool = False


class ExplainedRequestAnew(Shape):
    """What these rules say today, where that is otherwise."""

    outcome: Literal["allow", "deny", "ask"]
    rule: str


class PreviewRejectionResult(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "digitsAt": ("digits_at", ""),
    }
    digits_at: list[str]
    """As given or as found."""
    ids: list[str]
    """Other open requests that it covers and that you may reject, oldest first."""
    left: int
    """How many more it covers that you may not decide."""


class CollectedGrant(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "expiresAt": ("expires_at", "T"),
        "patch": ("patch", "[PatchOperation"),
    }
    grant: str
    """A JWT, good for one redemption."""
    id: str
    """Id of a grant."""
    expires_at: datetime
    digest: str
    """SHA-256, 64 hexadecimal digits."""
    tool: str
    args: dict[str, Any]
    patch: list[PatchOperation] | None = None


class RedeemResult(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "request": ("request", "Request"),
        "redeemedAt": ("redeemed_at", "T"),
    }
    id: str
    """Id of a grant."""
    request: Request
    redeemed_at: datetime
    repeated: bool = False
    """An earlier call with this idempotency key has used the approval: the action may have
    run. Also told by the header Earshot-Repeated."""


class OfferToolsResult(Shape):
    denied: list[str]
    """Those whose calls the policy denies whatever their arguments are."""


class PinnedTool(Shape):
    """What is known under the name of an agent's tool."""

    agent: str
    """Id of a principal."""
    tool: str
    hash: str
    """SHA-256, 64 hexadecimal digits."""


class PublicKeys(Shape):
    """A JWK Set, RFC 7517; the first signs now."""

    keys: list[dict[str, Any]]
    deployment: str | None = None
    """The issuer and audience of what they sign."""


class RotateGrantKeyResult(Shape):
    kid: str


class PolicyInForce(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "since": ("since", "T"),
    }
    revision: str
    source: dict[str, Any] | None = None
    """Absent if none was ever applied."""
    since: datetime


class TestedPolicy(Shape):
    """What a policy says about an action, and why."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "demand": ("demand", "Demand"),
        "rules": ("rules", "[RuleReason"),
    }
    outcome: Literal["allow", "deny", "ask"]
    demand: Demand
    rules: list[RuleReason]
    """From the first rule to the one that decides."""


class PolicyDryRun(Shape):
    """What it would have treated otherwise, newest first."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "examples": ("examples", "[PolicyDryRunExamplesItem"),
        "warnings": ("warnings", "[PolicyWarning"),
        "tests": ("tests", "[PolicyDryRunTestsItem"),
    }
    examined: int
    """Authorizations that were looked at, at most 1,000 at once."""
    unjudged: int
    """Those that were erased: nothing is said of them."""
    loosened: int
    """Those that need fewer or other people, a lower level or no step-up."""
    tightened: int
    examples: list[PolicyDryRunExamplesItem]
    warnings: list[PolicyWarning]
    tests: list[PolicyDryRunTestsItem]
    """Tests that change in one step with the rule that decides them."""
    next: str | None = None
    """The `cursor` for what was sought earlier; absent where nothing was."""


class PolicyDryRunExamplesItem(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "agentName": ("agent_name", ""),
        "at": ("at", "T"),
        "before": ("before", "PolicyVerdict"),
        "after": ("after", "PolicyVerdict"),
    }
    request: str
    """Id of a request."""
    agent_name: str
    tool: str
    at: datetime
    change: Literal["loosened", "tightened"]
    before: PolicyVerdict
    after: PolicyVerdict


class PolicyVerdict(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "demand": ("demand", "Demand"),
    }
    outcome: Literal["allow", "deny", "ask"]
    demand: Demand


class PolicyWarning(Shape):
    """What lets more pass than will have been meant."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "example": ("example", "PolicyWarningExample"),
    }
    rule: str
    place: str
    """Such as rules[1].args["/to/*"]."""
    warning: str
    example: PolicyWarningExample | None = None
    """A call that the policy lets through; absent where only an expression was read."""
    instead: str
    """What to write instead."""


class PolicyWarningExample(Shape):
    """A call that the policy lets through; absent where only an expression was read."""

    tool: str
    args: dict[str, Any]
    agent: str | None = None


class PolicyDryRunTestsItem(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "ruleChange": ("rule_change", ""),
    }
    test: str
    change: Literal["added", "removed", "changed"]
    rule: str
    rule_change: Literal["added", "removed", "changed"]


class PolicyCoverage(Shape):
    """How much each rule decides, by its name."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "rules": ("rules", "[PolicyCoverageRulesItem"),
        "others": ("others", "[PolicyCoverageOthersItem"),
        "tests": ("tests", "[PolicyCoverageTestsItem"),
    }
    revision: str
    examined: int
    """Authorizations that were counted, at most 1,000 at once."""
    rules: list[PolicyCoverageRulesItem]
    """Those in force, in their order."""
    others: list[PolicyCoverageOthersItem]
    """`default` where no rule matched, and rules that were there before."""
    tests: list[PolicyCoverageTestsItem]
    next: str | None = None
    """The `cursor` for what was sought earlier; absent where nothing was."""


class PolicyCoverageRulesItem(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "last": ("last", "T"),
        "lastRequest": ("last_request", ""),
    }
    rule: str
    requests: int
    last: datetime | None = None
    """When an agent last sought such a thing."""
    last_request: str | None = None
    """The request by which it did."""


class PolicyCoverageOthersItem(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "last": ("last", "T"),
        "lastRequest": ("last_request", ""),
    }
    rule: str
    requests: int
    last: datetime | None = None
    """When an agent last sought such a thing."""
    last_request: str | None = None
    """The request by which it did."""


class PolicyCoverageTestsItem(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "fault": ("fault", "PolicyCoverageTestsItemFault"),
    }
    name: str
    rule: str
    """The rule that decides it."""
    fault: PolicyCoverageTestsItemFault | None = None
    """Absent where it holds."""


class PolicyCoverageTestsItemFault(Shape):
    """Absent where it holds."""

    expected: str
    actual: str


class PolicyLogResult(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "items": ("items", "[LoggedPolicy"),
    }
    items: list[LoggedPolicy]
    next: str | None = None


class LoggedPolicy(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "at": ("at", "T"),
        "until": ("until", "T"),
        "by": ("by", "LoggedPolicyBy"),
        "changes": ("changes", "LoggedPolicyChanges"),
    }
    seq: int
    """The number of its event in the log."""
    revision: str
    at: datetime
    until: datetime | None = None
    """Absent while it is in force."""
    by: LoggedPolicyBy | None = None
    """Absent if a server loaded it from its file at the start."""
    via: str | None = None
    former: str | None = None
    """The revision that it replaced."""
    changes: LoggedPolicyChanges | None = None
    """Against the one that it replaced; absent if the text of either does not make its digest."""


class LoggedPolicyBy(Shape):
    """Absent if a server loaded it from its file at the start."""

    id: str
    """Id of a principal."""
    name: str


class LoggedPolicyChanges(Shape):
    """Against the one that it replaced; absent if the text of either does not make its digest."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "isReordered": ("is_reordered", ""),
    }
    added: list[str]
    removed: list[str]
    changed: list[str]
    is_reordered: bool
    owners: bool = False
    retention: bool = False
    routing: bool = False
    messages: bool = False
    tests: bool = False


class PolicyRevision(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "puts": ("puts", "[PolicyPut"),
    }
    revision: str
    source: dict[str, Any]
    puts: list[PolicyPut]
    """Newest first."""


class PolicyPut(Shape):
    """One time that a policy was put in force."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "at": ("at", "T"),
        "until": ("until", "T"),
        "by": ("by", "PolicyPutBy"),
    }
    seq: int
    """The number of its event in the log."""
    revision: str
    at: datetime
    until: datetime | None = None
    """Absent while it is in force."""
    by: PolicyPutBy | None = None
    """Absent if a server loaded it from its file at the start."""
    via: str | None = None


class PolicyPutBy(Shape):
    """Absent if a server loaded it from its file at the start."""

    id: str
    """Id of a principal."""
    name: str


class PolicyDiff(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "from": ("from_", ""),
        "differences": ("differences", "[PolicyDiffDifferencesItem"),
        "allowsMore": ("allows_more", ""),
    }
    from_: str | None = None
    """Absent where there was none before."""
    to: str
    differences: list[PolicyDiffDifferencesItem]
    allows_more: list[str]
    """Why the later one may let more pass; empty if it does not."""


class PolicyDiffDifferencesItem(Shape):
    """`null` where one of the two lacks it."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "from": ("from_", ""),
    }
    kind: Literal["rule", "order", "key"]
    name: str
    from_: Any
    to: Any


class PolicyBlame(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "parts": ("parts", "[PolicyBlamePartsItem"),
    }
    revision: str
    parts: list[PolicyBlamePartsItem]


class PolicyBlamePartsItem(Shape):
    """A part, and the change that gave it its present form."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "put": ("put", "PolicyPut"),
    }
    kind: Literal["rule", "order", "key"]
    name: str
    put: PolicyPut


class ReachAloneResult(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "items": ("items", "[PersonsReach"),
    }
    items: list[PersonsReach]
    """At most 100 people."""


class PersonsReach(Shape):
    """What one person could bring about alone."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "reach": ("reach", "[Reach"),
    }
    name: str
    role: Literal["owner", "approver", "viewer"]
    reach: list[Reach]
    unseen: list[str]
    """Names of rules for which no call was found, of which nothing is said."""


class Reach(Shape):
    """What a call that a rule decides is to one person alone."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "verdict": ("verdict", "PolicyVerdict"),
        "steps": ("steps", "[AloneStep"),
    }
    tool: str
    args: dict[str, Any]
    verdict: PolicyVerdict
    power: Literal["authors", "decides", "unasked", "nothing"]
    """`authors`: they write the call and it runs. `decides`: another's agent seeks it, and
    their yes is enough. `unasked`: it runs as soon as an agent seeks it. `nothing`: it
    takes somebody else."""
    steps: list[AloneStep]


class AloneStep(Shape):
    """One thing that a person does on the way."""

    move: Literal["seek", "vote", "passphrase", "agent", "resume", "accept", "invite", "take_over", "shut_out", "policy", "edit"]
    says: str
    """The sentence begins with the person's name."""


class Permission(Shape):
    """A standing permission: a yes in advance; of scope `reject` a no in advance."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "agentName": ("agent_name", ""),
        "argsDigest": ("args_digest", ""),
        "anyAt": ("any_at", ""),
        "digitsAt": ("digits_at", ""),
        "toolSchemaHash": ("tool_schema_hash", ""),
        "until": ("until", "T"),
        "givenBy": ("given_by", "Actor"),
        "createdAt": ("created_at", "T"),
        "revokedAt": ("revoked_at", "T"),
    }
    id: str
    """Id of a standing permission."""
    workspace: str
    """Id of the workspace."""
    scope: Literal["once", "session", "target", "pattern", "answer", "reject"]
    agent: str
    """Id of a principal."""
    agent_name: str
    tool: str
    args_digest: str | None = None
    args: dict[str, dict[str, Any]] | None = None
    """Conditions by JSON Pointer, as in a policy."""
    session: str | None = None
    request: str | None = None
    """Of an answer: whose answer it is; of `reject`: what was rejected."""
    any_at: list[str] | None = None
    """Of `reject`: JSON Pointers of arguments that may be anything."""
    digits_at: list[str] | None = None
    """Of `reject`: of arguments whose digits may be any."""
    tool_schema_hash: str | None = None
    """SHA-256, 64 hexadecimal digits."""
    level: Literal["LOW", "MEDIUM", "HIGH"]
    until: datetime
    given_by: Actor
    key: str | None = None
    """Id of a key."""
    created_at: datetime
    revoked_at: datetime | None = None
    uses: int


class ListPermissionsResult(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "items": ("items", "[Permission"),
    }
    items: list[Permission]


class PreviewPermissionResult(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "examples": ("examples", "[Request"),
    }
    matched: int
    sought: int
    """Authorizations of the agent, up to 10,000."""
    examples: list[Request]
    never: str | None = None
    """Why it would cover nothing."""


class SetPassphraseResult(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "setAt": ("set_at", "T"),
    }
    set_at: datetime


class InboxPage(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "items": ("items", "[InboxItem"),
        "counts": ("counts", "InboxPageCounts"),
    }
    items: list[InboxItem]
    next: str | None = None
    counts: InboxPageCounts
    seq: int
    """The newest event that the page knows of."""


class InboxItem(Shape):
    """A row of the inbox."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "agentName": ("agent_name", ""),
        "alsoAskedBy": ("also_asked_by", "[Asker"),
        "keyRevoked": ("key_revoked", ""),
        "agentHalted": ("agent_halted", ""),
        "decisive": ("decisive", "Decisive"),
        "hazards": ("hazards", "[Hazard"),
        "toolSchemaHash": ("tool_schema_hash", ""),
        "createdAt": ("created_at", "T"),
        "expiresAt": ("expires_at", "T"),
        "closedAt": ("closed_at", "T"),
        "closedBy": ("closed_by", "Actor"),
        "usedAt": ("used_at", "T"),
        "usableUntil": ("usable_until", "T"),
        "isRevoked": ("is_revoked", ""),
        "claim": ("claim", "Claim"),
        "assignment": ("assignment", "Assignment"),
        "held": ("held", "Held"),
        "asksAgentSince": ("asks_agent_since", "T"),
        "forOthers": ("for_others", "InboxItemForOthers"),
        "seenAt": ("seen_at", "T"),
        "snoozedUntil": ("snoozed_until", "T"),
        "fold": ("fold", "Fold"),
    }
    id: str
    """Id of a request."""
    kind: Literal["question", "authorization"]
    status: Literal["open", "answered", "approved", "rejected", "responded", "expired", "cancelled", "abandoned", "assumed"]
    agent: str
    """Id of a principal."""
    agent_name: str
    also_asked_by: list[Asker] | None = None
    """Other agents that ask the same, and get the same answer."""
    key_revoked: bool = False
    """For people: the agent has no valid key any more."""
    agent_halted: bool = False
    """For people: the agent is halted and not served."""
    title: str
    """The question's first 200 characters."""
    level: Level | None = None
    tool: str | None = None
    decisive: Decisive | None = None
    hazards: list[Hazard] | None = None
    said: str | None = None
    """The agent's own words, their first 200 characters: why it wants that, or the background
    of its question."""
    digest: str | None = None
    """SHA-256, 64 hexadecimal digits."""
    tool_schema_hash: str | None = None
    """SHA-256, 64 hexadecimal digits."""
    quorum: int | None = None
    votes: int | None = None
    to: list[str]
    conversation: str
    """Id of a conversation."""
    created_at: datetime
    expires_at: datetime | None = None
    closed_at: datetime | None = None
    closed_by: Actor | None = None
    used_at: datetime | None = None
    """For an approval: when it was used."""
    usable_until: datetime | None = None
    """For an unused approval: until when it can be used."""
    over: Literal["used", "voided", "erased", "expired", "denied_now", "demands_more", "approver_gone", "permission_over", "agent_halted", "unknown"] | None = None
    """For an approval: why it lets nothing run. Absent while it does."""
    is_revoked: bool = False
    """It was approved, and the unused approval was taken back."""
    claim: Claim | None = None
    assignment: Assignment | None = None
    held: Held | None = None
    asks_agent_since: datetime | None = None
    """Since when a question to its agent waits for the answer."""
    for_others: InboxItemForOthers | None = None
    """In `others`, `snoozed` and a search: why it is not for you, and who can decide it."""
    seen_at: datetime | None = None
    """By you."""
    snoozed_until: datetime | None = None
    """By you."""
    fold: Fold | None = None


class Decisive(Shape):
    """At most five arguments that say most of what an action does: what a rule names, then
    where it happens, what is run, amounts, whom it reaches, and what the schema marks. For
    an overview, not for a decision."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "args": ("args", "[DecisiveArgsItem"),
    }
    args: list[DecisiveArgsItem]
    more: int
    """How many other arguments there are."""


class DecisiveArgsItem(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "isSecret": ("is_secret", ""),
    }
    at: str
    """Its JSON Pointer; long keys are cut."""
    role: Literal["place", "command", "amount", "target", "hinted", "count", "name", "plain", "flag", "text", "id", "compound"]
    """What it is for, by its name."""
    value: Any = None
    """A text is cut in its middle. Absent for a secret and for what is no single value."""
    end: str | None = None
    """Of a text that is cut: its end."""
    left: int | None = None
    """How many characters are left out."""
    currency: str | None = None
    """Of an amount."""
    entries: int | None = None
    """Of a list, how many entries it has; `value` is the first."""
    is_secret: bool = False


class Hazard(Shape):
    """What stands out in the commands, statements and mail addresses of an action. It only
    warns: where none is told, nothing is said about the action."""

    kind: Literal["deletes_files", "runs_from_network", "runs_encoded", "overwrites_disk", "stops_machine", "stops_service", "opens_files", "protection_off", "rewrites_history", "drops_changes", "deletes_resources", "sends_file", "reads_secret", "changes_every_row", "deletes_every_row", "deletes_rows", "drops_table", "drops_column", "drops_database", "drops_other", "changes_rights", "mail_letters", "mail_other", "mail_many", "too_long"]
    what: str
    """What shows it, such as `rm -rf` or the name of a table; can be empty."""


class Claim(Shape):
    """An operator has taken a request on."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "by": ("by", "Actor"),
        "at": ("at", "T"),
    }
    by: Actor
    at: datetime


class Assignment(Shape):
    """Who a request was given to, and by whom."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "to": ("to", "AssignmentTo"),
        "by": ("by", "Actor"),
        "at": ("at", "T"),
    }
    to: AssignmentTo
    by: Actor
    at: datetime


class AssignmentTo(Shape):
    principal: str
    """Id of a principal."""
    name: str


class InboxItemForOthers(Shape):
    """In `others`, `snoozed` and a search: why it is not for you, and who can decide it."""

    why: str
    """In English."""
    names: dict[str, str] | None = None
    """The reason and what it names, to say it in another language."""
    deciders: list[str]


class Fold(Shape):
    """Open requests of one agent that are alike share a row. Each is decided by its own id."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "differs": ("differs", "[FoldDiffersItem"),
    }
    ids: list[str]
    """All of them, beginning with the row's."""
    differs: list[FoldDiffersItem]


class FoldDiffersItem(Shape):
    pointer: str
    """JSON Pointer of an argument, or a name such as `reason`."""
    count: int
    """How many different values there are."""
    values: list[str]
    """As JSON, one for each in order, cut if long; none for secrets."""


class InboxPageCounts(Shape):
    needs_me: int
    others: int
    waiting: int
    snoozed: int


class InboxDetail(Shape):
    """Everything that a person needs to decide."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "request": ("request", "Request"),
        "history": ("history", "[Event"),
        "actors": ("actors", "[InboxDetailActorsItem"),
        "claim": ("claim", "Claim"),
        "assignment": ("assignment", "Assignment"),
        "deliveries": ("deliveries", "[InboxDelivery"),
        "snoozedUntil": ("snoozed_until", "T"),
        "steps": ("steps", "[Event"),
        "similar": ("similar", "[InboxDetailSimilarItem"),
        "precedent": ("precedent", "Precedent"),
        "already": ("already", "InboxDetailAlready"),
        "needs": ("needs", "ApprovalNeeds"),
        "isRevocable": ("is_revocable", ""),
        "test": ("test", "InboxDetailTest"),
    }
    request: Request
    history: list[Event]
    actors: list[InboxDetailActorsItem] | None = None
    """The names of everybody in the history."""
    claim: Claim | None = None
    assignment: Assignment | None = None
    deliveries: list[InboxDelivery]
    snoozed_until: datetime | None = None
    steps: list[Event]
    """Tool calls of the agent in the ten minutes before it asked."""
    similar: list[InboxDetailSimilarItem]
    precedent: Precedent | None = None
    already: InboxDetailAlready | None = None
    """For an open authorization: the one by which people approved the same in the last 30
    days, by any agent. It decides nothing, and its absence says nothing."""
    rule: dict[str, Any] | None = None
    """The rule of the policy that asked."""
    needs: ApprovalNeeds | None = None
    is_revocable: bool = False
    """You could take back your vote, or the approval, now."""
    test: InboxDetailTest | None = None
    """It was a planted test request, which is over; nothing could run."""


class InboxDetailActorsItem(Shape):
    id: str
    """Id of a principal."""
    name: str


class InboxDelivery(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "sentAt": ("sent_at", "T"),
        "seenAt": ("seen_at", "T"),
    }
    operator: str
    """Id of a principal."""
    name: str
    channel: Literal["inbox"]
    status: Literal["sent", "seen"]
    sent_at: datetime
    seen_at: datetime | None = None


class InboxDetailSimilarItem(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "request": ("request", "Request"),
    }
    request: Request
    similarity: float


class Precedent(Shape):
    """How an open authorization stands to the last ones of its agent and tool that people
    decided. It decides nothing."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "differs": ("differs", "[PrecedentDiffersItem"),
    }
    count: int
    """How many of the last it is like, at most five."""
    approved: int
    edited: int
    """How many of the approved ones had other arguments."""
    rejected: int
    own: int
    """How many of them you decided."""
    differs: list[PrecedentDiffersItem]
    """Where it differs from any of them, at most three places; the first value is its own."""


class PrecedentDiffersItem(Shape):
    pointer: str
    """JSON Pointer of an argument, or a name such as `reason`."""
    count: int
    """How many different values there are."""
    values: list[str]
    """As JSON, one for each in order, cut if long; none for secrets."""


class InboxDetailAlready(Shape):
    """For an open authorization: the one by which people approved the same in the last 30
    days, by any agent. It decides nothing, and its absence says nothing."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "request": ("request", "Request"),
    }
    request: Request
    subjects: list[str]
    """Where the subject stands that both have, such as `/order`; none where every argument is
    the same."""


class ApprovalNeeds(Shape):
    """What an approval by you would take now."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "refusalCode": ("refusal_code", ""),
        "refusalNames": ("refusal_names", ""),
    }
    refusal: str | None = None
    refusal_code: str | None = None
    """Its error code."""
    refusal_names: dict[str, str] | None = None
    """Its reason and what it names, to say it in another language."""
    typed: bool
    passphrase: bool
    passkey: Literal["none", "possible", "required"]
    missing: Literal["passphrase", "passkey"] | None = None
    """Approving takes one and you have none: set it first."""
    withdrawn: list[str] | None = None
    """People whose votes no longer count, since their key was revoked."""


class InboxDetailTest(Shape):
    """It was a planted test request, which is over; nothing could run."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "twist": ("twist", "Twist"),
    }
    outcome: Literal["caught", "missed", "ended"]
    twist: Twist


class Twist(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "is": ("is_", ""),
    }
    kind: Literal["amount", "address", "reason"]
    at: str
    times: float | None = None
    was: str | None = None
    is_: str | None = None
    said: str | None = None


class NoteSentResult(Shape):
    noted: int


class NoteSeenResult(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "seenAt": ("seen_at", "T"),
    }
    seen_at: datetime


class AssigneesResult(Shape):
    names: list[str]


class UnassignResult(Shape):
    unassigned: bool


class ReleaseResult(Shape):
    released: bool


class SavedReplies(Shape):
    """What an operator often says."""

    operator: str
    """Id of a principal."""
    answers: list[str]
    """Answers in words, in the order of their numbers; at most 10."""
    reasons: list[str]
    """Why something is rejected; at most 10."""


class SnoozeResult(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "until": ("until", "T"),
    }
    until: datetime | None = None


class Insights(Shape):
    """How people answered within the last days."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "since": ("since", "T"),
        "answerTimes": ("answer_times", "[InsightsAnswerTimesItem"),
        "outcomes": ("outcomes", "[ToolOutcomes"),
        "interruptions": ("interruptions", "[InsightsInterruptionsItem"),
        "dwell": ("dwell", "InsightsDwell"),
        "tests": ("tests", "InsightsTests"),
        "mine": ("mine", "InsightsMine"),
    }
    since: datetime
    newest: int | None = None
    """Only this many of the newest were counted; `since` is when the oldest of these was
    asked."""
    answer_times: list[InsightsAnswerTimesItem]
    outcomes: list[ToolOutcomes]
    interruptions: list[InsightsInterruptionsItem]
    dwell: InsightsDwell
    tests: InsightsTests | None = None
    """For owners: of all people together, if they are at least five."""
    mine: InsightsMine
    """Your own share of `dwell`, so that you see your own habit."""


class InsightsAnswerTimesItem(Shape):
    level: Literal["LOW", "MEDIUM", "HIGH", "CRITICAL", "QUESTION"]
    count: int
    ms: list[float]
    """Quantiles 0, 0.01 … 1."""


class ToolOutcomes(Shape):
    tool: str
    level: Literal["LOW", "MEDIUM", "HIGH", "CRITICAL", "QUESTION"]
    answered: int
    approved: int
    edited: int
    """How many of the approved ones had other arguments."""
    rejected: int
    responded: int
    expired: int
    cancelled: int


class InsightsInterruptionsItem(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "at": ("at", "T"),
    }
    at: datetime
    count: int


class InsightsDwell(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "underTwoSeconds": ("under_two_seconds", ""),
        "buckets": ("buckets", "[InsightsDwellBucketsItem"),
    }
    decided: int
    under_two_seconds: int
    buckets: list[InsightsDwellBucketsItem]


class InsightsDwellBucketsItem(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "fromMs": ("from_ms", ""),
        "toMs": ("to_ms", ""),
    }
    from_ms: float
    to_ms: float | None = None
    count: int


class InsightsTests(Shape):
    """For owners: of all people together, if they are at least five."""

    caught: int
    of: int
    people: int


class InsightsMine(Shape):
    """Your own share of `dwell`, so that you see your own habit."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "byLevel": ("by_level", "[Haste"),
        "byTool": ("by_tool", "[Haste"),
        "byAgent": ("by_agent", "[Haste"),
        "tests": ("tests", "InsightsMineTests"),
    }
    by_level: list[Haste]
    by_tool: list[Haste]
    by_agent: list[Haste]
    tests: InsightsMineTests | None = None
    """How many planted test requests were caught, of those that were decided."""


class Haste(Shape):
    """How often one person decided, and how often in under 2 s."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "underTwoSeconds": ("under_two_seconds", ""),
    }
    name: str
    """A level, `QUESTION`, a tool, or an agent's name."""
    decided: int
    under_two_seconds: int


class InsightsMineTests(Shape):
    """How many planted test requests were caught, of those that were decided."""

    caught: int
    of: int


class Mailbox(Shape):
    """What an agent has not acknowledged, oldest first."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "items": ("items", "[MailboxItemsItem"),
    }
    items: list[MailboxItemsItem]
    unread: int
    """How many there are, those beyond `items` included."""


class MailboxItemsItem(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "agentName": ("agent_name", ""),
        "question": ("question", "Question"),
        "authorization": ("authorization", "Authorization"),
        "createdAt": ("created_at", "T"),
        "expiresAt": ("expires_at", "T"),
        "lifeMs": ("life_ms", ""),
        "notify": ("notify", "Notify"),
        "askedBack": ("asked_back", "[AskedBack"),
        "held": ("held", "Held"),
        "closedAt": ("closed_at", "T"),
        "closedBy": ("closed_by", "Actor"),
        "answer": ("answer", "Answer"),
        "basis": ("basis", "Basis"),
        "collectBy": ("collect_by", "T"),
        "usedAt": ("used_at", "T"),
        "usableUntil": ("usable_until", "T"),
        "revoked": ("revoked", "MailboxItemsItemRevoked"),
        "alsoRevoked": ("also_revoked", ""),
        "erasedAt": ("erased_at", "T"),
        "alsoAskedBy": ("also_asked_by", "[Asker"),
        "keyRevoked": ("key_revoked", ""),
        "agentHalted": ("agent_halted", ""),
        "forOthers": ("for_others", "MailboxItemsItemForOthers"),
        "from": ("from_", "Actor"),
        "lateAnswerTo": ("late_answer_to", ""),
        "asksBack": ("asks_back", ""),
    }
    id: str
    """Id of a request."""
    workspace: str
    """Id of the workspace."""
    kind: Literal["question", "authorization"] | None = None
    status: Literal["open", "answered", "approved", "rejected", "responded", "expired", "cancelled", "abandoned", "assumed"] | None = None
    agent: str | None = None
    """Id of a principal."""
    agent_name: str | None = None
    conversation: str
    """Id of a conversation."""
    to: list[str] | None = None
    question: Question | None = None
    """Of kind question."""
    authorization: Authorization | None = None
    """Of kind authorization."""
    salt: str
    created_at: datetime
    expires_at: datetime | None = None
    life_ms: float | None = None
    """Of an open question nobody was shown yet: its time, which begins then."""
    tool: str | None = None
    """The tool whose call asked."""
    notify: Notify | None = None
    asked_back: list[AskedBack] | None = None
    """What people asked its agent before they decide, oldest first."""
    held: Held | None = None
    """Told to people: somebody decided it and can take that back for a moment."""
    closed_at: datetime | None = None
    closed_by: Actor | None = None
    answer: Answer | None = None
    basis: Basis | None = None
    """What approved or rejected."""
    collect_by: datetime | None = None
    """Of an approval: until when its grant can be collected."""
    used_at: datetime | None = None
    """For an approval: when its grant was redeemed."""
    usable_until: datetime | None = None
    """For an unused approval: until when it can be used."""
    over: Literal["used", "voided", "erased", "expired", "denied_now", "demands_more", "approver_gone", "permission_over", "agent_halted", "unknown"] | None = None
    """For an approval: why it lets nothing run. Absent while it does."""
    revoked: MailboxItemsItemRevoked | None = None
    """Of a rejected one: it had been approved, and that was taken back unused."""
    also_revoked: list[str] | None = None
    """Told to who rejects with `like`: approvals like it that were taken back unused."""
    reason: str | None = None
    response: str | None = None
    """Of a responded one: what a person said in place of the tool."""
    assumption: str | None = None
    """Of an assumed one: what the agent goes on with, though nobody answered."""
    erased_at: datetime | None = None
    """When its content was erased."""
    also_asked_by: list[Asker] | None = None
    """Told to people: other agents that ask the same, and get the same answer."""
    behind: str | None = None
    """Told to people: the question that is asked for this one, whose answer it gets."""
    key_revoked: bool = False
    """Told to people: no key of the agent is good any more."""
    agent_halted: bool = False
    """For people: the agent is halted and not served."""
    for_others: MailboxItemsItemForOthers | None = None
    """Told to people: why the caller cannot answer or approve it, and who can."""
    version: int | None = None
    from_: Actor | None = None
    text: str | None = None
    late_answer_to: str | None = None
    """Id of a request."""
    corrects: str | None = None
    """Id of a request."""
    asks_back: str | None = None
    """The open request before whose decision this is asked: `answer_back` answers it."""


class MailboxItemsItemRevoked(Shape):
    """Of a rejected one: it had been approved, and that was taken back unused."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "approvedAt": ("approved_at", "T"),
    }
    approved_at: datetime


class MailboxItemsItemForOthers(Shape):
    """Told to people: why the caller cannot answer or approve it, and who can."""

    why: str
    """In English."""
    names: dict[str, str] | None = None
    """The reason and what it names, to say it in another language."""
    deciders: list[str]


class AcknowledgeResult(Shape):
    acknowledged: int


class Message(Shape):
    """One thing said; needs no answer."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "from": ("from_", "Actor"),
        "createdAt": ("created_at", "T"),
        "lateAnswerTo": ("late_answer_to", ""),
        "asksBack": ("asks_back", ""),
    }
    id: str
    """Id of a message."""
    workspace: str
    """Id of the workspace."""
    conversation: str
    """Id of a conversation."""
    from_: Actor
    text: str
    salt: str
    created_at: datetime
    late_answer_to: str | None = None
    """Id of a request."""
    corrects: str | None = None
    """Id of a request."""
    asks_back: str | None = None
    """The open request before whose decision this is asked: `answer_back` answers it."""


class Conversation(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "createdAt": ("created_at", "T"),
    }
    id: str
    """Id of a conversation."""
    workspace: str
    """Id of the workspace."""
    agent: str
    """Id of a principal."""
    title: str
    created_at: datetime


class ListConversationsResult(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "items": ("items", "[ListedConversation"),
    }
    items: list[ListedConversation]
    next: str | None = None


class ListedConversation(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "createdAt": ("created_at", "T"),
        "last": ("last", "ListedConversationLast"),
    }
    id: str
    """Id of a conversation."""
    workspace: str
    """Id of the workspace."""
    agent: str
    """Id of a principal."""
    title: str
    created_at: datetime
    last: ListedConversationLast | None = None
    """In the order `latest`: what was said last, its first 200 characters."""


class ListedConversationLast(Shape):
    """In the order `latest`: what was said last, its first 200 characters."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "from": ("from_", "Actor"),
        "createdAt": ("created_at", "T"),
    }
    id: str
    """Id of a message."""
    from_: Actor
    text: str
    created_at: datetime


class ShowConversationResult(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "conversation": ("conversation", "Conversation"),
        "entries": ("entries", "ShowConversationResultEntries"),
    }
    conversation: Conversation
    entries: ShowConversationResultEntries


class ShowConversationResultEntries(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "items": ("items", "[ShowConversationResultEntriesItemsItem"),
    }
    items: list[ShowConversationResultEntriesItemsItem]
    next: str | None = None


class ShowConversationResultEntriesItemsItem(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "from": ("from_", "Actor"),
        "createdAt": ("created_at", "T"),
        "lateAnswerTo": ("late_answer_to", ""),
        "asksBack": ("asks_back", ""),
        "agentName": ("agent_name", ""),
        "question": ("question", "Question"),
        "authorization": ("authorization", "Authorization"),
        "expiresAt": ("expires_at", "T"),
        "lifeMs": ("life_ms", ""),
        "notify": ("notify", "Notify"),
        "askedBack": ("asked_back", "[AskedBack"),
        "held": ("held", "Held"),
        "closedAt": ("closed_at", "T"),
        "closedBy": ("closed_by", "Actor"),
        "answer": ("answer", "Answer"),
        "basis": ("basis", "Basis"),
        "collectBy": ("collect_by", "T"),
        "usedAt": ("used_at", "T"),
        "usableUntil": ("usable_until", "T"),
        "revoked": ("revoked", "ShowConversationResultEntriesItemsItemRevoked"),
        "alsoRevoked": ("also_revoked", ""),
        "erasedAt": ("erased_at", "T"),
        "alsoAskedBy": ("also_asked_by", "[Asker"),
        "keyRevoked": ("key_revoked", ""),
        "agentHalted": ("agent_halted", ""),
        "forOthers": ("for_others", "ShowConversationResultEntriesItemsItemForOthers"),
    }
    id: str
    """Id of a message."""
    workspace: str
    """Id of the workspace."""
    conversation: str
    """Id of a conversation."""
    from_: Actor | None = None
    text: str | None = None
    salt: str
    created_at: datetime
    late_answer_to: str | None = None
    """Id of a request."""
    corrects: str | None = None
    """Id of a request."""
    asks_back: str | None = None
    """The open request before whose decision this is asked: `answer_back` answers it."""
    kind: Literal["question", "authorization"] | None = None
    status: Literal["open", "answered", "approved", "rejected", "responded", "expired", "cancelled", "abandoned", "assumed"] | None = None
    agent: str | None = None
    """Id of a principal."""
    agent_name: str | None = None
    to: list[str] | None = None
    question: Question | None = None
    """Of kind question."""
    authorization: Authorization | None = None
    """Of kind authorization."""
    expires_at: datetime | None = None
    life_ms: float | None = None
    """Of an open question nobody was shown yet: its time, which begins then."""
    tool: str | None = None
    """The tool whose call asked."""
    notify: Notify | None = None
    asked_back: list[AskedBack] | None = None
    """What people asked its agent before they decide, oldest first."""
    held: Held | None = None
    """Told to people: somebody decided it and can take that back for a moment."""
    closed_at: datetime | None = None
    closed_by: Actor | None = None
    answer: Answer | None = None
    basis: Basis | None = None
    """What approved or rejected."""
    collect_by: datetime | None = None
    """Of an approval: until when its grant can be collected."""
    used_at: datetime | None = None
    """For an approval: when its grant was redeemed."""
    usable_until: datetime | None = None
    """For an unused approval: until when it can be used."""
    over: Literal["used", "voided", "erased", "expired", "denied_now", "demands_more", "approver_gone", "permission_over", "agent_halted", "unknown"] | None = None
    """For an approval: why it lets nothing run. Absent while it does."""
    revoked: ShowConversationResultEntriesItemsItemRevoked | None = None
    """Of a rejected one: it had been approved, and that was taken back unused."""
    also_revoked: list[str] | None = None
    """Told to who rejects with `like`: approvals like it that were taken back unused."""
    reason: str | None = None
    response: str | None = None
    """Of a responded one: what a person said in place of the tool."""
    assumption: str | None = None
    """Of an assumed one: what the agent goes on with, though nobody answered."""
    erased_at: datetime | None = None
    """When its content was erased."""
    also_asked_by: list[Asker] | None = None
    """Told to people: other agents that ask the same, and get the same answer."""
    behind: str | None = None
    """Told to people: the question that is asked for this one, whose answer it gets."""
    key_revoked: bool = False
    """Told to people: no key of the agent is good any more."""
    agent_halted: bool = False
    """For people: the agent is halted and not served."""
    for_others: ShowConversationResultEntriesItemsItemForOthers | None = None
    """Told to people: why the caller cannot answer or approve it, and who can."""
    version: int | None = None


class ShowConversationResultEntriesItemsItemRevoked(Shape):
    """Of a rejected one: it had been approved, and that was taken back unused."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "approvedAt": ("approved_at", "T"),
    }
    approved_at: datetime


class ShowConversationResultEntriesItemsItemForOthers(Shape):
    """Told to people: why the caller cannot answer or approve it, and who can."""

    why: str
    """In English."""
    names: dict[str, str] | None = None
    """The reason and what it names, to say it in another language."""
    deciders: list[str]


class SentMessage(Shape):
    message: str
    """Id of a message."""
    deliveries: list[str]
    """One for each part; none for the console and the inbox."""


class ReachableResult(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "items": ("items", "[Reachable"),
    }
    items: list[Reachable]


class Reachable(Shape):
    """Where a message can go."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "chatId": ("chat_id", ""),
    }
    channel: str
    chat_id: str
    """What a message calls it."""
    kind: Literal["person", "chat"]


class DeliveriesResult(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "items": ("items", "[Delivery"),
    }
    items: list[Delivery]
    next: str | None = None


class Delivery(Shape):
    """One item's way to one address; never its text."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "address": ("address", "DeliveryAddress"),
        "part": ("part", "DeliveryPart"),
        "replyTo": ("reply_to", ""),
        "dueAt": ("due_at", "T"),
        "heldFor": ("held_for", ""),
        "isResent": ("is_resent", ""),
        "post": ("post", "DeliveryPost"),
        "error": ("error", "DeliveryError"),
        "createdAt": ("created_at", "T"),
        "sentAt": ("sent_at", "T"),
        "seenAt": ("seen_at", "T"),
    }
    id: str
    """Id of a delivery."""
    workspace: str
    """Id of the workspace."""
    address: DeliveryAddress
    item: str
    """Id of a request or a message."""
    agent: str
    """Id of a principal."""
    operator: str | None = None
    """The one person who is reached there."""
    part: DeliveryPart | None = None
    """For a message that is too long for one post."""
    reply_to: str | None = None
    status: DeliveryStatus
    job: Literal["post", "edit"] | None = None
    due_at: datetime | None = None
    held_for: HeldFor | None = None
    behind: str | None = None
    """The delivery of a similar one, which is shown there and mentions it."""
    attempts: int
    is_resent: bool = False
    digest: str | None = None
    """The digest of the shown action."""
    post: DeliveryPost | None = None
    """The platform's names for what was posted."""
    error: DeliveryError | None = None
    """Why the last attempt failed."""
    created_at: datetime
    sent_at: datetime | None = None
    seen_at: datetime | None = None
    version: int


class DeliveryAddress(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "chatId": ("chat_id", ""),
        "threadId": ("thread_id", ""),
    }
    channel: str
    chat_id: str
    """The platform's name for the chat."""
    thread_id: str | None = None


class DeliveryPart(Shape):
    """For a message that is too long for one post."""

    index: int
    of: int


class DeliveryPost(Shape):
    """The platform's names for what was posted."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "chatId": ("chat_id", ""),
        "threadId": ("thread_id", ""),
    }
    ids: list[str]
    chat_id: str
    """The platform's name for the chat."""
    thread_id: str | None = None


class DeliveryError(Shape):
    """Why the last attempt failed."""

    code: Literal["rate_limited", "unreachable", "ambiguous", "refused", "gone"]
    message: str


class RouteReport(Shape):
    """Who would be reached, in order of time."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "steps": ("steps", "[RouteReportStepsItem"),
    }
    steps: list[RouteReportStepsItem]
    unreached: list[str]
    """Operators without an address; they find it in the inbox."""


class RouteReportStepsItem(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "chatId": ("chat_id", ""),
        "threadId": ("thread_id", ""),
        "at": ("at", "T"),
        "heldFor": ("held_for", ""),
    }
    operator: str | None = None
    """Absent if several people read there."""
    channel: str
    chat_id: str
    """The platform's name for the chat."""
    thread_id: str | None = None
    at: datetime
    held_for: HeldFor | None = None


class LinkCode(Shape):
    """The account that says it on the channel is linked as yours."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "expiresAt": ("expires_at", "T"),
    }
    code: str
    """Shown this once; good for 10 minutes."""
    channel: str
    say: str
    """What to do with it there."""
    url: str | None = None
    """Opens the chat in which to say it."""
    expires_at: datetime


class Link(Shape):
    """An address that belongs to this workspace."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "chatId": ("chat_id", ""),
        "threadId": ("thread_id", ""),
        "createdAt": ("created_at", "T"),
        "createdBy": ("created_by", ""),
        "heardAt": ("heard_at", "T"),
    }
    id: str
    """Id of a link."""
    workspace: str
    """Id of the workspace."""
    channel: str
    chat_id: str
    """The platform's name for the chat."""
    thread_id: str | None = None
    operator: str | None = None
    """Absent if several people read there."""
    account: str | None = None
    """The operator's account on the platform."""
    name: str
    rank: int
    """An operator's lowest rank is reached first."""
    created_at: datetime
    created_by: str
    """Id of a principal."""
    heard_at: datetime | None = None
    """How far the chat was heard; absent after a restore."""


class ListLinksResult(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "items": ("items", "[Link"),
    }
    items: list[Link]


class Attention(Shape):
    """How and when an operator wants to be reached."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "timeZone": ("time_zone", ""),
        "quiet": ("quiet", "AttentionQuiet"),
        "perHour": ("per_hour", ""),
    }
    operator: str
    """Id of a principal."""
    language: str | None = None
    """Of what reaches them, such as `de` or `de-AT`; that of the deployment if absent."""
    time_zone: str | None = None
    """An IANA name, such as `Europe/Berlin`; `UTC` if absent."""
    quiet: AttentionQuiet | None = None
    """As `HH:MM`; past midnight if `to` is earlier."""
    digest: list[str] | None = None
    """Times, `HH:MM`, at which items that are not urgent arrive together."""
    per_hour: int | None = None
    """How many items an hour may arrive one by one."""


class AttentionQuiet(Shape):
    """As `HH:MM`; past midnight if `to` is earlier."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "from": ("from_", ""),
    }
    from_: str
    to: str


class ChannelsResult(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "items": ("items", "[ChannelState"),
    }
    items: list[ChannelState]


class ChannelState(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "since": ("since", "T"),
        "lastHeardAt": ("last_heard_at", "T"),
        "isElsewhere": ("is_elsewhere", ""),
        "takenAt": ("taken_at", "T"),
        "refused": ("refused", "ChannelStateRefused"),
    }
    channel: str
    state: Literal["running", "reconnecting", "deaf", "failed"]
    """`reconnecting`: it is not heard, and tried again by itself; `deaf`: it is not heard
    until somebody does what `why` says; `failed`: it could not be opened."""
    why: str | None = None
    """If it is not running: what to do."""
    since: datetime | None = None
    """Since when it has not been running."""
    last_heard_at: datetime | None = None
    """What people did there up to then was processed."""
    is_elsewhere: bool = False
    """Another node hears it."""
    taken_at: datetime | None = None
    """When this node took up the settings that it runs with."""
    refused: ChannelStateRefused | None = None
    """Newer settings are wrong, so it goes on with those before."""
    queued: int
    failed: int


class ChannelStateRefused(Shape):
    """Newer settings are wrong, so it goes on with those before."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "at": ("at", "T"),
    }
    at: datetime
    why: str


class ListSubscriptionsResult(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "items": ("items", "[Subscription"),
    }
    items: list[Subscription]


class Subscription(Shape):
    """Where an agent is called when one of its requests closes; never its secret."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "createdAt": ("created_at", "T"),
        "formerUntil": ("former_until", "T"),
    }
    agent: str
    """Id of a principal."""
    url: str | None = None
    """Called for every request of the agent; absent if only `notify` of a request calls."""
    created_at: datetime
    former_until: datetime | None = None
    """Until when a replaced secret signs too."""


class SubscriptionMade(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "subscription": ("subscription", "Subscription"),
    }
    subscription: Subscription
    secret: str | None = None
    """`whsec_` and base64, for Standard Webhooks. Shown this once, if it is new."""


class SubscriptionTested(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "isTaken": ("is_taken", ""),
    }
    is_taken: bool
    """The receiver answered with 2xx."""
    status: int | None = None
    why: str | None = None
    """Why it was not taken."""


class ListDevicesResult(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "items": ("items", "[Device"),
    }
    items: list[Device]
    key: str
    """The public key of RFC 8292, base64url."""


class Device(Shape):
    """A browser that is notified; never where it is reached."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "createdAt": ("created_at", "T"),
        "isCurrent": ("is_current", ""),
    }
    id: str
    """Its link; `remove_link` ends it."""
    name: str
    shows: NoticeDetail
    created_at: datetime
    is_current: bool = False
    """It is the browser that calls."""


class DeviceTested(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "isTaken": ("is_taken", ""),
    }
    is_taken: bool
    """Its push service has taken the message."""
    why: str | None = None
    """Why it was not taken."""


class ShownNotice(Shape):
    """What a notification shows; never an argument."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "buttons": ("buttons", "[ShownNoticeButtonsItem"),
    }
    request: str | None = None
    """Absent where nobody is asked any more."""
    title: str
    text: str
    buttons: list[ShownNoticeButtonsItem]
    """Each decides once, in this web session, on what it was made for."""
    waiting: int
    """How many requests wait for the caller."""


class ShownNoticeButtonsItem(Shape):
    token: str
    label: str


class PressedNotice(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "isDone": ("is_done", ""),
    }
    is_done: bool
    say: str
    """What became of it, or why nothing did."""


class Session(Shape):
    """One run of an agent."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "agentName": ("agent_name", ""),
        "from": ("from_", ""),
        "place": ("place", "Place"),
        "claim": ("claim", "SessionClaim"),
        "waitsFor": ("waits_for", "SessionWait"),
        "continuedBy": ("continued_by", ""),
        "cancelAsked": ("cancel_asked", ""),
        "createdAt": ("created_at", "T"),
        "saidAt": ("said_at", "T"),
        "startedAt": ("started_at", "T"),
        "endedAt": ("ended_at", "T"),
        "importedId": ("imported_id", ""),
        "erasedAt": ("erased_at", "T"),
    }
    id: str
    """Id of a session."""
    workspace: str
    """Id of the workspace."""
    agent: str
    """Id of a principal."""
    agent_name: str
    cause: Literal["message", "schedule", "command", "continuation", "retry", "resume", "import"]
    task: str
    """The words that it was started with."""
    from_: str | None = None
    """Who said it."""
    conversation: str
    """Id of a conversation."""
    place: Place | None = None
    lane: str
    """Sessions of one lane run one at a time."""
    continues: str | None = None
    """The session that it continues."""
    root: str
    """The first of its chain."""
    follows: str | None = None
    """The newest of the same thread before it."""
    scheduled: str | None = None
    status: SessionStatus
    attempts: int
    epoch: int
    """Raised with each claim; what a host writes repeats it."""
    claim: SessionClaim | None = None
    waits_for: SessionWait | None = None
    continued_by: str | None = None
    """For a paused one: the session that continues it."""
    asked: bool
    posted: bool
    cancel_asked: bool = False
    entries: int
    salt: str
    created_at: datetime
    said_at: datetime | None = None
    """When its words were said, if it was found in the history of a chat."""
    started_at: datetime | None = None
    ended_at: datetime | None = None
    reason: str | None = None
    imported_id: str | None = None
    """Its id in the ledger that it was imported from."""
    erased_at: datetime | None = None
    version: int


class Place(Shape):
    """Where a session talks with people."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "chatId": ("chat_id", ""),
        "threadId": ("thread_id", ""),
        "messageId": ("message_id", ""),
    }
    channel: str
    chat_id: str
    thread_id: str | None = None
    message_id: str | None = None
    """The message of the platform that started it."""


class SessionClaim(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "until": ("until", "T"),
    }
    host: str
    until: datetime


class SessionWait(Shape):
    """What a paused session waits for."""

    request: str
    """Id of a request."""
    kind: Literal["question", "approval", "repeat"]
    call: str
    """The model's tool call that is to be answered."""


class ListSessionsResult(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "items": ("items", "[Session"),
    }
    items: list[Session]
    next: str | None = None


class SessionLedgerEntry(Shape):
    """One session as a line of sessions.jsonl."""

    session_id: str
    thread_ts: Any
    ts_start: str
    ts_end: Any
    ask_operator_called: bool
    status: str | None = None
    agent: str | None = None
    channel: str | None = None
    chat_id: str | None = None
    continues: str | None = None


class ImportedLedger(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "skipped": ("skipped", "[ImportedLedgerSkippedItem"),
    }
    imported: int
    known: int
    """Sessions that were there already."""
    skipped: list[ImportedLedgerSkippedItem]


class ImportedLedgerSkippedItem(Shape):
    line: int
    why: str


class SessionDetail(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "session": ("session", "Session"),
        "chain": ("chain", "[Session"),
        "request": ("request", "Request"),
    }
    session: Session
    chain: list[Session]
    """Its chain, beginning with the first."""
    request: Request | None = None
    """What it waits for, or waited for."""


class SessionEntriesResult(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "items": ("items", "[SessionEntry"),
        "session": ("session", "Session"),
    }
    items: list[SessionEntry]
    session: Session


class SessionEntry(Shape):
    """One thing that happened in a session."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "at": ("at", "T"),
        "body": ("body", "SessionEntryBody"),
    }
    workspace: str
    """Id of the workspace."""
    session: str
    """Id of a session."""
    seq: int
    """From 1, without gaps."""
    at: datetime
    epoch: int
    body: SessionEntryBody


class SessionEntryBody(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "from": ("from_", ""),
        "calls": ("calls", "[SessionCall"),
        "usage": ("usage", "SessionEntryBodyUsage"),
        "isError": ("is_error", ""),
    }
    kind: Literal["prompt", "told", "reply", "begun", "done", "checked", "note", "end"]
    text: str | None = None
    from_: str | None = None
    calls: list[SessionCall] | None = None
    usage: SessionEntryBodyUsage | None = None
    call: str | None = None
    tool: str | None = None
    is_error: bool = False
    check: str | None = None
    status: SessionStatus | None = None


class SessionCall(Shape):
    """A tool call; its id is new within the session."""

    id: str
    name: str
    args: Any = None


class SessionEntryBodyUsage(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "inputTokens": ("input_tokens", ""),
        "outputTokens": ("output_tokens", ""),
    }
    input_tokens: float
    output_tokens: float


class ListAgentProfilesResult(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "items": ("items", "[AgentProfile"),
    }
    items: list[AgentProfile]


class AgentProfile(Shape):
    """What a host has made known of an agent."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "channels": ("channels", "[AgentChannel"),
        "at": ("at", "T"),
        "since": ("since", "{T"),
    }
    workspace: str
    """Id of the workspace."""
    agent: str
    """Id of a principal."""
    channels: list[AgentChannel]
    description: str | None = None
    skills: list[str]
    judges: bool
    """It has a model that can judge for the review."""
    digest: str
    at: datetime
    since: dict[str, datetime] | None = None
    """Since when each channel, and each schedule, starts its sessions."""


class AgentChannel(Shape):
    channel: str
    chats: list[str] | None = None
    """Every linked one if absent."""
    direct: bool
    """Whether a direct message starts a session."""
    mention: bool
    """Whether a mention does."""


class SkillUseResult(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "items": ("items", "[SkillUseResultItemsItem"),
    }
    items: list[SkillUseResultItemsItem]


class SkillUseResultItemsItem(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "skills": ("skills", "[SkillUse"),
    }
    agent: str
    skills: list[SkillUse]


class SkillUse(Shape):
    """How often an agent read one of its skills."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "reads": ("reads", "SkillUseReads"),
        "lastReadAt": ("last_read_at", "T"),
    }
    name: str
    reads: SkillUseReads
    last_read_at: datetime | None = None
    recommendation: str | None = None


class SkillUseReads(Shape):
    day: int
    week: int
    month: int


class ClaimSessionResult(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "claimed": ("claimed", "ClaimedSession"),
    }
    claimed: ClaimedSession | None = None
    """Absent if there is none."""


class ClaimedSession(Shape):
    """A session that the host works on from now on."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "session": ("session", "Session"),
        "entries": ("entries", "[SessionEntry"),
        "former": ("former", "ClaimedSessionFormer"),
        "leaseMs": ("lease_ms", ""),
    }
    session: Session
    entries: list[SessionEntry]
    former: ClaimedSessionFormer | None = None
    """The session that it continues, and what that waited for."""
    lease_ms: float
    """How long the claim is good; renew it in time."""


class ClaimedSessionFormer(Shape):
    """The session that it continues, and what that waited for."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "session": ("session", "Session"),
        "entries": ("entries", "[SessionEntry"),
        "request": ("request", "Request"),
    }
    session: Session
    entries: list[SessionEntry]
    request: Request | None = None


class RenewSessionResult(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "until": ("until", "T"),
        "cancelAsked": ("cancel_asked", ""),
    }
    until: datetime
    cancel_asked: bool


class WatchSessionResult(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "cancelAsked": ("cancel_asked", ""),
    }
    cancel_asked: bool


class RecordEntriesResult(Shape):
    entries: int


class AskInSessionResult(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "session": ("session", "Session"),
        "request": ("request", "Request"),
    }
    session: Session
    request: Request


class AuthorizedInSession(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "session": ("session", "Session"),
    }
    outcome: Literal["paused", "decided", "free", "needed"]
    session: Session | None = None
    request: Any = None
    """Id of a request."""


class PostInSessionResult(Shape):
    conversation: str
    """Id of a conversation."""


class EndSessionResult(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "session": ("session", "Session"),
        "retry": ("retry", "Session"),
    }
    session: Session
    retry: Session | None = None
    """It was asked something and said nothing: this session is queued to reply."""


class RecordSkillReadResult(Shape):
    seq: int


class ListReviewResult(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "items": ("items", "[ReviewItem"),
    }
    items: list[ReviewItem]
    next: str | None = None


class ReviewItem(Shape):
    """An open request that nobody has answered for long."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "request": ("request", "Request"),
        "waitingMs": ("waiting_ms", ""),
        "proposal": ("proposal", "ReviewOutcome"),
        "last": ("last", "ReviewItemLast"),
    }
    request: Request
    waiting_ms: float
    proposal: ReviewOutcome
    """What the rules would do."""
    why: Literal["waits_a_day", "waits_three_days", "waits_a_week", "agent_gone", "has_default"]
    last: ReviewItemLast | None = None
    """What the review did about it last."""


class ReviewOutcome(Shape):
    do: Literal["keep", "remind", "reroute", "escalate", "abandon", "assume"]
    to: list[str] | None = None
    """Names of operators, or roles as `role:owner`."""
    assumption: str | None = None
    """What the agent goes on with."""


class ReviewItemLast(Shape):
    """What the review did about it last."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "at": ("at", "T"),
    }
    outcome: Literal["keep", "remind", "reroute", "escalate", "abandon", "assume"]
    at: datetime


class RunReviewResult(Shape):
    done: int


class EarlierAnswersResult(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "items": ("items", "[EarlierAnswer"),
    }
    items: list[EarlierAnswer]


class EarlierAnswer(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "answer": ("answer", "Answer"),
        "at": ("at", "T"),
    }
    request: str
    """Id of a request."""
    text: str
    """The question that was asked."""
    answer: Answer
    by: str
    at: datetime
    likeness: float
    """0 to 1; 1 for the very same question."""


class AskingAdvice(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "sources": ("sources", "[EarlierDecision"),
        "told": ("told", "AskingAdviceTold"),
        "earlier": ("earlier", "AskingAdviceEarlier"),
    }
    advice: Literal["ask", "go_on", "earlier"]
    why: Literal["high_cost", "needs_leave", "permission_withdrawn", "no_permission", "no_options", "unclear_task", "divided", "no_evidence", "little_evidence", "chosen_alike", "told_in_task", "answer_stands"]
    sources: list[EarlierDecision] | None = None
    """How people chose among these options for like questions; each question once."""
    somebody_there: bool
    """Somebody who may answer was active within two hours and has no quiet hours."""
    clarity: float | None = None
    """The liaison's score of the task, 0 to 1; absent without a task."""
    assumption: str | None = None
    """One of the options; an assumption of the agent's, which nobody approved."""
    told: AskingAdviceTold | None = None
    """The words of the task's person that name the option."""
    earlier: AskingAdviceEarlier | None = None
    """The answer that its person lets stand for this agent and question."""


class EarlierDecision(Shape):
    """A person's answer to an earlier question of the agent."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "at": ("at", "T"),
    }
    request: str
    """Id of a request."""
    question: str
    answer: str
    by: str
    at: datetime


class AskingAdviceTold(Shape):
    """The words of the task's person that name the option."""

    option: str
    words: str
    conversation: str
    """Id of a conversation."""
    by: str


class AskingAdviceEarlier(Shape):
    """The answer that its person lets stand for this agent and question."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "at": ("at", "T"),
        "until": ("until", "T"),
    }
    request: str
    """Id of a request."""
    question: str
    answer: str
    by: str
    at: datetime
    permission: str
    """Id of a standing permission."""
    until: datetime


class LiaisonReply(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "confidence": ("confidence", "SpecificationConfidence"),
        "feedback_metrics": ("feedback_metrics", "FeedbackMetrics"),
        "questions": ("questions", "[LiaisonReplyQuestionsItem"),
        "open_questions": ("open_questions", "[LiaisonReplyOpenQuestionsItem"),
    }
    conversation_id: str
    """Id of a conversation."""
    response: str
    phase: Phase
    is_sufficient: bool
    """Enough is known to begin."""
    missing_aspects: list[str]
    suggested_questions: list[str]
    """The most useful first."""
    confidence: SpecificationConfidence | None = None
    feedback_metrics: FeedbackMetrics | None = None
    questions: list[LiaisonReplyQuestionsItem] | None = None
    """What the liaison asks now, with likely answers to choose from."""
    open_questions: list[LiaisonReplyOpenQuestionsItem] | None = None
    """What the person has asked and the worker has not answered."""


class SpecificationConfidence(Shape):
    score: float
    """It alone decides whether the task begins."""
    reasoning: str
    confidence_factors: dict[str, float]
    """clarity, completeness, consistency and more, each 0 to 1."""


class FeedbackMetrics(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "dimension_feedback": ("dimension_feedback", "[FeedbackMetricsDimensionFeedbackItem"),
        "requirement_feedback": ("requirement_feedback", "[FeedbackMetricsRequirementFeedbackItem"),
    }
    overall_satisfaction: float
    acceptance_status: Literal["accepted", "rejected", "needs_improvement"]
    dimension_feedback: list[FeedbackMetricsDimensionFeedbackItem]
    improvement_suggestions: list[str]
    interpretation_confidence: float
    requirement_feedback: list[FeedbackMetricsRequirementFeedbackItem]


class FeedbackMetricsDimensionFeedbackItem(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "quote_spans": ("quote_spans", "[FeedbackMetricsDimensionFeedbackItemQuoteSpansItem"),
    }
    dimension: str
    sentiment: Literal["very_negative", "negative", "neutral", "positive", "very_positive"]
    confidence: float
    score: float
    supporting_quotes: list[str]
    """Verbatim."""
    quote_spans: list[FeedbackMetricsDimensionFeedbackItemQuoteSpansItem]


class FeedbackMetricsDimensionFeedbackItemQuoteSpansItem(Shape):
    exchange: str
    """Id of a message."""
    start: int
    end: int


class FeedbackMetricsRequirementFeedbackItem(Shape):
    requirement_id: str
    sentiment: Literal["very_negative", "negative", "neutral", "positive", "very_positive"]
    confidence: float
    score: float


class LiaisonReplyQuestionsItem(Shape):
    topic: str
    question: str
    options: list[str]


class LiaisonReplyOpenQuestionsItem(Shape):
    exchange: str
    """Id of a message."""
    question: str


class ListLiaisonsResult(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "items": ("items", "[Liaison"),
    }
    items: list[Liaison]
    next: str | None = None


class Liaison(Shape):
    """A conversation of the liaison with one person, from need to task to feedback."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "personName": ("person_name", ""),
        "sharedWith": ("shared_with", "[LiaisonSharedWithItem"),
        "worker": ("worker", "LiaisonWorker"),
        "exchanges": ("exchanges", "[Exchange"),
        "phase_transitions": ("phase_transitions", "[LiaisonPhaseTransitionsItem"),
        "confidence_history": ("confidence_history", "[LiaisonConfidenceHistoryItem"),
        "derived_task": ("derived_task", "TaskSpecification"),
        "assessment": ("assessment", "LiaisonAssessment"),
        "clarifications": ("clarifications", "[Clarification"),
        "specifications": ("specifications", "[TaskSpecification"),
        "unsettled": ("unsettled", "LiaisonUnsettled"),
        "outcomes": ("outcomes", "[LiaisonOutcomesItem"),
        "progress": ("progress", "[LiaisonProgressItem"),
        "results": ("results", "[LiaisonResultsItem"),
        "feedback": ("feedback", "[LiaisonFeedbackItem"),
        "turnsAsked": ("turns_asked", ""),
        "workerAsks": ("worker_asks", ""),
        "personAsks": ("person_asks", "[LiaisonPersonAsksItem"),
        "dueAt": ("due_at", "T"),
        "createdAt": ("created_at", "T"),
        "updatedAt": ("updated_at", "T"),
        "erasedAt": ("erased_at", "T"),
    }
    id: str
    """Id of a conversation."""
    workspace: str
    """Id of the workspace."""
    person: str
    """Id of a principal."""
    person_name: str
    service: str | None = None
    """Whose user the person is."""
    shared_with: list[LiaisonSharedWithItem] | None = None
    """Operators whom its person lets read it."""
    agent: str
    """Id of a principal."""
    worker: LiaisonWorker | None = None
    title: str
    phase: Phase
    round: int
    exchanges: list[Exchange]
    phase_transitions: list[LiaisonPhaseTransitionsItem]
    confidence_history: list[LiaisonConfidenceHistoryItem]
    derived_task: TaskSpecification | None = None
    """The newest specification."""
    task_result: Any = None
    """The newest result."""
    is_sufficient: bool
    """Enough is known to begin."""
    missing_aspects: list[str]
    suggested_questions: list[str]
    """The most useful first."""
    assessment: LiaisonAssessment | None = None
    clarifications: list[Clarification]
    specifications: list[TaskSpecification]
    """All versions."""
    published: int
    """The version that workers follow; 0 if there is none."""
    unsettled: LiaisonUnsettled | None = None
    outcomes: list[LiaisonOutcomesItem]
    progress: list[LiaisonProgressItem]
    results: list[LiaisonResultsItem]
    feedback: list[LiaisonFeedbackItem]
    turns_asked: int
    request: str | None = None
    """The question before the person now."""
    worker_asks: list[str] | None = None
    """Questions of the worker that wait for the person."""
    person_asks: list[LiaisonPersonAsksItem] | None = None
    """Questions of the person's that went to the worker."""
    replied: int
    """How many exchanges have been replied to."""
    due_at: datetime | None = None
    """A turn of the liaison is owed."""
    salt: str
    created_at: datetime
    updated_at: datetime
    version: int
    erased_at: datetime | None = None


class LiaisonSharedWithItem(Shape):
    id: str
    """Id of a principal."""
    name: str


class LiaisonWorker(Shape):
    agent: str
    """Id of a principal."""
    name: str


class Exchange(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "timestamp": ("timestamp", "T"),
        "with": ("with_", ""),
        "attachments": ("attachments", "[Attachment"),
    }
    id: str
    """Id of a message."""
    role: Literal["human", "assistant"]
    content: str
    timestamp: datetime
    phase: Phase
    round: int
    via: str | None = None
    request: str | None = None
    """Id of a request."""
    with_: Literal["worker"] | None = None
    """The worker's question, or what the person answered to it."""
    attachments: list[Attachment] | None = None
    """A message that was too long to stand here is the first of them."""


class Attachment(Shape):
    """A file beside a person's words or a result."""

    name: str
    """Without a path."""
    media_type: str
    size: int
    """In bytes."""
    digest: str
    """SHA-256 of the bytes."""


class LiaisonPhaseTransitionsItem(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "from": ("from_", ""),
        "at": ("at", "T"),
    }
    from_: Phase | None = None
    to: Phase
    at: datetime
    reason: str
    round: int


class LiaisonConfidenceHistoryItem(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "timestamp": ("timestamp", "T"),
        "confidence": ("confidence", "SpecificationConfidence"),
        "at": ("at", "T"),
    }
    timestamp: datetime
    confidence: SpecificationConfidence
    at: datetime
    score: float
    version: int


class TaskSpecification(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "requirements": ("requirements", "[Requirement"),
        "confidence": ("confidence", "SpecificationConfidence"),
    }
    id: str
    """The task's id, the same in every version."""
    version: int
    title: str
    description: str
    requirements: list[Requirement]
    constraints: list[str]
    success_criteria: list[str]
    required_capabilities: list[str]
    context: dict[str, Any]
    assumptions: list[str]
    """What nobody has said, but the work relies on."""
    confidence: SpecificationConfidence


class Requirement(Shape):
    id: str
    """The same for the same words in every version."""
    description: str
    importance: float
    constraints: list[str]
    examples: list[str]
    extracted_from: list[str]
    """The exchanges that it was taken from."""


class LiaisonAssessment(Shape):
    is_sufficient: bool
    """Enough is known to begin."""
    missing_aspects: list[str]
    suggested_questions: list[str]
    """The most useful first."""


class Clarification(Shape):
    """A detail that the person is asked for."""

    topic: str
    question: str
    options: list[str]
    default: str | None = None
    why: str | None = None
    status: Literal["open", "answered", "left_to_us", "assumed"]
    asked_in: str
    """Id of a message."""
    answer: str | None = None


class LiaisonUnsettled(Shape):
    score: float
    version: int


class LiaisonOutcomesItem(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "at": ("at", "T"),
    }
    score: float
    accepted: bool
    version: int
    at: datetime


class LiaisonProgressItem(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "at": ("at", "T"),
    }
    status: str
    result: Any = None
    by: str
    at: datetime


class LiaisonResultsItem(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "attachments": ("attachments", "[Attachment"),
        "at": ("at", "T"),
    }
    result: Any
    attachments: list[Attachment] | None = None
    by: str
    at: datetime
    round: int


class LiaisonFeedbackItem(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "at": ("at", "T"),
        "metrics": ("metrics", "FeedbackMetrics"),
        "withdrawn": ("withdrawn", "LiaisonFeedbackItemWithdrawn"),
    }
    round: int
    at: datetime
    metrics: FeedbackMetrics
    withdrawn: LiaisonFeedbackItemWithdrawn | None = None
    """It was read wrongly and counts nowhere."""


class LiaisonFeedbackItemWithdrawn(Shape):
    """It was read wrongly and counts nowhere."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "at": ("at", "T"),
    }
    by: str
    reason: str
    at: datetime


class LiaisonPersonAsksItem(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "answer": ("answer", "LiaisonPersonAsksItemAnswer"),
    }
    exchange: str
    """Id of a message."""
    task: str
    question: str
    answer: LiaisonPersonAsksItemAnswer | None = None


class LiaisonPersonAsksItemAnswer(Shape):
    text: str
    by: str
    told: str | None = None
    """Id of a message."""


class WithdrawnFeedback(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "at": ("at", "T"),
    }
    conversation_id: str
    """Id of a conversation."""
    round: int
    by: str
    reason: str
    at: datetime
    repeated: bool = False
    """It had been withdrawn before, by this name and for this reason."""


class TaskEvent(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "at": ("at", "T"),
        "task_specification": ("task_specification", "TaskSpecification"),
        "confidence": ("confidence", "SpecificationConfidence"),
        "changes": ("changes", "[SpecificationChange"),
        "attachments": ("attachments", "[Attachment"),
        "feedback_metrics": ("feedback_metrics", "FeedbackMetrics"),
    }
    type: Literal["task.created", "task.updated", "task.progressed", "task.completed", "task.feedback_received", "task.feedback_withdrawn", "task.question_asked", "task.question_answered", "task.withdrawn"]
    seq: int
    at: datetime
    conversation_id: str
    """Id of a conversation."""
    user_id: str
    task_specification: TaskSpecification | None = None
    confidence: SpecificationConfidence | None = None
    agent: str | None = None
    changes: list[SpecificationChange] | None = None
    task_id: str | None = None
    status: str | None = None
    result: Any = None
    task_result: Any = None
    attachments: list[Attachment] | None = None
    feedback_metrics: FeedbackMetrics | None = None
    round: int | None = None
    by: str | None = None
    reason: str | None = None
    exchange: str | None = None
    """Id of a message."""
    question: str | None = None
    answer: str | None = None


class SpecificationChange(Shape):
    kind: Literal["added", "removed", "changed"]
    field: str
    id: str | None = None
    """Of a requirement."""
    before: Any = None
    after: Any = None


class ListDoubtfulFeedbackResult(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "items": ("items", "[DoubtfulFeedback"),
    }
    items: list[DoubtfulFeedback]


class DoubtfulFeedback(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "at": ("at", "T"),
    }
    conversation_id: str
    """Id of a conversation."""
    user_id: str
    title: str
    task_id: str
    round: int
    at: datetime
    acceptance_status: Literal["accepted", "rejected", "needs_improvement"]
    confidence: float


class LiaisonReport(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "bins": ("bins", "[LiaisonReportBinsItem"),
        "calibrated": ("calibrated", "LiaisonReportCalibrated"),
    }
    outcomes: int
    is_calibrated: bool
    """From 50 outcomes on."""
    brier: float | None = None
    ece: float | None = None
    bins: list[LiaisonReportBinsItem]
    calibrated: LiaisonReportCalibrated | None = None


class LiaisonReportBinsItem(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "from": ("from_", ""),
    }
    from_: float
    to: float
    count: int
    mean_score: float
    accepted: float


class LiaisonReportCalibrated(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "bins": ("bins", "[LiaisonReportCalibratedBinsItem"),
    }
    brier: float
    ece: float
    bins: list[LiaisonReportCalibratedBinsItem]


class LiaisonReportCalibratedBinsItem(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "from": ("from_", ""),
    }
    from_: float
    to: float
    count: int
    mean_score: float
    accepted: float


class FitnessResult(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "items": ("items", "[AgentFitness"),
    }
    items: list[AgentFitness]


class AgentFitness(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "fitness": ("fitness", "Bounded"),
        "dimensions": ("dimensions", "{Bounded"),
        "requirements": ("requirements", "[AgentFitnessRequirementsItem"),
        "clarity": ("clarity", "AgentFitnessClarity"),
    }
    agent: str
    fitness: Bounded | None = None
    """Absent if nobody has said anything."""
    dimensions: dict[str, Bounded]
    requirements: list[AgentFitnessRequirementsItem]
    clarity: AgentFitnessClarity
    accepted: int
    rejected: int
    needs_improvement: int
    unrated: int


class Bounded(Shape):
    value: float
    lower: float
    """One-sided 95 % bound."""
    support: float
    """The number of whole feedbacks that it rests on."""


class AgentFitnessRequirementsItem(Shape):
    value: float
    lower: float
    """One-sided 95 % bound."""
    support: float
    """The number of whole feedbacks that it rests on."""
    requirement_id: str
    description: str
    conversation_id: str
    """Id of a conversation."""


class AgentFitnessClarity(Shape):
    tasks: int
    questions: float
    turns: float
    corrections: float
    score: float


class SelectionRecord(Shape):
    """One round of one task, for choosing among variants."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "at": ("at", "T"),
        "dimensions": ("dimensions", "{SelectionRecordDimensionsValue"),
        "requirements": ("requirements", "[SelectionRecordRequirementsItem"),
        "clarity": ("clarity", "SelectionRecordClarity"),
    }
    conversation_id: str
    """Id of a conversation."""
    task_id: str
    round: int
    agent: str
    at: datetime
    fitness: float
    confidence: float
    acceptance_status: Literal["accepted", "rejected", "needs_improvement"]
    dimensions: dict[str, SelectionRecordDimensionsValue]
    requirements: list[SelectionRecordRequirementsItem]
    improvement_suggestions: list[str]
    clarity: SelectionRecordClarity


class SelectionRecordDimensionsValue(Shape):
    score: float
    confidence: float


class SelectionRecordRequirementsItem(Shape):
    requirement_id: str
    description: str
    importance: float
    score: float
    confidence: float


class SelectionRecordClarity(Shape):
    questions: int
    turns: int
    corrections: int
    specification_confidence: float


class QueryGraphResult(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "items": ("items", "[QueryGraphResultItemsItem"),
    }
    items: list[QueryGraphResultItemsItem]


class QueryGraphResultItemsItem(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "node": ("node", "GraphNode"),
    }
    node: GraphNode
    depth: int | None = None
    """How many edges away."""


class GraphNode(Shape):
    id: str
    kind: Literal["conversation", "exchange", "question", "requirement", "task", "specification", "result", "feedback", "agent", "person"]
    conversation: str | None = None
    props: dict[str, Any]


class Graph(Shape):
    """An edge points from a later thing to what it came from."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "nodes": ("nodes", "[GraphNode"),
        "edges": ("edges", "[GraphEdgesItem"),
    }
    nodes: list[GraphNode]
    edges: list[GraphEdgesItem]


class GraphEdgesItem(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "from": ("from_", ""),
    }
    from_: str
    relation: Literal["part_of", "derived_from", "revision_of", "attributed_to", "answers", "about"]
    to: str
    conversation: str


class MemoryEntry(Shape):
    """Text that is kept under a key."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "writtenAt": ("written_at", "T"),
        "writtenBy": ("written_by", "Actor"),
        "restoredFrom": ("restored_from", ""),
    }
    key: str
    version: int
    """1 for the first; also a deletion makes the next."""
    written_at: datetime
    written_by: Actor
    restored_from: int | None = None
    """The version that was restored."""
    value: str


class ListMemoryResult(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "items": ("items", "[MemoryItem"),
    }
    items: list[MemoryItem]
    next: str | None = None


class MemoryItem(Shape):
    """A memory entry without its value."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "writtenAt": ("written_at", "T"),
        "writtenBy": ("written_by", "Actor"),
        "restoredFrom": ("restored_from", ""),
    }
    key: str
    version: int
    """1 for the first; also a deletion makes the next."""
    written_at: datetime
    written_by: Actor
    restored_from: int | None = None
    """The version that was restored."""
    bytes: int


class MemoryVersionsResult(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "items": ("items", "[MemoryVersion"),
    }
    items: list[MemoryVersion]
    next: str | None = None


class MemoryVersion(Shape):
    """One version in the history of a key; a deletion has no value."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "writtenAt": ("written_at", "T"),
        "writtenBy": ("written_by", "Actor"),
        "restoredFrom": ("restored_from", ""),
    }
    key: str
    version: int
    """1 for the first; also a deletion makes the next."""
    written_at: datetime
    written_by: Actor
    restored_from: int | None = None
    """The version that was restored."""
    value: str | None = None


class MemorySearch(Shape):
    """At most 100 entries that match."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "matches": ("matches", "[MemoryMatch"),
        "isPartial": ("is_partial", ""),
    }
    matches: list[MemoryMatch]
    is_partial: bool
    """There is more, or the time ran out."""


class MemoryMatch(Shape):
    key: str
    excerpt: str
    """The first line that matches, cut to 200 characters."""
    line: int
    """Counted from 1; 0 if the key matches and no line does."""


class RecordToolCallResult(Shape):
    seq: int


class LastEventResult(Shape):
    seq: int


class ListRunsResult(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "items": ("items", "[ListedRun"),
    }
    items: list[ListedRun]


class ListedRun(Shape):
    """A run of an experiment, according to its log."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "startedAt": ("started_at", "T"),
        "endedAt": ("ended_at", "T"),
        "cyclesPlanned": ("cycles_planned", ""),
    }
    run: str
    """Id of a run."""
    name: str
    state: str
    started_at: datetime
    ended_at: datetime | None = None
    cycles: int
    cycles_planned: int
    questions: int
    tokens: int


class RunTranscript(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "run": ("run", "ListedRun"),
        "entries": ("entries", "[RunEntry"),
    }
    run: ListedRun
    entries: list[RunEntry]
    next: int
    """The index to ask from next."""


class RunEntry(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "at": ("at", "T"),
    }
    index: int
    at: datetime
    cycle: int | None = None
    kind: Literal["cycle", "model", "tool", "operator", "note", "end"]
    title: str
    text: str
    data: Any = None


class WhoamiResult(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "principal": ("principal", "Principal"),
        "holdMs": ("hold_ms", ""),
    }
    principal: Principal
    rights: list[Right]
    hold_ms: int | None = None
    """The key's hold; see `Key`."""
    unattended: bool = False


class Principal(Shape):
    """Who acts."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "tiedBy": ("tied_by", ""),
        "haltedAt": ("halted_at", "T"),
        "createdAt": ("created_at", "T"),
    }
    id: str
    """Id of a principal."""
    workspace: str
    """Id of the workspace."""
    kind: Literal["agent", "person", "service"]
    name: str
    role: Literal["owner", "approver", "viewer"] | None = None
    owner: str | None = None
    """Of an agent: the person who made it."""
    tied_by: str | None = None
    """Of the subject of a token: who has said whose it is, unless it is theirs."""
    halted_at: datetime | None = None
    """Of an agent that is not served."""
    created_at: datetime


class CreateKeyResult(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "key": ("key", "Key"),
        "principal": ("principal", "Principal"),
    }
    key: Key
    principal: Principal
    secret: str


class Key(Shape):
    """A bearer key; its secret is shown once."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "holdMs": ("hold_ms", ""),
        "madeWith": ("made_with", ""),
        "expiresAt": ("expires_at", "T"),
        "web": ("web", "KeyWeb"),
        "invitation": ("invitation", "KeyInvitation"),
        "madeBy": ("made_by", ""),
        "invitedBy": ("invited_by", ""),
        "createdAt": ("created_at", "T"),
        "revokedAt": ("revoked_at", "T"),
        "usedAt": ("used_at", "T"),
    }
    id: str
    """Id of a key."""
    workspace: str
    """Id of the workspace."""
    principal: str
    """Id of a principal."""
    scopes: list[Right]
    hold_ms: int | None = None
    """How long a tool called with it waits for a person."""
    unattended: bool = False
    """For scripts that decide."""
    label: str | None = None
    """What it is for."""
    made_with: str | None = None
    """The key that it, or the sign-in link of a web session, was made with."""
    expires_at: datetime | None = None
    """From then on nobody gets in with it; absent if it has no end."""
    web: KeyWeb | None = None
    """Of a web session: a browser holds it in a cookie."""
    invitation: KeyInvitation | None = None
    """It lets nobody in: its person makes their own key with it, once."""
    made_by: str | None = None
    """Who made it; absent for those that a start has made."""
    invited_by: str | None = None
    """Who invited the person that made it for themselves."""
    created_at: datetime
    revoked_at: datetime | None = None
    used_at: datetime | None = None
    """Its last use, to the hour."""


class KeyWeb(Shape):
    """Of a web session: a browser holds it in a cookie."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "atTerminal": ("at_terminal", ""),
        "expiresAt": ("expires_at", "T"),
        "endedAt": ("ended_at", "T"),
    }
    browser: str
    at_terminal: bool
    expires_at: datetime
    ended_at: datetime | None = None


class KeyInvitation(Shape):
    """It lets nobody in: its person makes their own key with it, once."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "expiresAt": ("expires_at", "T"),
    }
    expires_at: datetime


class ListKeysResult(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "items": ("items", "[ListKeysResultItemsItem"),
    }
    items: list[ListKeysResultItemsItem]


class ListKeysResultItemsItem(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "key": ("key", "Key"),
        "principal": ("principal", "Principal"),
    }
    key: Key
    principal: Principal


class RotateKeyResult(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "key": ("key", "Key"),
        "principal": ("principal", "Principal"),
        "former": ("former", "Key"),
    }
    key: Key
    principal: Principal
    secret: str
    former: Key
    """With the end that it has now."""


class ListAgentsResult(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "items": ("items", "[ListedAgent"),
    }
    items: list[ListedAgent]


class ListedAgent(Shape):
    """An agent as an operator sees it."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "principal": ("principal", "Principal"),
        "openRequests": ("open_requests", ""),
    }
    principal: Principal
    keys: int
    open_requests: int


class ListOperatorsResult(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "items": ("items", "[Operator"),
    }
    items: list[Operator]


class Operator(Shape):
    """A person who may sign in, with counts of what is valid."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "principal": ("principal", "Principal"),
        "webSessions": ("web_sessions", ""),
        "hasPassphrase": ("has_passphrase", ""),
        "invitedUntil": ("invited_until", "T"),
    }
    principal: Principal
    keys: int
    web_sessions: int
    passkeys: int
    has_passphrase: bool
    """If false and they have no passkey either, anyone with their key passes for them."""
    invited_until: datetime | None = None
    """Until when an unused link signs them in, if there is one."""


class EndUserToken(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "expires_at": ("expires_at", "T"),
    }
    user_id: str
    token: str
    expires_at: datetime


class SignInLink(Shape):
    """The first to post the token is signed in."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "operator": ("operator", "Principal"),
        "atTerminal": ("at_terminal", ""),
        "expiresAt": ("expires_at", "T"),
    }
    token: str
    """Behind /sign-in#, once, within 10 minutes."""
    operator: Principal
    at_terminal: bool
    expires_at: datetime


class ListWebSessionsResult(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "items": ("items", "[WebSession"),
    }
    items: list[WebSession]


class WebSession(Shape):
    """An operator signed in in one browser."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "atTerminal": ("at_terminal", ""),
        "createdAt": ("created_at", "T"),
        "expiresAt": ("expires_at", "T"),
        "isCurrent": ("is_current", ""),
    }
    id: str
    """Id of a key."""
    operator: str
    """Id of a principal."""
    name: str
    browser: str
    at_terminal: bool
    created_at: datetime
    expires_at: datetime
    is_current: bool = False


class SignOutResult(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "signedOut": ("signed_out", ""),
    }
    signed_out: bool


class Passkey(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "rpId": ("rp_id", ""),
        "createdAt": ("created_at", "T"),
        "lastUsedAt": ("last_used_at", "T"),
    }
    id: str
    """Id of a passkey."""
    operator: str
    """Id of a principal."""
    name: str
    rp_id: str
    """The host name it is bound to."""
    created_at: datetime
    last_used_at: datetime | None = None


class ListPasskeysResult(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "items": ("items", "[Passkey"),
    }
    items: list[Passkey]


class SignersState(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "people": ("people", "[ListedSigningPerson"),
        "waiting": ("waiting", "[WaitingStatement"),
    }
    root: str | None = None
    """The fingerprint that guards and verifiers pin."""
    head: str | None = None
    """The newest entry of the chain of signers; absent while it is empty."""
    people: list[ListedSigningPerson]
    waiting: list[WaitingStatement]


class ListedSigningPerson(Shape):
    """Somebody who has had a signer."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "signers": ("signers", "[ListedSigner"),
    }
    id: str
    """Id of a principal."""
    name: str
    """As they have signed it themselves."""
    owner: bool
    """Whether they say who may sign."""
    signers: list[ListedSigner]


class ListedSigner(Shape):
    """A key by which a person signs."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "from": ("from_", "T"),
        "until": ("until", "T"),
    }
    id: str
    """`sig_` and 32 hexadecimal digits."""
    grade: Literal["device", "passkey"]
    kept: Literal["browser", "file"] | None = None
    """Where a device keeps its key."""
    from_: datetime
    until: datetime | None = None
    """Absent while it is in force."""


class WaitingStatement(Shape):
    """What waits for others to sign it too."""

    digest: str
    """64 hexadecimal digits."""
    signed: dict[str, Any]


class ChangedSigner(Shape):
    digest: str
    """64 hexadecimal digits."""
    state: Literal["waits", "done"]
    head: str | None = None
    """The newest entry of the chain of signers; absent while it is empty."""


class SignerChainResult(Shape):
    items: list[dict[str, Any]]


class StatementTerms(Shape):
    """Good once, for this and for the caller."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "at": ("at", "T"),
        "expiresAt": ("expires_at", "T"),
    }
    nonce: str
    deployment: str
    workspace: str
    head: str | None = None
    """The newest entry of the chain of signers; absent while it is empty."""
    at: datetime
    """The server's time."""
    expires_at: datetime


class RecordState(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "setBack": ("set_back", "RecordStateSetBack"),
        "promotedAt": ("promoted_at", "T"),
    }
    head: int
    """The number of the newest event."""
    set_back: RecordStateSetBack | None = None
    """Present if the record lost what it had committed and nobody has accepted that yet."""
    promoted_at: datetime | None = None
    """When another server last became the database; what no node or anchor knew of is not
    noticed."""


class RecordStateSetBack(Shape):
    """Present if the record lost what it had committed and nobody has accepted that yet."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "from": ("from_", ""),
        "at": ("at", "T"),
    }
    event: int
    """The event that says so; accept this one."""
    from_: int
    """The last event that is known to be lost."""
    to: int
    """Where the log ended when it was noticed."""
    at: datetime
    by: Literal["memory", "checkpoint"]
    """What noticed it: a node's memory, or a checkpoint of the anchor."""


class AuditReport(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "head": ("head", "AuditReportHead"),
        "wentBack": ("went_back", "AuditReportWentBack"),
        "record": ("record", "AuditReportRecord"),
    }
    intact: bool
    events: int
    head: AuditReportHead
    fault: str | None = None
    went_back: AuditReportWentBack | None = None
    """Events dated more than a minute before one that they follow: how many, and which is
    furthest back, by how much. The chain holds all the same."""
    record: AuditReportRecord | None = None
    """Whether the record agrees with the log. Absent if the log itself is broken."""


class AuditReportHead(Shape):
    seq: int
    hash: str


class AuditReportWentBack(Shape):
    """Events dated more than a minute before one that they follow: how many, and which is
    furthest back, by how much. The chain holds all the same."""

    count: int
    seq: int
    ms: int


class AuditReportRecord(Shape):
    """Whether the record agrees with the log. Absent if the log itself is broken."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "faults": ("faults", "[AuditReportRecordFaultsItem"),
    }
    rows: int
    erased: int
    """Rows whose content is erased according to the log."""
    faults: list[AuditReportRecordFaultsItem]
    more: int
    """The number of faults that are not listed."""


class AuditReportRecordFaultsItem(Shape):
    kind: Literal["request", "grant", "message", "conversation", "principal", "key", "passkey", "passphrase", "permission", "policy", "workspace", "memory", "session", "liaison", "signers", "statement"]
    id: str
    fact: str | None = None
    seq: int | None = None
    """The event that says otherwise."""


class Checkpoint(Shape):
    """The head of the log, signed."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "at": ("at", "T"),
    }
    workspace: str
    """Id of the workspace."""
    seq: int
    hash: str
    at: datetime
    token: str


class ExportedEvent(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "event": ("event", "Event"),
        "proof": ("proof", "ExportedEventProof"),
    }
    event: Event
    hash: str
    code: str
    proof: ExportedEventProof | None = None
    """If one event was asked for: its place and path (RFC 9162) in the Merkle tree whose root
    the checkpoint has signed."""


class ExportedEventProof(Shape):
    """If one event was asked for: its place and path (RFC 9162) in the Merkle tree whose root
    the checkpoint has signed."""

    index: int
    size: int
    path: list[str]
    checkpoint: str


class ActionProof(Shape):
    """See the specification of proofs; `earshot audit verify-proof` checks one."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "keys": ("keys", "PublicKeys"),
        "events": ("events", "[ActionProofEventsItem"),
        "said": ("said", "[ActionProofSaidItem"),
    }
    v: float
    request: str
    """Id of a request."""
    keys: PublicKeys | None = None
    checkpoints: list[str]
    events: list[ActionProofEventsItem]
    salt: str | None = None
    said: list[ActionProofSaidItem]
    action: dict[str, Any] | None = None
    asked: dict[str, Any] | None = None
    policies: list[dict[str, Any]]
    permission: dict[str, Any] | None = None


class ActionProofEventsItem(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "event": ("event", "Event"),
    }
    event: Event
    checkpoint: int
    path: list[str]


class ActionProofSaidItem(Shape):
    seq: int
    fact: Literal["digest", "words"]
    value: Any


class EraseMatterResult(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "found": ("found", "[FoundWords"),
    }
    found: list[FoundWords]
    next: str | None = None
    """Absent at the end."""
    left: list[str] | None = None
    """At the end: what no call can erase, and how long it will exist."""


class FoundWords(Shape):
    """One place in which a person or a case is named."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "posts": ("posts", "[FoundWordsPostsItem"),
    }
    place: Literal["liaisons", "graph_nodes", "contents", "requests", "messages", "conversations", "sessions", "session_entries", "memory_entries", "memory_versions", "outbox", "outbox_posts", "deliveries", "claims", "assignments", "saved_replies", "planted", "permissions", "once", "principals", "keys", "passkeys", "links", "attention", "subscriptions", "marks", "agent_profiles", "policies", "tool_pins", "tool_offers", "tool_definitions", "signer_chain", "statements", "events"]
    id: str
    """Id of the row; never its words."""
    state: Literal["due", "erased", "open", "stays"]
    """`due`: it would be taken. `open`: it is only taken once it is closed. `stays`: `why`
    says what takes it."""
    why: str | None = None
    posts: list[FoundWordsPostsItem] | None = None
    """Copies on platforms, which only people can delete there."""


class FoundWordsPostsItem(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "chatId": ("chat_id", ""),
        "messageId": ("message_id", ""),
    }
    channel: str
    chat_id: str
    message_id: str


class Status(Shape):
    """Counts of the last 24 hours, and figures of now."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "securityScore": ("security_score", ""),
        "pendingAuthorizations": ("pending_authorizations", ""),
        "uptimeMs": ("uptime_ms", ""),
        "memoryBytes": ("memory_bytes", ""),
        "cpuPercent": ("cpu_percent", ""),
        "activeSessions": ("active_sessions", ""),
        "recentLogs": ("recent_logs", "[StatusLog"),
    }
    calls: int
    limited: int
    """Calls refused because there were too many."""
    violations: int
    """Refused keys, scopes, tokens, origins and decisions."""
    security_score: Literal["HIGH", "MEDIUM", "LOW"]
    """Of these figures, by the bounds of the policy."""
    pending_authorizations: int
    uptime_ms: float
    memory_bytes: int
    cpu_percent: float
    """Of one processor, over the last minute."""
    active_sessions: int
    """Waits and streams that are open now."""
    recent_logs: list[StatusLog]
    """Newest first, at most 20."""


class StatusLog(Shape):
    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "timestamp": ("timestamp", "T"),
    }
    timestamp: datetime
    level: Literal["INFO", "WARNING"]
    message: str


class ClockState(Shape):
    """The server's time, and the clock of its system."""

    _wire: ClassVar[dict[str, tuple[str, str]]] = {
        "now": ("now", "T"),
        "told": ("told", "T"),
    }
    now: datetime
    """The time by which all is decided and written."""
    told: datetime
    """What the clock of the system tells."""
    state: Literal["right", "behind", "jumped"]
    """`behind`: it is more than a minute behind the log, and time goes on by itself. `jumped`:
    it is too far ahead, and nothing is written until an owner accepts it."""


class StopResult(Shape):
    stopping: bool
