"""An agent of the OpenAI Agents SDK whose model says what it is told to."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from agents import Agent, Model, ModelResponse, Usage, function_tool, set_tracing_disabled
from openai.types.responses import (
    ResponseFunctionToolCall,
    ResponseOutputMessage,
    ResponseOutputText,
)

from earshot_client.openai_agents import answered, bound, run_with_people

from .. import tools
from ..tools import Ran

if TYPE_CHECKING:
    from pathlib import Path

    from earshot_client import Client

set_tracing_disabled(True)


class Scripted(Model):
    async def get_response(self, *_: Any, input: Any, **__: Any) -> ModelResponse:
        last = input[-1] if isinstance(input, list) else {"role": "user", "content": input}
        if last.get("role") != "user":
            text = ResponseOutputText(text="Done.", type="output_text", annotations=[])
            message = ResponseOutputMessage(
                id="m", role="assistant", status="completed", type="message", content=[text]
            )
            return ModelResponse(output=[message], usage=Usage(), response_id=None)
        calls = [
            ResponseFunctionToolCall(
                call_id=f"call-{index}", name=name, arguments=json.dumps(args), type="function_call"
            )
            for index, (name, args) in enumerate(json.loads(last["content"]))
        ]
        return ModelResponse(output=calls, usage=Usage(), response_id=None)

    def stream_response(self, *_: Any, **__: Any) -> Any:
        raise NotImplementedError


def ask_human(question: str) -> str:
    """Asks a person."""
    raise AssertionError("A person answers instead.")


def ask_form(text: str, form: dict[str, Any]) -> str:
    """Asks a person for the fields of a form."""
    raise AssertionError("A person answers instead.")


def named(name: str) -> Agent[None]:
    return Agent(
        name=name,
        model=Scripted(),
        tools=[
            bound(function_tool(tools.transfer, needs_approval=True)),
            answered(function_tool(ask_human, needs_approval=True)),
            answered(function_tool(ask_form, needs_approval=True, strict_mode=False)),
        ],
    )


agent = named("payer")


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
        str(item["output"])
        for item in result.to_input_list()
        if item.get("type") == "function_call_output"
    ]
    return Ran(bool(result.interruptions), told)
