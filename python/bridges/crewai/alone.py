"""What the same crew calls, as a flow of CrewAI, whose own feedback is the only approval that it keeps."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

os.environ["CREWAI_DISABLE_TELEMETRY"] = os.environ["OTEL_SDK_DISABLED"] = "true"
os.environ["CREWAI_TESTING"] = "true"

from crewai.flow.async_feedback import HumanFeedbackPending
from crewai.flow.flow import Flow, listen, or_, router, start
from crewai.flow.human_feedback import human_feedback
from crewai.flow.persistence import SQLiteFlowPersistence

from ..tools import transfer

if TYPE_CHECKING:
    from pathlib import Path

FLOW = "thread-7"
APPROVED = "approved"


class Later:
    """The provider that leaves the flow where it is, as CrewAI's guide does it."""

    def request_feedback(self, context: Any, flow: Any) -> str:
        raise HumanFeedbackPending(context=context)


class Pay(Flow[dict[str, Any]]):
    """Shows one call after the other: a flow waits for one feedback at a time."""

    @start()
    def begin(self) -> None:
        self.state["told"] = []

    @listen(or_(begin, "more"))
    @human_feedback(message="May this call run?", provider=Later())
    def show(self) -> Any:
        return self.state["calls"][len(self.state["told"])]

    @listen(show)
    def run_it(self, said: Any) -> str:
        _, args = said.output
        told = transfer(**args) if said.feedback == APPROVED else str(said.feedback)
        self.state["told"].append(told)
        return told

    @router(run_it)
    def left(self) -> str:
        return "more" if len(self.state["told"]) < len(self.state["calls"]) else "done"


def _kept(folder: Path) -> SQLiteFlowPersistence:
    return SQLiteFlowPersistence(str(folder / "flow.db"))


def begin(folder: Path, calls: str) -> None:
    waiting = Pay(persistence=_kept(folder)).kickoff(inputs={"id": FLOW, "calls": json.loads(calls)})
    assert isinstance(waiting, HumanFeedbackPending)


def waiting(folder: Path) -> int:
    return 0 if _kept(folder).load_pending_feedback(FLOW) is None else 1


def decide(folder: Path, *, approved: bool, reason: str = "", args: Any = None) -> str:
    told: list[str] = []
    while waiting(folder):
        flow = Pay.from_pending(FLOW, _kept(folder))
        # There is no place for other arguments.
        flow.resume(APPROVED if approved else reason)
        told = flow.state["told"]
    return json.dumps(told)
