"""What the bridges to frameworks share: all is asked before any is waited for, and taken once."""

from __future__ import annotations

from typing import Generic, TypeVar

from ._errors import EarshotError
from .outcomes import Given, SoughtCall

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Sequence
    from pathlib import Path
    from typing import Any

    from ._bridge import Bridge
    from ._files import GivenFile
    from .async_client import AsyncClient
    from .client import Client
    from .matters import Matter, Questioned

    StrPath = str | os.PathLike[str]

A = TypeVar("A")
C = TypeVar("C", "Client", "AsyncClient")
R = TypeVar("R")

_USED = (
    "An earlier run has taken the approval of this call, and the call may have run. "
    "Look at what it has brought about before you make it again."
)
_QUESTION_KEYS = ("text", "context", "form", "schema", "default", "to", "expires_in_ms", "expires_from")


class Decision:
    """What is to become of a call."""

    def __init__(self, sought: SoughtCall, args: dict[str, Any] | None, says: str) -> None:
        self.args = args
        """The only arguments that may run; None if it must not run."""
        self.is_edited = args is not None and sought.patch is not None
        self.says = says
        """For the model, if it must not run or was edited."""
        self.response = sought.response
        """A person's words in place of what the tool would have returned."""


class People:
    """Whoever answers, and on what terms the program waits for them."""

    def __init__(
        self,
        earshot: Client | AsyncClient,
        *,
        hold_ms: float | None,
        expires_in_ms: float | None,
        again: bool,
    ) -> None:
        self._bridge: Bridge = earshot._bridge
        self.hold_ms = hold_ms
        self._expires_in_ms = expires_in_ms
        self._again = again

    async def say(self, matters: Sequence[Matter]) -> list[Decision | Given] | None:
        """None while any of them is open."""
        from ._bridge import Patience

        if self._expires_in_ms is not None:
            matters = [_expiring(matter, self._expires_in_ms) for matter in matters]
        outcomes = await self._bridge.put_to_people(matters, Patience(self.hold_ms), None)
        if any(one.outcome == "pending" for one in outcomes):
            return None
        return [
            one if isinstance(one, Given) else await self._decision(one, matter)
            for one, matter in zip(outcomes, matters)
        ]

    async def values(self, given: Given) -> Any:
        """For a program, with the bytes that its schema has."""
        return await self._bridge.with_bytes(given)

    async def files(self, given: Given) -> list[GivenFile]:
        """For a model, beside the values, which have only their facts."""
        return await self._bridge.files(given)

    async def _decision(self, sought: SoughtCall, matter: Matter) -> Decision:
        if sought.outcome != "approved":
            return Decision(sought, None, sought.says or "")
        from ._bridge import Live

        try:
            key = matter["key"] if self._again else None
            taken = await self._bridge.take(sought, key, Live(None, None), None)
        except EarshotError as error:
            if error.code != "GRANT_REFUSED":
                raise
            return Decision(sought, None, _USED if error.refusal == "used" else str(error))
        return Decision(sought, taken.args, sought.says or "")


class Started:
    """A run with people, beside its agent and what that is given."""

    def __init__(self, people: People, thread: str, kept_in: StrPath, more: dict[str, Any]) -> None:
        from pathlib import Path

        self.people = people
        self.thread = thread
        self.kept_in = Path(kept_in)
        self.more = more
        """For the framework."""


class RunWithPeople(Generic[A, C, R]):
    """The one signature of the frameworks whose runs are kept in a file."""

    def __init__(self, body: Callable[[A, Any, Started], R]) -> None:
        self._body = body

    def __call__(
        self,
        agent: A,
        given: Any = None,
        /,
        *,
        thread: str,
        kept_in: StrPath,
        earshot: C,
        hold_ms: float | None = None,
        expires_in_ms: float | None = None,
        again: bool = False,
        **more: Any,
    ) -> R:
        people = People(earshot, hold_ms=hold_ms, expires_in_ms=expires_in_ms, again=again)
        return self._body(agent, given, Started(people, thread, kept_in, more))


def blocking(body: Callable[[A, Any, Started], R]) -> RunWithPeople[A, Client, R]:
    made: Any = _told(body, "Client")
    return made  # type: ignore[no-any-return]


def of_asyncio(body: Callable[[A, Any, Started], R]) -> RunWithPeople[A, AsyncClient, R]:
    made: Any = _told(body, "AsyncClient")
    return made  # type: ignore[no-any-return]


def _told(body: Any, client: str) -> Any:
    """A function with the names and the words of the framework's own, for `help` and for callers."""
    from functools import wraps
    from inspect import signature

    run_with_people: Any = RunWithPeople(body)
    own = signature(body)
    agent, given = list(own.parameters.values())[:2]
    shared = list(signature(run_with_people).parameters.values())[2:]
    named = [one.replace(annotation=client) if one.name == "earshot" else one for one in shared]

    @wraps(body)
    def made(*positional: Any, **terms: Any) -> Any:
        by_name = [terms.pop(one.name) for one in (agent, given)[len(positional) :] if one.name in terms]
        return run_with_people(*positional, *by_name, **terms)

    parameters = [agent, given.replace(default=None), *named]
    vars(made)["__signature__"] = own.replace(parameters=parameters)
    return made


def _expiring(matter: Matter, ms: float) -> Matter:
    if "question" in matter:
        question: Questioned = {"expires_in_ms": ms, **matter["question"]}
        return {"key": matter["key"], "question": question}
    return {"key": matter["key"], "call": {"expires_in_ms": ms, **matter["call"]}}


def decided(said: Decision | Given) -> Decision:
    assert isinstance(said, Decision)
    return said


def question_of(value: object) -> Questioned:
    """A question of whatever an agent asks: a text, what `ask` takes, or anything that is JSON."""
    if isinstance(value, str):
        return {"text": value}
    if isinstance(value, dict):
        if isinstance(value.get("text"), str):
            known: Any = {name: value[name] for name in _QUESTION_KEYS if name in value}
            return known  # type: ignore[no-any-return]
        if isinstance(value.get("question"), str):
            more = {name: item for name, item in value.items() if name != "question"}
            text: str = value["question"]
            return {"text": text, "context": _shown(more)} if more else {"text": text}
    return {"text": _shown(value)}


def unanswered(given: Given) -> str:
    """What a model is told of a question that nobody has answered."""
    if given.assumption is not None:
        return f"Nobody answered. Go on with this assumption: {given.assumption}"
    why = f" The reason given: {given.reason}" if given.reason else ""
    return f"Nobody answered: the question was {given.outcome} (request {given.request.id}).{why}"


def write_whole(path: Path, content: bytes) -> None:
    """All of it or nothing, whenever the program is killed."""
    import os
    from tempfile import NamedTemporaryFile

    # Of its own name: the thread may have been started twice.
    with NamedTemporaryFile(dir=path.absolute().parent, delete=False) as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    os.replace(file.name, path)


def _shown(value: object) -> str:
    import json

    return json.dumps(value, ensure_ascii=False, indent=2, default=str)
