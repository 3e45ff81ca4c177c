"""A crew of CrewAI whose model says what it is told to."""

from __future__ import annotations

import json
import os
import tempfile
from functools import partial
from typing import TYPE_CHECKING, Any

os.environ["CREWAI_DISABLE_TELEMETRY"] = os.environ["OTEL_SDK_DISABLED"] = "true"
os.environ["CREWAI_TESTING"] = "true"

from crewai import Agent, BaseLLM, Crew, Task
from crewai.tools import tool

from earshot_client.crewai import answered, bound, run_with_people

from .. import tools
from ..tools import Ran

if TYPE_CHECKING:
    from pathlib import Path

    from earshot_client import Client


class Scripted(BaseLLM):
    """Gives each call an id that no other run has, as models do."""

    calls: Any
    told: list[str] = []

    def call(self, messages: Any, *_: Any, **__: Any) -> Any:
        if messages[-1]["role"] == "tool" or any(one["role"] == "tool" for one in messages):
            self.told[:] = [one["content"] for one in messages if one["role"] == "tool"]
            return "Done."
        return [
            {
                "id": f"call-{os.getpid()}-{index}",
                "type": "function",
                "function": {"name": name, "arguments": json.dumps(args)},
            }
            for index, (name, args) in enumerate(self.calls)
        ]

    def supports_function_calling(self) -> bool:
        return True


@bound
@tool
def transfer(to: str, amount: int) -> str:
    """Sends money."""
    return tools.transfer(to, amount)


@answered
@tool
def ask_human(question: str) -> str:
    """Asks a person."""
    raise AssertionError("A person answers instead.")


@partial(answered, files_in=tempfile.mkdtemp())
@tool
def ask_form(text: str, form: dict[str, Any]) -> str:
    """Asks a person for the fields of a form."""
    raise AssertionError("A person answers instead.")


def crew_of(model: BaseLLM, role: str = "payer", **more: Any) -> Crew:
    payer = Agent(
        role=role,
        goal="Pay.",
        backstory="You pay.",
        llm=model,
        tools=[transfer, ask_human, ask_form],
    )
    task = Task(description="Pay.", expected_output="What was paid.", agent=payer, **more)
    return Crew(agents=[payer], tasks=[task])


def run(
    earshot: Client,
    folder: Path,
    thread: str,
    calls: Any,
    *,
    agent_name: str = "payer",
    **options: Any,
) -> Ran:
    model = Scripted(model="scripted", calls=calls, told=[])
    result = run_with_people(
        crew_of(model, agent_name),
        thread=thread,
        kept_in=folder / f"{thread}.json",
        earshot=earshot,
        **options,
    )
    return Ran(result is None, model.told)
