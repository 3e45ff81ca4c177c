"""An agent of Pydantic AI whose model says what it is told to."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from pydantic import TypeAdapter
from pydantic_ai import Agent, CallDeferred, DeferredToolRequests, Tool
from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart, UserPromptPart
from pydantic_ai.models.function import FunctionModel

from earshot_client.pydantic_ai import run_with_people

from ..tools import Ran, transfer

if TYPE_CHECKING:
    from pathlib import Path

    from earshot_client import Client


def say(messages: list[Any], _: Any) -> ModelResponse:
    [*_, last] = messages
    calls = [part for part in last.parts if isinstance(part, UserPromptPart)]
    if len(messages) > 1:
        return ModelResponse(parts=[TextPart("Done.")])
    return ModelResponse(
        parts=[
            ToolCallPart(name, args, tool_call_id=f"call-{index}")
            for index, (name, args) in enumerate(json.loads(str(calls[0].content)))
        ]
    )


def ask_human(question: str) -> str:
    """Asks a person."""
    raise CallDeferred


def ask_form(text: str, form: dict[str, Any]) -> str:
    """Asks a person for the fields of a form."""
    raise CallDeferred


def named(name: str) -> Agent[None, str | DeferredToolRequests]:
    return Agent(
        FunctionModel(say),
        name=name,
        tools=[Tool(transfer, requires_approval=True), ask_human, ask_form],
        output_type=[str, DeferredToolRequests],
    )


agent = named("payer")


def dumped(content: Any) -> str:
    return TypeAdapter(Any).dump_json(content).decode()


def run(
    earshot: Client,
    folder: Path,
    thread: str,
    calls: Any,
    *,
    agent_name: str = "payer",
    **options: Any,
) -> Ran:
    result = run_with_people(
        named(agent_name),
        json.dumps(calls),
        thread=thread,
        kept_in=folder / f"{thread}.json",
        earshot=earshot,
        **options,
    )
    told = [
        part.content if isinstance(part.content, str) else dumped(part.content)
        for message in result.all_messages()[1:]
        for part in message.parts
        if part.part_kind in ("tool-return", "user-prompt")
    ]
    return Ran(isinstance(result.output, DeferredToolRequests), told)
