"""The same agent of the OpenAI Agents SDK, with its own approvals; its program keeps the state."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

from agents import Agent, Runner, RunState, function_tool

from .. import tools
from .agent import Scripted

if TYPE_CHECKING:
    from pathlib import Path

agent = Agent(
    name="payer", model=Scripted(), tools=[function_tool(tools.transfer, needs_approval=True)]
)


def _kept(folder: Path) -> Any:
    text = (folder / "state.json").read_text(encoding="utf-8")
    return asyncio.run(RunState.from_string(agent, text))


def _go_on(folder: Path, given: Any) -> str:
    result = asyncio.run(Runner.run(agent, given))
    (folder / "state.json").write_text(result.to_state().to_string(), encoding="utf-8")
    return json.dumps(result.to_input_list())


def begin(folder: Path, calls: str) -> None:
    _go_on(folder, calls)


def waiting(folder: Path) -> int:
    return len(_kept(folder).get_interruptions())


def decide(folder: Path, *, approved: bool, reason: str = "", args: Any = None) -> str:
    state = _kept(folder)
    for item in state.get_interruptions():
        # There is no place for other arguments.
        if approved:
            state.approve(item)
        else:
            state.reject(item, rejection_message=reason)
    return _go_on(folder, state)
