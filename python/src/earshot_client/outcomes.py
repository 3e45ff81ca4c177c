"""What people have said to a call or a question."""

from __future__ import annotations


from ._errors import EarshotError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import datetime
    from typing import Any, Literal, TypeAlias

    from .shapes import Answer, Request, Waited

    CallOutcome: TypeAlias = Literal[
        "pending", "approved", "rejected", "responded", "expired", "cancelled", "abandoned"
    ]
    QuestionOutcome: TypeAlias = Literal[
        "pending", "answered", "expired", "cancelled", "abandoned", "assumed"
    ]

_ENDS = {
    "rejected": "was rejected",
    "cancelled": "was cancelled",
    "expired": "was decided by nobody in time",
}
_REJECTION_STANDS_MINUTES = 5


class _Frozen:
    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} cannot be changed")

    def _fill(self, **fields: object) -> None:
        self.__dict__.update(fields)

    def __repr__(self) -> str:
        fields = ", ".join(
            f"{name}={value.id if name == 'request' and not isinstance(value, str) else repr(value)}"
            for name, value in self.__dict__.items()
            if value is not None
        )
        return f"{type(self).__name__}({fields})"


class SoughtCall(_Frozen):
    """What people have said to a call. `Client.take` it where the call runs."""

    outcome: CallOutcome
    request: Request
    args: dict[str, Any] | None = None
    """The arguments that may run; None unless approved, and where a part is secret until it is taken."""
    patch: list[dict[str, Any]] | None = None
    """How a person changed the arguments, by RFC 6902; None if nobody did."""
    reason: str | None = None
    """Why it was not approved, in a person's words."""
    response: str | None = None
    """With the outcome `responded`: a person's words in place of what the tool would have returned."""
    notes: list[tuple[str, str]] | None = None
    """What those who approved it said beside that: who, and the words."""
    by: str | None = None
    """Who or what decided."""
    says: str | None = None
    """What to tell the model; None while it is pending, and if there is nothing to tell beside the result."""

    def __init__(self, waited: Waited) -> None:
        request = waited.request
        authorization = request.authorization
        if authorization is None:
            raise EarshotError(
                "INVALID_INPUT",
                f"Request {request.id} is a question, not an approval of a call.",
                details={"id": request.id},
            )
        status = "pending" if request.status == "open" else request.status
        self._fill(outcome=status, request=request)
        if status == "approved":
            args = None if authorization.secrets else authorization.action.args
            edit = authorization.edit
            patch = None if edit is None else [dict(vars(operation)) for operation in edit.patch]
            notes = [(vote.by.name, vote.note) for vote in authorization.votes if vote.note]
            told = [] if patch is None else [_say_edited(authorization.action.tool, args, patch)]
            told += [f"{name} adds: {text}" for name, text in notes]
            says = "\n".join(told) or None
            by = _decider(request)
            self._fill(args=args, patch=patch, notes=notes or None, by=by, says=says)
        elif status == "responded":
            by, response = _decider(request), request.response
            self._fill(response=response, by=by, says=_say_responded(request))
        elif status != "pending":
            said = status in ("rejected", "cancelled")
            says = _say_not_approved(request, is_earlier=waited.joined)
            reason, by = (request.reason, _decider(request)) if said else (None, None)
            self._fill(reason=reason, by=by, says=says)


class TakenCall(_Frozen):
    """A call that may run now: exactly these arguments."""

    request: str
    grant: str
    args: dict[str, Any]
    patch: list[dict[str, Any]] | None
    repeated: bool
    """An earlier take with the same key was given the same: the call may have run."""

    def __init__(
        self,
        request: str,
        grant: str,
        args: dict[str, Any],
        *,
        patch: list[dict[str, Any]] | None,
        repeated: bool,
    ) -> None:
        self._fill(request=request, grant=grant, args=args, patch=patch, repeated=repeated)


class Given(_Frozen):
    """What people have said to a question."""

    outcome: QuestionOutcome
    request: Request
    values: Any = None
    """A text, an option, a list of them, or the fields of a form. Only if `answered`: then an empty
    text, list or form is an answer too."""
    note: str | None = None
    """Words beside what was picked."""
    reason: str | None = None
    """Why it was taken back."""
    assumption: str | None = None
    """What to go on with, if a review has closed it without an answer."""
    by: str | None = None

    def __init__(self, waited: Waited) -> None:
        request = waited.request
        if request.question is None:
            raise EarshotError(
                "INVALID_INPUT",
                f"Request {request.id} is an approval of a call, not a question.",
                details={"id": request.id},
            )
        answer = request.answer
        by = None if request.closed_by is None else request.closed_by.name
        self._fill(
            outcome="pending" if request.status == "open" else request.status,
            request=request,
            values=values_of(answer),
            note=None if answer is None else answer.note,
            reason=request.reason,
            assumption=request.assumption,
            by=by,
        )


def values_of(answer: Answer | None) -> Any:
    """The bare answer: a text, an option, a list of options or a dictionary of fields."""
    if answer is None:
        return None
    parts = (answer.text, answer.choice, answer.choices, answer.fields)
    return next((part for part in parts if part is not None), None)


def _decider(request: Request) -> str | None:
    if request.closed_by is not None:
        return request.closed_by.name
    basis = request.basis
    return f'the rule "{basis.rule}"' if basis is not None and basis.kind == "rule" else None


def _say_edited(tool: str, args: dict[str, Any] | None, patch: list[dict[str, Any]]) -> str:
    runs = "" if args is None else f" It runs with {_json(args)}."
    return (
        f"The person who approved the call of {tool} changed its arguments.{runs} "
        f"The change, as a JSON Patch (RFC 6902): {_json(patch)}"
    )


def _json(value: Any) -> str:
    import json

    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _say_not_approved(request: Request, *, is_earlier: bool) -> str:
    tool = "" if request.authorization is None else request.authorization.action.tool
    decider = _decider(request) if request.status in ("rejected", "cancelled") else None
    by = "" if decider is None else f" by {decider}"
    why = f" The reason given: {request.reason}" if request.reason else ""
    ended = f"The call of {tool} {_ENDS.get(request.status, 'is not approved')}{by}"
    if not is_earlier or request.status != "rejected" or request.closed_at is None:
        return f"{ended} (request {request.id}). It has not run.{why}"
    from datetime import timedelta

    until = request.closed_at + timedelta(minutes=_REJECTION_STANDS_MINUTES)
    return (
        f"{ended} at {_stamp(request.closed_at)}, when the same call was made before "
        f"(request {request.id}). That stands until {_stamp(until)}: nobody was asked now, and it has "
        f"not run. From then on the same call asks people again.{why}"
    )


def _say_responded(request: Request) -> str:
    """The words come last and are marked as a person's: nothing in them reads as the tool's output."""
    tool = "" if request.authorization is None else request.authorization.action.tool
    return (
        f"The call of {tool} was not approved and has not run (request {request.id}). "
        f"{_decider(request)} answered in its place. What follows are a person's words, not the output "
        f"of {tool}, and they approve nothing:\n{request.response}"
    )


def _stamp(moment: datetime) -> str:
    from datetime import timezone

    return str(moment.astimezone(timezone.utc).isoformat(timespec="milliseconds")).replace("+00:00", "Z")
