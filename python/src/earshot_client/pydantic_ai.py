"""People behind Pydantic AI: deferred tool calls wait for an approval, or for a person's result."""

from __future__ import annotations

from ._framework import (
    Decision,
    People,
    Started,
    blocking,
    decided,
    of_asyncio,
    question_of,
    unanswered,
    write_whole,
)
from ._sync_io import run
from .outcomes import Given

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path
    from typing import Any, Protocol

    from .async_client import AsyncClient
    from .client import Client
    from .matters import Matter

    class Call(Protocol):
        tool_name: str
        tool_call_id: str

        def args_as_dict(self) -> dict[str, Any]: ...

    class Agent(Protocol):
        """An agent that has `DeferredToolRequests` among its types of output."""

        def run_sync(self, user_prompt: Any = None, **more: Any) -> Any: ...
        async def run(self, user_prompt: Any = None, **more: Any) -> Any: ...

@blocking
def run_with_people(agent: Agent, prompt: object, started: Started) -> Any:
    """Runs the agent, puts its deferred calls to people, and goes on until it ends.

    What the thread has said is kept in the file `kept_in`. A run that was cut off goes on from there
    without `prompt`; else it is the next turn of the thread. An approval is used up before its call
    runs; if a run is killed after that, the next one tells the model that the call may have run, or
    with `again` runs it again. The model is told of edits. If `hold_ms` is over before all have
    answered, the output is `DeferredToolRequests`, and the next run of the thread waits on.

    `more` goes to each run of the agent, such as `deps`.
    """
    return run(_Run(_Blocking(agent, started.more), started).whole(prompt))


@of_asyncio
async def arun_with_people(agent: Agent, prompt: object, started: Started) -> Any:
    """The same in a program of asyncio."""
    return await _Run(_OfAsyncio(agent, started.more), started).whole(prompt)


def results_of(
    requests: Any,
    *,
    thread: str,
    earshot: Client,
    hold_ms: float | None = None,
    expires_in_ms: float | None = None,
    again: bool = False,
) -> tuple[Any, str | None] | None:
    """For programs that keep their own history: what `deferred_tool_results` and the prompt are to be.

    The prompt tells the model of edits, and is None where there are none. None altogether while any
    call is open. The requests are those of the history, also after a restart.
    """
    people = People(earshot, hold_ms=hold_ms, expires_in_ms=expires_in_ms, again=again)
    return run(_results(requests, thread, people))


async def aresults_of(
    requests: Any,
    *,
    thread: str,
    earshot: AsyncClient,
    hold_ms: float | None = None,
    expires_in_ms: float | None = None,
    again: bool = False,
) -> tuple[Any, str | None] | None:
    """The same in a program of asyncio."""
    return await _results(requests, thread, People(earshot, hold_ms=hold_ms, expires_in_ms=expires_in_ms, again=again))


class _Blocking:
    def __init__(self, agent: Agent, more: dict[str, Any]) -> None:
        self._agent = agent
        self._more = more

    async def run(self, prompt: object, **given: Any) -> Any:
        return self._agent.run_sync(prompt, **given, **self._more)


class _OfAsyncio(_Blocking):
    async def run(self, prompt: object, **given: Any) -> Any:
        return await self._agent.run(prompt, **given, **self._more)


class _Run:
    def __init__(self, agent: _Blocking, started: Started) -> None:
        self._agent = agent
        self._people = started.people
        self._thread = started.thread
        self._kept = _Kept(started.kept_in)

    async def whole(self, prompt: object) -> Any:
        history, waiting = self._kept.read()
        result: Any = None
        while True:
            if waiting is None:
                result = await self._agent.run(prompt, message_history=history)
            else:
                answers = await _results(waiting, self._thread, self._people)
                if answers is None:
                    # Of a run that was cut off only its calls are there.
                    return _Pending(waiting, history) if result is None else result
                results, told = answers
                result = await self._agent.run(
                    told, message_history=history, deferred_tool_results=results
                )
            history = result.all_messages()
            waiting = result.output if _is_deferred(result.output) else None
            self._kept.write(history, waiting)
            if waiting is None:
                return result


class _Pending:
    """Stands for the result of a run before a restart, whose calls are still open."""

    def __init__(self, output: Any, messages: Any) -> None:
        self.output = output
        self._messages = messages

    def all_messages(self) -> Any:
        return self._messages


class _Kept:
    """The history of a thread, and the calls that it waits for."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self) -> tuple[Any, Any]:
        try:
            text = self._path.read_bytes()
        except FileNotFoundError:
            return None, None
        kept = self._adapter().validate_json(text)
        return kept["messages"], kept["waiting"]

    def write(self, messages: Any, waiting: Any) -> None:
        kept = self._adapter().dump_json({"messages": messages, "waiting": waiting})
        write_whole(self._path, kept)

    @staticmethod
    def _adapter() -> Any:
        from importlib import import_module
        from types import GenericAlias

        ai = import_module("pydantic_ai")
        messages = GenericAlias(list, (import_module("pydantic_ai.messages").ModelMessage,))
        typed = import_module("typing_extensions").TypedDict(
            "Kept", {"messages": messages, "waiting": ai.DeferredToolRequests | None}
        )
        return import_module("pydantic").TypeAdapter(typed)


def _is_deferred(output: object) -> bool:
    from importlib import import_module

    return isinstance(output, import_module("pydantic_ai").DeferredToolRequests)


async def _results(requests: Any, thread: str, people: People) -> tuple[Any, str | None] | None:
    from importlib import import_module

    approvals: Sequence[Call] = requests.approvals
    calls: Sequence[Call] = requests.calls
    said = await people.say(
        [
            *(_sought(call, thread) for call in approvals),
            *(_asked(call, thread) for call in calls),
        ]
    )
    if said is None:
        return None
    ai = import_module("pydantic_ai")
    results = ai.DeferredToolResults()
    decisions = [decided(one) for one in said[: len(approvals)]]
    for call, decision in zip(approvals, decisions):
        results.approvals[call.tool_call_id] = _approval(ai, decision)
    for call, given in zip(calls, said[len(approvals) :]):
        assert isinstance(given, Given)
        results.calls[call.tool_call_id] = await _answer(ai, given, people)
    told = [decision.says for decision in decisions if decision.is_edited]
    return results, "\n\n".join(told) if told else None


async def _answer(ai: Any, given: Given, people: People) -> object:
    """The values, and beside them the files as Pydantic AI gives them to a model."""
    if given.outcome != "answered":
        return unanswered(given)
    files = [
        ai.BinaryContent(file.data, media_type=file.media_type, identifier=file.name)
        for file in await people.files(given)
    ]
    return [given.values, *files] if files else given.values


def _sought(call: Call, thread: str) -> Matter:
    args = call.args_as_dict()
    reason = f"The model called {call.tool_name}."
    return {
        "key": (thread, call.tool_call_id),
        "call": {"tool": call.tool_name, "args": args, "reason": reason},
    }


def _asked(call: Call, thread: str) -> Matter:
    args = call.args_as_dict()
    is_question = isinstance(args.get("question", args.get("text")), str)
    value = args if is_question else {"question": f"What is the result of {call.tool_name}?", **args}
    return {"key": (thread, call.tool_call_id), "question": question_of(value)}


def _approval(ai: Any, decision: Decision) -> object:
    if decision.args is None:
        return ai.ToolDenied(decision.says)
    return ai.ToolApproved(override_args=decision.args) if decision.is_edited else ai.ToolApproved()
