"""The same agent of Pydantic AI, with its own approvals; its program keeps the messages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic_ai import DeferredToolRequests, DeferredToolResults, ToolApproved, ToolDenied
from pydantic_ai.messages import ModelMessagesTypeAdapter

from .agent import agent

if TYPE_CHECKING:
    from pathlib import Path


def _keep(folder: Path, result: Any) -> None:
    (folder / "messages.json").write_bytes(result.all_messages_json())


def _kept(folder: Path) -> Any:
    return ModelMessagesTypeAdapter.validate_json((folder / "messages.json").read_bytes())


def _calls(folder: Path) -> list[str]:
    parts = _kept(folder)[-1].parts
    return [part.tool_call_id for part in parts if part.part_kind == "tool-call"]


def begin(folder: Path, calls: str) -> None:
    result = agent.run_sync(calls)
    assert isinstance(result.output, DeferredToolRequests)
    _keep(folder, result)


def waiting(folder: Path) -> int:
    return len(_calls(folder))


def decide(folder: Path, *, approved: bool, reason: str = "", args: Any = None) -> str:
    results = DeferredToolResults()
    for call in _calls(folder):
        results.approvals[call] = ToolApproved(override_args=args) if approved else ToolDenied(reason)
    result = agent.run_sync(message_history=_kept(folder), deferred_tool_results=results)
    _keep(folder, result)
    return result.all_messages_json().decode()
