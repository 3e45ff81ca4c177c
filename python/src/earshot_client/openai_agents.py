"""People behind the OpenAI Agents SDK: tools that need approval wait for one, edits included."""

from __future__ import annotations

from contextvars import ContextVar

from ._errors import EarshotError
from ._framework import (
    Decision,
    People,
    Started,
    blocking,
    of_asyncio,
    question_of,
    unanswered,
    write_whole,
)
from ._sync_io import run
from .outcomes import Given

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path
    from typing import Any, TypeVar

    from ._files import GivenFile
    from .matters import Matter

    Tool = TypeVar("Tool")

_KIND = "_earshot_kind"
# Of other pictures the models know nothing: they are files.
_PICTURES = ("image/png", "image/jpeg", "image/gif", "image/webp")
# What people have said to the calls of this run, by their ids: of an answer what the model reads.
_said: ContextVar[Mapping[str, Any]] = ContextVar("earshot_said")


@blocking
def run_with_people(agent: Any, prompt: object, started: Started) -> Any:
    """Runs the agent, puts the calls that need approval to people, and goes on until it ends.

    The state of a run that waits is kept in the file `kept_in`, and goes on from there without
    `prompt`. An approval is used up before its call runs; if a run is killed after that, the next one
    tells the model that the call may have run, or with `again` runs it again. If `hold_ms` is over
    before all have answered, the result has `interruptions`, and the next run of the thread waits on.

    Edits need tools that are `bound`. `more` goes to each `Runner.run_sync`, such as `run_config`; what
    has a `context` of its own is restored with that.
    """
    return run(_Run(_Blocking(agent, started.more), started).whole(prompt))


@of_asyncio
async def arun_with_people(agent: Any, prompt: object, started: Started) -> Any:
    """The same in a program of asyncio, with `Runner.run`."""
    return await _Run(_OfAsyncio(agent, started.more), started).whole(prompt)


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
    def __init__(self, agent: _Blocking, started: Started) -> None:
        self._agent = agent
        self._people = started.people
        self._thread = started.thread
        self._kept = _Kept(started.kept_in)

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
        if said is not None and not isinstance(said, Decision):
            return said
        if said is None or not said.is_edited:
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
    told = {}
    for item, one in zip(items, said):
        told[item.raw_item.call_id] = await _answer(one, people) if isinstance(one, Given) else one
    _said.set(told)
    return True


async def _answer(given: Given, people: People) -> object:
    """A text, and beside it the files, as outputs of the SDK."""
    text = _shown(given)
    files = await people.files(given) if given.outcome == "answered" else []
    return [{"type": "text", "text": text}, *(_output(file) for file in files)] if files else text


def _output(file: GivenFile) -> dict[str, str]:
    if file.media_type in _PICTURES:
        return {"type": "image", "image_url": file.data_url}
    return {"type": "file", "file_data": file.data_url, "filename": file.name}


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

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self) -> str | None:
        return self._path.read_text(encoding="utf-8") if self._path.exists() else None

    def clear(self) -> None:
        self._path.unlink(missing_ok=True)

    def write(self, text: str) -> None:
        write_whole(self._path, text.encode())
