"""People behind LangGraph and LangChain: interrupts are asked, and calls wait for an approval."""

from __future__ import annotations

from ._errors import EarshotError
from ._framework import Decision, People, decided, question_of, unanswered
from ._sync_io import run
from .outcomes import Given

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any, Protocol

    from .async_client import AsyncClient
    from .client import Client
    from .matters import Matter

    class Interrupt(Protocol):
        id: str
        value: Any
        response_schema: Any

    class Graph(Protocol):
        """A compiled graph with a checkpointer, as `create_agent` gives it too."""

        def get_state(self, config: Any) -> Any: ...
        def invoke(self, input: Any, config: Any) -> Any: ...
        async def aget_state(self, config: Any) -> Any: ...
        async def ainvoke(self, input: Any, config: Any) -> Any: ...

    Otherwise = Callable[[Given], object]
    """What an interrupt resumes with if nobody has answered it."""

_ANY_DECISION = ("approve", "edit", "reject", "respond")


def run_with_people(
    graph: Graph,
    given: object,
    config: Mapping[str, Any],
    *,
    earshot: Client,
    hold_ms: float | None = None,
    expires_in_ms: float | None = None,
    again: bool = False,
    otherwise: Otherwise | None = None,
) -> Any:
    """Invokes the graph, puts its interrupts to people, and resumes it until it ends.

    A thread that was cut off goes on where it was, without `given`. An approval is used up before
    the graph resumes; if a run is killed after that, the next one tells the model that the call may
    have run, or with `again` runs it again. If `hold_ms` is over before all have answered, the result
    has `__interrupt__`, and the next run of the thread waits on.

    An interrupt that nobody has answered raises NOT_APPROVED, unless `otherwise` gives its value.
    """
    people = People(earshot, hold_ms=hold_ms, expires_in_ms=expires_in_ms, again=again)
    return run(_Run(_Blocking(graph), config, people, otherwise).whole(given))


async def arun_with_people(
    graph: Graph,
    given: object,
    config: Mapping[str, Any],
    *,
    earshot: AsyncClient,
    hold_ms: float | None = None,
    expires_in_ms: float | None = None,
    again: bool = False,
    otherwise: Otherwise | None = None,
) -> Any:
    """The same in a program of asyncio."""
    people = People(earshot, hold_ms=hold_ms, expires_in_ms=expires_in_ms, again=again)
    return await _Run(_OfAsyncio(graph), config, people, otherwise).whole(given)


class _Blocking:
    def __init__(self, graph: Graph) -> None:
        self._graph = graph

    async def state(self, config: object) -> Any:
        return self._graph.get_state(config)

    async def invoke(self, given: object, config: object) -> Any:
        return self._graph.invoke(given, config)


class _OfAsyncio(_Blocking):
    async def state(self, config: object) -> Any:
        return await self._graph.aget_state(config)

    async def invoke(self, given: object, config: object) -> Any:
        return await self._graph.ainvoke(given, config)


class _Run:
    def __init__(
        self,
        graph: _Blocking,
        config: Mapping[str, Any],
        people: People,
        otherwise: Otherwise | None,
    ) -> None:
        self._graph = graph
        self._config = config
        self._people = people
        self._otherwise = otherwise
        self._thread = _thread_of(config)

    async def whole(self, given: object) -> Any:
        state = await self._graph.state(self._config)
        open_: Sequence[Interrupt] = [one for task in state.tasks for one in task.interrupts]
        result: Any = None
        if not open_:
            result = await self._graph.invoke(None if state.next else given, self._config)
            open_ = _open_in(result)
        while open_:
            said = await self._answers(open_)
            if said is None:
                return {**state.values, "__interrupt__": open_} if result is None else result
            command = _resume_with(said)
            result = await self._graph.invoke(command, self._config)
            open_ = _open_in(result)
        return result

    async def _answers(self, interrupts: Sequence[Interrupt]) -> dict[str, object] | None:
        """By the ids of the interrupts; None while any is open."""
        kinds = [_kind_of(interrupt) for interrupt in interrupts]
        matters = [
            matter
            for interrupt, kind in zip(interrupts, kinds)
            for matter in kind.matters((self._thread, interrupt.id))
        ]
        said = await self._people.say(matters)
        if said is None:
            return None
        left = iter(said)
        return {
            interrupt.id: await kind.value([next(left) for _ in range(kind.count)], self)
            for interrupt, kind in zip(interrupts, kinds)
        }

    async def given_value(self, given: Given) -> Any:
        if given.outcome == "answered":
            return await self._people.values(given)
        if self._otherwise is not None:
            return self._otherwise(given)
        raise EarshotError(
            "NOT_APPROVED",
            unanswered(given),
            details={"outcome": given.outcome, "id": given.request.id},
        )


class _Question:
    """An interrupt of the graph's own."""

    count = 1

    def __init__(self, interrupt: Interrupt) -> None:
        self._question = question_of(interrupt.value)
        self._is_wrapped = False
        schema = getattr(interrupt, "response_schema", None)
        if isinstance(schema, dict) and "form" not in self._question:
            self._is_wrapped = schema.get("type") != "object"
            self._question["form"] = {
                "kind": "fields",
                "schema": _wrapped(schema) if self._is_wrapped else schema,
            }

    def matters(self, key: tuple[str, ...]) -> list[Matter]:
        return [{"key": key, "question": self._question}]

    async def value(self, said: Sequence[Decision | Given], run_: _Run) -> object:
        [given] = said
        assert isinstance(given, Given)
        value = await run_.given_value(given)
        return value["value"] if self._is_wrapped and given.outcome == "answered" else value


class _Calls:
    """What the human-in-the-loop middleware asks: all calls of a turn, or each by itself."""

    def __init__(
        self,
        actions: Sequence[Mapping[str, Any]],
        allowed: Sequence[Sequence[str]],
        *,
        is_alone: bool,
    ) -> None:
        self._actions = actions
        self._allowed = allowed
        self._is_alone = is_alone
        self.count = len(actions)

    def matters(self, key: tuple[str, ...]) -> list[Matter]:
        return [
            self._matter(key if self._is_alone else (*key, str(index)), action, allowed)
            for index, (action, allowed) in enumerate(zip(self._actions, self._allowed))
        ]

    def _matter(
        self, key: tuple[str, ...], action: Mapping[str, Any], allowed: Sequence[str]
    ) -> Matter:
        if "approve" in allowed or "edit" in allowed:
            reason = action.get("description") or "The model called it."
            call = {"tool": action["name"], "args": action["args"], "reason": reason}
            return {"key": key, "call": call}  # type: ignore[typeddict-item]
        # Only a person's own words can be its result.
        return {"key": key, "question": question_of(action["args"])}

    async def value(self, said: Sequence[Decision | Given], _: _Run) -> object:
        decisions = [
            _response(one) if isinstance(one, Given) else _decision(decided(one), action, allowed)
            for one, action, allowed in zip(said, self._actions, self._allowed)
        ]
        return decisions[0] if self._is_alone else {"decisions": decisions}


class _Asked:
    """What the prebuilt parts of LangGraph ask: a `HumanInterrupt`, or a list of them."""

    def __init__(self, value: object) -> None:
        self._is_list = isinstance(value, list)
        self._asked: list[Any] = value if isinstance(value, list) else [value]
        self.count = len(self._asked)

    def matters(self, key: tuple[str, ...]) -> list[Matter]:
        return [self._matter((*key, str(index)), one) for index, one in enumerate(self._asked)]

    def _matter(self, key: tuple[str, ...], asked: Mapping[str, Any]) -> Matter:
        action = asked["action_request"]
        description = asked.get("description")
        if _may_run(asked):
            reason = description or "The model called it."
            return {"key": key, "call": {"tool": action["action"], "args": action["args"], "reason": reason}}
        # Only a person's own words can come of it.
        return {"key": key, "question": question_of(description or action)}

    async def value(self, said: Sequence[Decision | Given], _: _Run) -> object:
        responses = [_human_response(one, asked) for one, asked in zip(said, self._asked)]
        return responses if self._is_list else responses[0]


def _may_run(asked: Mapping[str, Any]) -> bool:
    config = asked["config"]
    return bool(config.get("allow_accept") or config.get("allow_edit"))


def _human_response(said: Decision | Given, asked: Mapping[str, Any]) -> object:
    config = asked["config"]
    if isinstance(said, Given):
        if said.outcome == "answered":
            return {"type": "response", "args": _response(said)["message"]}
        return _unrun(unanswered(said), config)
    if said.response is not None:
        return {"type": "response", "args": said.response}
    if said.args is None:
        return _unrun(said.says, config)
    if said.is_edited and not config.get("allow_edit"):
        return _unrun(f"It has not run: this agent does not let people edit it. {said.says}", config)
    if not said.is_edited and config.get("allow_accept"):
        return {"type": "accept", "args": None}
    return {"type": "edit", "args": {"action": asked["action_request"]["action"], "args": said.args}}


def _unrun(says: str, config: Mapping[str, Any]) -> object:
    """`ignore` has no words, so a graph that takes some is told why."""
    if config.get("allow_ignore") and not config.get("allow_respond"):
        return {"type": "ignore", "args": None}
    return {"type": "response", "args": says}


def _is_human_interrupt(value: object) -> bool:
    if not isinstance(value, dict) or not isinstance(value.get("config"), dict):
        return False
    action = value.get("action_request")
    return isinstance(action, dict) and isinstance(action.get("action"), str) and isinstance(action.get("args"), dict)


def _decision(said: Decision, action: Mapping[str, Any], allowed: Sequence[str]) -> object:
    if said.args is not None:
        wanted = "edit" if said.is_edited else "approve"
        if wanted in allowed:
            edited = {"name": action["name"], "args": said.args}
            return {"type": "edit", "edited_action": edited} if said.is_edited else {"type": "approve"}
        message = f"It has not run: this agent does not let people {wanted} it. {said.says}"
        return {"type": _refusal(allowed), "message": message}
    if said.response is not None and "respond" in allowed:
        return {"type": "respond", "message": said.says}
    return {"type": _refusal(allowed), "message": said.says}


def _refusal(allowed: Sequence[str]) -> str:
    """An agent that lets nobody refuse is told so by its framework."""
    return "respond" if "reject" not in allowed and "respond" in allowed else "reject"


def _response(given: Given) -> dict[str, str]:
    if given.outcome != "answered":
        return {"type": "respond", "message": unanswered(given)}
    values = given.values
    if isinstance(values, str):
        return {"type": "respond", "message": values}
    import json

    return {"type": "respond", "message": json.dumps(values, ensure_ascii=False)}


def _kind_of(interrupt: Interrupt) -> _Question | _Calls | _Asked:
    value = interrupt.value
    several = value if isinstance(value, list) else [value]
    if several and all(_is_human_interrupt(one) for one in several):
        return _Asked(value)
    if isinstance(value, dict):
        if value.get("type") == "tool_approval" and "tool_call_id" in value:
            allowed = _allowed_by(getattr(interrupt, "response_schema", None))
            return _Calls([value], [allowed], is_alone=True)
        if "action_requests" in value and "review_configs" in value:
            configs = [config["allowed_decisions"] for config in value["review_configs"]]
            return _Calls(value["action_requests"], configs, is_alone=False)
    return _Question(interrupt)


def _allowed_by(schema: object) -> Sequence[str]:
    """The decisions that the middleware takes for a call, as its schema names them."""
    if not isinstance(schema, dict):
        return _ANY_DECISION
    mapping = schema.get("discriminator", {}).get("mapping")
    if mapping:
        return tuple(mapping)
    one = schema.get("properties", {}).get("type", {}).get("const")
    return _ANY_DECISION if one is None else (one,)


def _wrapped(schema: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a form, where what is asked for is no object."""
    definitions = {name: schema[name] for name in ("$defs", "definitions") if name in schema}
    value = {name: item for name, item in schema.items() if name not in definitions}
    fields: dict[str, Any] = {
        "type": "object",
        "properties": {"value": value},
        "required": ["value"],
    }
    fields.update(definitions)
    return fields


def _thread_of(config: Mapping[str, Any]) -> str:
    thread = config.get("configurable", {}).get("thread_id")
    if thread is None:
        raise EarshotError(
            "INVALID_INPUT",
            "The config names no thread, so nothing would be found again after a restart: "
            'pass {"configurable": {"thread_id": …}} to a graph with a checkpointer.',
        )
    return str(thread)


def _open_in(result: object) -> Sequence[Interrupt]:
    found: Sequence[Interrupt] = result.get("__interrupt__", ()) if isinstance(result, dict) else ()
    return found


def _resume_with(answers: dict[str, object]) -> object:
    from importlib import import_module

    return import_module("langgraph.types").Command(resume=answers)
