"""The same agent of LangChain, with its own middleware."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Any

from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.types import Command

from .agent import agent_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

CONFIG: Any = {"configurable": {"thread_id": "thread-7"}}


@contextmanager
def _agent(folder: Path) -> Iterator[Any]:
    with closing(sqlite3.connect(folder / "graph.db", check_same_thread=False)) as kept:
        yield agent_of(SqliteSaver(kept), "batched")


def _requests(agent: Any) -> list[Any]:
    waits = agent.get_state(CONFIG).interrupts
    return [request for one in waits for request in one.value["action_requests"]]


def begin(folder: Path, calls: str) -> None:
    with _agent(folder) as agent:
        agent.invoke({"messages": [("user", calls)]}, CONFIG)


def waiting(folder: Path) -> int:
    with _agent(folder) as agent:
        return len(_requests(agent))


def decide(folder: Path, *, approved: bool, reason: str = "", args: Any = None) -> str:
    def decision(request: Any) -> Any:
        if not approved:
            return {"type": "reject", "message": reason}
        if args is None:
            return {"type": "approve"}
        return {"type": "edit", "edited_action": {"name": request["name"], "args": args}}

    with _agent(folder) as agent:
        resume = {"decisions": [decision(request) for request in _requests(agent)]}
        result = agent.invoke(Command(resume=resume), CONFIG)
    return json.dumps([message.content for message in result["messages"]])
