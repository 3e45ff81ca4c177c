from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from earshot_client import EarshotError
from earshot_client.crewai import run_with_people

from .. import contract, page
from ..tools import transfers
from . import agent, flow

EDIT_SAYS = 'changed its arguments. It runs with {"amount":90,"to":"ana"}'


class CrewAI(contract.Contract):
    name = "crewai"
    agent = agent
    edit_says = EDIT_SAYS

    def file_in(self, told: str) -> bytes:
        path = Path(json.loads(told)["scan"]["path"])
        self.assertTrue(path.name.endswith("-may.pdf"))
        return path.read_bytes()

    def test_a_crew_that_goes_on_makes_the_calls_that_its_model_made_before(self) -> None:
        self.assertTrue(self.run_agent(contract.ANA, hold_ms=0).is_pending)
        self.world.approve(self.world.open_("'ana'").id, amount=90)
        self.assertIn("sent 90 to ana", self.run_agent(contract.BO).told[0])
        self.assertEqual(transfers(self.log), [("ana", 90)])

    def test_equal_calls_of_a_turn_are_calls_of_their_own(self) -> None:
        self.assertTrue(self.run_agent(contract.ANA, contract.ANA, hold_ms=0).is_pending)
        items = self.world.operator.list(status="open", limit=100).items
        self.assertEqual(len(items), 2)
        for item in items:
            self.world.approve(item.id)
        self.run_agent(contract.ANA, contract.ANA)
        self.assertEqual(transfers(self.log), [("ana", 5_000)] * 2)

    def test_its_inputs_may_be_given_by_name(self) -> None:
        crew = agent.crew_of(agent.Scripted(model="scripted", calls=[contract.ANA]), "payer of {whom}")
        kept_in = self.world.folder / f"{self.thread}.json"
        given = {"thread": self.thread, "kept_in": kept_in, "earshot": self.earshot}
        run_with_people(crew, inputs={"whom": "ana"}, hold_ms=0, **given)
        self.assertEqual(crew.agents[0].role, "payer of ana")

    def test_a_bound_tool_runs_nowhere_else(self) -> None:
        with self.assertRaises(EarshotError) as refused:
            agent.transfer.run(to="ana", amount=5_000)
        self.assertEqual(refused.exception.code, "NOT_APPROVED")
        self.assertEqual(transfers(self.log), [])

    # Tasks with human_input

    def reviewed(self, **options: Any) -> Any:
        crew = agent.crew_of(agent.Scripted(model="scripted", calls=[contract.QUESTION]), human_input=True)
        kept_in = self.world.folder / f"{self.thread}.json"
        return run_with_people(crew, thread=self.thread, kept_in=kept_in, earshot=self.earshot, **options)

    def test_people_review_the_answer_of_a_task_until_they_accept_it(self) -> None:
        self.assertIsNone(self.reviewed(hold_ms=0))
        self.world.operator.answer(self.world.open_("Which region?").id, {"text": "eu"})
        for said in ({"accepted": False, "change": "Shorter."}, {"accepted": True}):
            self.assertIsNone(self.reviewed(hold_ms=0))
            self.world.operator.answer(self.world.open_("the answer to the task").id, {"fields": said})
        self.assertEqual(self.reviewed(hold_ms=0).raw, "Done.")

    def test_an_answer_that_nobody_reviews_is_not_accepted(self) -> None:
        self.reviewed(hold_ms=0)
        self.world.operator.answer(self.world.open_("Which region?").id, {"text": "eu"})
        with self.assertRaises(EarshotError) as refused:
            self.reviewed(expires_in_ms=1_000)
        self.assertEqual(refused.exception.code, "NOT_APPROVED")

    def test_a_task_that_could_not_be_stopped_is_refused(self) -> None:
        crew = agent.crew_of(agent.Scripted(model="scripted", calls=[]), async_execution=True)
        with self.assertRaises(EarshotError) as refused:
            run_with_people(
                crew, thread="t", kept_in=self.world.folder / "t", earshot=self.earshot, hold_ms=0
            )
        self.assertEqual(refused.exception.code, "INVALID_INPUT")


class Flows(contract.OfWorld):
    def setUp(self) -> None:
        self.thread = self.id().split(".")[-1]
        self.database = str(self.world.folder / f"{self.thread}.db")
        os.environ.setdefault("OPENAI_API_KEY", "none")

    def run_flow(self, **options: Any) -> Any:
        return flow.run(self.world.agent, self.database, self.thread, **options)

    def says(self, **fields: str) -> None:
        self.world.operator.answer(self.world.open_("Publish this?").id, {"fields": fields})

    def test_a_loop_asks_anew_and_nobody_is_asked_twice(self) -> None:
        self.assertIsNone(self.run_flow(hold_ms=0))
        self.says(outcome="again")
        for _ in range(2):
            self.assertIsNone(self.run_flow(hold_ms=0))
            items = self.world.operator.list(status="open", limit=100).items
            self.assertEqual(len(items), 1)
        self.says(outcome="publish")
        self.assertEqual(self.run_flow(hold_ms=0), "Draft 2, publish: publish")

    def test_silence_is_no_outcome(self) -> None:
        with self.assertRaises(EarshotError) as refused:
            self.run_flow(expires_in_ms=1_000)
        self.assertEqual(refused.exception.code, "NOT_APPROVED")

    def test_words_are_the_feedback_and_a_flow_asks_while_it_runs(self) -> None:
        def run_flow() -> Any:
            return self.run_flow(flow=flow.Words, hold_ms=0)

        self.assertIsNone(run_flow())
        self.world.operator.answer(self.world.open_("this title?").id, {"text": "Good"})
        self.assertIsNone(run_flow())
        self.world.operator.answer(self.world.open_("By whom?").id, {"text": "Bo"})
        self.assertEqual(run_flow(), "Good; by Bo")


class CrewAIPage(page.Page):
    page = "crewai.md"
    edit_says = EDIT_SAYS

    def test_its_flow_killed_while_it_waits_goes_on_with_what_people_said_meanwhile(self) -> None:
        [program] = re.findall(
            r"^```python file=\S+ rig[^\n]*\n(.*?)^```$", self.text, re.MULTILINE | re.DOTALL
        )
        with tempfile.TemporaryDirectory() as folder:
            kept = {"CREWAI_STORAGE_DIR": folder, "OPENAI_API_KEY": "none"}

            def started() -> subprocess.Popen[str]:
                return subprocess.Popen(
                    [sys.executable, "-c", program],
                    cwd=folder,
                    env={**os.environ, **kept, "EARSHOT_DATA": str(self.world.data)},
                    stdout=subprocess.PIPE,
                    text=True,
                )

            first = started()
            request = self.world.open_("Publish this?")
            first.kill()
            first.communicate()
            fields = {"outcome": "publish", "feedback": "Drop the second line."}
            self.world.operator.answer(request.id, {"fields": fields})
            said, _ = started().communicate(timeout=contract.PATIENCE)
        self.assertIn("published: Drop the second line.", said)
