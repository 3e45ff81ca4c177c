"""Flows of CrewAI that people review."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

os.environ["CREWAI_DISABLE_TELEMETRY"] = os.environ["OTEL_SDK_DISABLED"] = "true"
os.environ["CREWAI_TESTING"] = "true"

from crewai.flow.flow import Flow, listen, or_, start
from crewai.flow.human_feedback import human_feedback
from crewai.flow.persistence import SQLiteFlowPersistence

from earshot_client.crewai import ByPeople, run_flow_with_people

if TYPE_CHECKING:
    from earshot_client import Client


class Review(Flow[dict[str, Any]]):
    """Names outcomes, of which its model, if it were asked, would know nothing."""

    @start()
    def begin(self) -> None:
        pass

    @listen(or_(begin, "again"))
    def write(self) -> str:
        self.state["drafts"] = self.state.get("drafts", 0) + 1
        return f"Draft {self.state['drafts']}"

    @listen(write)
    @human_feedback(
        message="Publish this?", emit=["publish", "again", "drop"], llm="gpt-4o", provider=ByPeople()
    )
    def review(self, draft: str) -> str:
        return draft

    @listen("publish")
    def put_out(self, said: Any) -> str:
        return f"{said.output}, {said.outcome}: {said.feedback}"


class Words(Flow[dict[str, Any]]):
    """Names no outcomes, and asks while it runs."""

    @start()
    @human_feedback(message="What of this title?", provider=ByPeople())
    def title(self) -> str:
        return "A title"

    @listen(title)
    def byline(self, said: Any) -> str:
        return f"{said.feedback}; by {self.ask('By whom?')}"


def run(earshot: Client, database: str, thread: str, flow: Any = Review, **options: Any) -> Any:
    kept = SQLiteFlowPersistence(database)
    return run_flow_with_people(flow, thread=thread, earshot=earshot, persistence=kept, **options)

