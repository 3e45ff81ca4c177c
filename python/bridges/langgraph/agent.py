"""An agent of LangChain whose model says what it is told to."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

from langchain.agents import create_agent
from langchain.agents.middleware import HumanInTheLoopMiddleware
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.types import interrupt

from earshot_client.langgraph import run_with_people

from ..tools import Ran, transfer

if TYPE_CHECKING:
    from pathlib import Path

    from earshot_client import Client

EDITABLE = ["approve", "edit", "reject"]


class Scripted(BaseChatModel):
    @property
    def _llm_type(self) -> str:
        return "scripted"

    def bind_tools(self, *_: Any, **__: Any) -> Scripted:
        return self

    def _generate(self, messages: list[Any], *_: Any, **__: Any) -> ChatResult:
        last = messages[-1]
        made = AIMessage("Done.")
        if last.type == "human":
            calls = json.loads(last.content)
            made = AIMessage(
                "",
                tool_calls=[
                    {"name": name, "args": args, "id": f"call-{index}"}
                    for index, (name, args) in enumerate(calls)
                ],
            )
        return ChatResult(generations=[ChatGeneration(message=made)])


def ask_human(question: str) -> str:
    """Asks a person."""
    raise AssertionError("A person answers instead.")


def ask_form(text: str, form: dict[str, Any]) -> str:
    """Asks a person for the fields of a form."""
    return json.dumps(interrupt({"text": text, "form": form}))


def agent_of(saver: SqliteSaver, mode: Any, name: str = "payer") -> Any:
    gated: Any = {
        "transfer": {"allowed_decisions": EDITABLE},
        "ask_human": {"allowed_decisions": ["respond"]},
    }
    return create_agent(
        Scripted(),
        name=name,
        tools=[transfer, ask_human, ask_form],
        middleware=[HumanInTheLoopMiddleware(interrupt_on=gated, interrupt_mode=mode)],
        checkpointer=saver,
    )


def run(
    earshot: Client,
    folder: Path,
    thread: str,
    calls: Any,
    *,
    mode: str = "per_call",
    agent_name: str = "payer",
    **options: Any,
) -> Ran:
    with closing(sqlite3.connect(folder / "graph.db", check_same_thread=False)) as kept:
        agent = agent_of(SqliteSaver(kept), mode, agent_name)
        config = {"configurable": {"thread_id": thread}}
        given = {"messages": [("user", json.dumps(calls))]}
        result = run_with_people(agent, given, config, earshot=earshot, **options)
    told = [message.content for message in result["messages"] if message.type == "tool"]
    return Ran("__interrupt__" in result, told)
