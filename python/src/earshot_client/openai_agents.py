"""People behind the OpenAI Agents SDK: tools that need approval wait for one, edits included."""

from __future__ import annotations

from contextvars import ContextVar

from ._errors import EarshotError
from ._framework import Decision, People, question_of, unanswered, write_whole
from ._sync_io import run
from .outcomes import Given

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Mapping
    from typing import Any, TypeVar

    from .async_client import AsyncClient
    from .client import Client
    from .matters import Matter

    Tool = TypeVar("Tool")
    StrPath = str | os.PathLike[str]

_KIND = "_earshot_kind"
# What people have said to the calls of this run, by their ids.
_said: ContextVar[Mapping[str, Decision | Given]] = ContextVar("earshot_said")


def run_with_people(
    agent: Any,
    prompt: object,
    *,
    thread: str,
    kept_in: StrPath,
    earshot: Client,
    hold_ms: float | None = None,
    expires_in_ms: float | None = None,
    again: bool = False,
    **more: Any,
) -> Any:
    """Runs the agent, puts the calls that need approval to people, and goes on until it ends.

    The state of a run that waits is kept in the file `kept_in`, and goes on from there without
    `prompt`. An approval is used up before its call runs; if a run is killed after that, the next one
    tells the model that the call may have run, or with `again` runs it again. If `hold_ms` is over
    before all have answered, the result has `interruptions`, and the next run of the thread waits on.

    Edits need tools that are `bound`. `more` goes to each `Runner.run_sync`, such as `run_config`; what
    has a `context` of its own is restored with that.
    """
    people = People(earshot, hold_ms=hold_ms, expires_in_ms=expires_in_ms, again=again)
    return run(_Run(_Blocking(agent, more), people, thread, _Kept(kept_in)).whole(prompt))


async def arun_with_people(
    agent: Any,
    prompt: object,
    *,
    thread: str,
    kept_in: StrPath,
    earshot: AsyncClient,
    hold_ms: float | None = None,
    expires_in_ms: float | None = None,
    again: bool = False,
    **more: Any,
) -> Any:
    """The same in a program of asyncio, with `Runner.run`."""
    people = People(earshot, hold_ms=hold_ms, expires_in_ms=expires_in_ms, again=again)
    return await _Run(_OfAsyncio(agent, more), people, thread, _Kept(kept_in)).whole(prompt)


class _Blocking:
    def __init__(self, agent: Any, more: dict[str, Any]) -> None:
        from importlib import import_module

        self._agent = agent
        self._more = more
        self._sdk = import_module("agents")

    async def run(self, given: object) -> Any:
        return self._sdk.Runner.run_sync(self._agent, given, **self._more)

    async def restored(self, text: str) -> Any:
        import asyncio

        self._name_as_in(text)
        # Not `asyncio.run`, which takes the loop away that `run_sync` and its sessions stay with.
        loop = asyncio.new_event_loop()
        try:
            return loop.run_until_complete(self._sdk.RunState.from_string(self._agent, text))
        finally:
            loop.close()

    def _name_as_in(self, text: str) -> None:
        """A state knows its agents by their names, and one that hands off to nobody is alone in it."""
        from json import loads

        current = loads(text).get("current_agent") or {}
        name = current.get("name", self._agent.name)
        if name != self._agent.name and not self._agent.handoffs:
            self._agent = self._agent.clone(name=name)


class _OfAsyncio(_Blocking):
    async def run(self, given: object) -> Any:
        return await self._sdk.Runner.run(self._agent, given, **self._more)

    async def restored(self, text: str) -> Any:
        self._name_as_in(text)
        return await self._sdk.RunState.from_string(self._agent, text)


class _Run:
    def __init__(self, agent: _Blocking, people: People, thread: str, kept: _Kept) -> None:
        self._agent = agent
        self._people = people
        self._thread = thread
        self._kept = kept

    async def whole(self, prompt: object) -> Any:
        text = self._kept.read()
        state = None if text is None else await self._agent.restored(text)
        result: Any = None
        while True:
            if state is not None and not await _settle(state, self._thread, self._people):
                # Of a run that was cut off only its calls are there.
                return _Pending(state) if result is None else result
            result = await self._agent.run(prompt if state is None else state)
            if not result.interruptions:
                self._kept.clear()
                return result
            state = result.to_state()
            self._kept.write(state.to_string())


def bound(tool: Tool) -> Tool:
    """The tool with the arguments that people approved, which they may have edited."""
    made: Tool = _wrapped(tool, "bound")
    return made


def answered(tool: Tool) -> Tool:
    """The tool with a person's answer as its result: it does not run. It needs approval, too."""
    made: Tool = _wrapped(tool, "answered")
    return made


def _wrapped(tool: Any, kind: str) -> Any:
    from copy import copy

    made = copy(tool)
    invoke = made.on_invoke_tool

    async def invoking(context: Any, arguments: str) -> Any:
        said = _said.get({}).get(context.tool_call_id)
        if isinstance(said, Given):
            return _shown(said)
        if not isinstance(said, Decision) or not said.is_edited:
            return await invoke(context, arguments)
        import json

        return f"{said.says}\n\n{await invoke(context, json.dumps(said.args))}"

    made.on_invoke_tool = invoking
    setattr(made, _KIND, kind)
    return made


async def _settle(state: Any, thread: str, people: People) -> bool:
    """False while any call is open."""
    items = state.get_interruptions()
    kinds = [_kind_of(item) for item in items]
    said = await people.say([_matter(item, kind, thread) for item, kind in zip(items, kinds)])
    if said is None:
        return False
    for item, kind, one in zip(items, kinds, said):
        refusal = _refusal(one, kind)
        if refusal is None:
            state.approve(item)
        else:
            state.reject(item, rejection_message=refusal)
    _said.set({item.raw_item.call_id: one for item, one in zip(items, said)})
    return True


def _refusal(said: Decision | Given, kind: str | None) -> str | None:
    if isinstance(said, Given):
        return None
    if said.args is None:
        return said.says
    if said.is_edited and kind != "bound":
        return f"It has not run: this agent does not let people edit it. {said.says}"
    return None


def _matter(item: Any, kind: str | None, thread: str) -> Matter:
    import json

    args = json.loads(item.raw_item.arguments or "{}")
    key = (thread, item.raw_item.call_id)
    if kind == "answered":
        return {"key": key, "question": question_of(args)}
    name = item.tool_name
    reason = f"The model called {name}."
    return {"key": key, "call": {"tool": name, "args": args, "reason": reason}}


def _kind_of(item: Any) -> str | None:
    if not hasattr(item.raw_item, "arguments"):
        raise EarshotError(
            "INVALID_INPUT",
            f"People can be asked about function tools, and {item.tool_name} is none.",
        )
    tools = [tool for tool in item.agent.tools if getattr(tool, "name", None) == item.tool_name]
    return next((getattr(tool, _KIND, None) for tool in tools), None)


def _shown(given: Given) -> str:
    if given.outcome != "answered":
        return unanswered(given)
    if isinstance(given.values, str):
        return given.values
    import json

    return json.dumps(given.values, ensure_ascii=False)


class _Pending:
    """Stands for the result of a run before a restart, whose calls are still open."""

    final_output = None

    def __init__(self, state: Any) -> None:
        self.interruptions = state.get_interruptions()
        self._state = state

    def to_state(self) -> Any:
        return self._state

    def to_input_list(self) -> list[Any]:
        return []


class _Kept:
    """The state of a run that waits."""

    def __init__(self, path: StrPath) -> None:
        from pathlib import Path

        self._path = Path(path)

    def read(self) -> str | None:
        return self._path.read_text(encoding="utf-8") if self._path.exists() else None

    def clear(self) -> None:
        self._path.unlink(missing_ok=True)

    def write(self, text: str) -> None:
        write_whole(self._path, text.encode())
