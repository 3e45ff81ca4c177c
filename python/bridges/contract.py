"""What holds for every bridge to a framework; each says only how it runs its agent."""

from __future__ import annotations

import base64
import json
import os
import re
import subprocess
import sys
import threading
import time
import unittest
from typing import Any

from earshot_client import EarshotError
from tests.world import ROOT, World, eventually

from .tools import LOG, Ran, transfers

PATIENCE = 60
PDF = b"%PDF-1.7 a scan"
ANA = ["transfer", {"to": "ana", "amount": 5_000}]
BO = ["transfer", {"to": "bo", "amount": 7_000}]
QUESTION = ["ask_human", {"question": "Which region?"}]


class OfWorld(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.world = World()

    @classmethod
    def tearDownClass(cls) -> None:
        cls.world.close()

    def tearDown(self) -> None:
        for item in self.world.operator.list(status="open", limit=100).items:
            self.world.operator.cancel(item.id)


class Contract(OfWorld):
    name: str
    agent: Any
    edit_says: str

    def setUp(self) -> None:
        # A fact's own key: a rejection stands for whoever makes the same call again.
        self.thread = self.id().split(".")[-1]
        made = self.world.operator.create_key("agent", self.thread.replace("_", "-")[5:60])
        self.earshot = type(self.world.agent)(data=self.world.data, key=made.secret)
        self.secret = made.secret
        self.log = self.world.folder / f"{self.thread}.log"
        os.environ[LOG] = str(self.log)

    def run_agent(self, *calls: object, **options: Any) -> Ran:
        ran: Ran = self.agent.run(self.earshot, self.world.folder, self.thread, calls, **options)
        return ran

    def started(self, *calls: object, **options: Any) -> Started:
        return Started(lambda: self.run_agent(*calls, **options))

    def process(
        self, *calls: object, dies: str = "", hides: str | None = None, **options: Any
    ) -> subprocess.Popen[str]:
        environment = {
            **os.environ,
            "EARSHOT_DATA": str(self.world.data),
            "EARSHOT_KEY": self.secret,
            "EARSHOT_URL": self.world.agent._calls._endpoint().urls[0],
            "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
            "AGENT_DIES": dies,
        }
        if hides is not None:
            environment["AGENT_HIDES"] = hides
        words = [self.name, str(self.world.folder), self.thread, json.dumps(calls), json.dumps(options)]
        return subprocess.Popen(
            [sys.executable, "-m", "bridges.main", *words],
            cwd=ROOT / "python",
            env=environment,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ended(self, process: subprocess.Popen[str]) -> tuple[int, str]:
        said, _ = process.communicate(timeout=PATIENCE)
        return process.returncode, said

    def the_open(self, *words: str) -> list[Any]:
        return [self.world.open_(each) for each in words]

    # Approvals

    def test_an_approved_call_runs_and_the_model_hears_its_result(self) -> None:
        run = self.started(ANA)
        self.world.approve(self.world.open_("'ana'").id)
        self.assertEqual(run.end().told, ["sent 5000 to ana"])
        self.assertEqual(transfers(self.log), [("ana", 5_000)])

    def test_an_edited_call_runs_as_edited_and_the_model_is_told(self) -> None:
        run = self.started(ANA)
        self.world.approve(self.world.open_("'ana'").id, amount=90)
        told = " ".join(run.end().told)
        self.assertIn("sent 90 to ana", told)
        self.assertIn(self.edit_says, told)
        self.assertEqual(transfers(self.log), [("ana", 90)])

    def test_a_rejected_call_does_not_run_and_the_model_hears_the_reason(self) -> None:
        run = self.started(ANA)
        self.world.operator.reject(self.world.open_("'ana'").id, reason="Ask for 100.")
        [told] = run.end().told
        self.assertIn("was rejected by operator", told)
        self.assertIn("The reason given: Ask for 100.", told)
        self.assertEqual(transfers(self.log), [])

    def test_a_call_that_nobody_decides_does_not_run_and_the_model_hears_so(self) -> None:
        [told] = self.run_agent(ANA, expires_in_ms=1_000).told
        self.assertIn("was decided by nobody in time", told)
        self.assertEqual(transfers(self.log), [])

    def test_a_decision_that_comes_too_late_changes_nothing(self) -> None:
        run = self.started(ANA, expires_in_ms=3_000)
        request = self.world.open_("'ana'")
        run.end()
        with self.assertRaises(EarshotError) as error:
            self.world.approve(request.id)
        self.assertEqual(error.exception.code, "REQUEST_CLOSED")
        self.assertEqual(transfers(self.log), [])

    def test_a_call_that_is_cancelled_does_not_run_and_the_model_hears_so(self) -> None:
        run = self.started(ANA)
        self.world.operator.cancel(self.world.open_("'ana'").id, reason="It was paid.")
        [told] = run.end().told
        self.assertIn("was cancelled", told)
        self.assertIn("It was paid.", told)
        self.assertEqual(transfers(self.log), [])

    def test_two_at_once_are_asked_together_and_answered_in_reverse(self) -> None:
        run = self.started(ANA, BO)
        second, first = self.the_open("'bo'", "'ana'")
        self.world.operator.reject(second.id, reason="Not him.")
        self.world.approve(first.id)
        told = run.end().told
        self.assertIn("sent 5000 to ana", told[0])
        self.assertIn("Not him.", told[1])
        self.assertEqual(transfers(self.log), [("ana", 5_000)])

    # Questions

    def test_a_person_responds_instead_of_the_tool(self) -> None:
        run = self.started(ANA)
        self.world.operator.respond(self.world.open_("'ana'").id, "It was paid: receipt 4711.")
        [told] = run.end().told
        self.assertIn("a person's words, not the output of", told)
        self.assertIn("It was paid: receipt 4711.", told)
        self.assertEqual(transfers(self.log), [])

    def test_a_person_answers_what_an_agent_asks(self) -> None:
        run = self.started(QUESTION)
        self.world.operator.answer(self.world.open_("Which region?").id, {"text": "eu"})
        self.assertEqual(run.end().told, ["eu"])

    def test_a_falsy_answer_is_an_answer(self) -> None:
        properties = {"sure": {"type": "boolean"}, "count": {"type": "integer"}}
        schema = {"type": "object", "properties": properties, "required": ["sure", "count"]}
        question = {"text": "Sure?", "form": {"kind": "fields", "schema": schema}}
        run = self.started(["ask_form", question])
        self.world.operator.answer(self.world.open_("Sure?").id, {"fields": {"sure": False, "count": 0}})
        [told] = run.end().told
        self.assertEqual(json.loads(told), {"sure": False, "count": 0})

    def test_a_file_that_a_person_gives_reaches_the_agent(self) -> None:
        scan = {"type": "string", "contentEncoding": "base64", "contentMediaType": "application/pdf"}
        schema = {"type": "object", "properties": {"scan": scan}, "required": ["scan"]}
        question = {"text": "The invoice?", "form": {"kind": "fields", "schema": schema}}
        run = self.started(["ask_form", question])
        request = self.world.open_("The invoice?")
        file = self.world.give_file(request.id, "may.pdf", "application/pdf", PDF)
        self.world.operator.answer(request.id, {"fields": {"scan": file}})
        [told] = run.end().told
        self.assertEqual(self.file_in(told), PDF)

    def file_in(self, told: str) -> bytes:
        """The file that the agent has of what it was told."""
        [text] = re.findall(base64.b64encode(PDF).decode(), told)
        return base64.b64decode(text)

    # Waits

    def test_a_decision_before_the_wait_is_found(self) -> None:
        self.assertTrue(self.run_agent(ANA, hold_ms=0).is_pending)
        self.assertTrue(self.run_agent(ANA, hold_ms=0).is_pending)
        self.world.approve(self.world.open_("'ana'").id, amount=90)
        ran = self.run_agent(ANA, hold_ms=0)
        self.assertFalse(ran.is_pending)
        self.assertEqual(transfers(self.log), [("ana", 90)])

    def test_a_decision_after_the_hold_is_found_by_the_next_run(self) -> None:
        self.assertTrue(self.run_agent(ANA, hold_ms=200).is_pending)
        self.world.approve(self.world.open_("'ana'").id)
        self.assertEqual(self.run_agent(ANA).told, ["sent 5000 to ana"])

    def test_a_thread_that_is_resumed_twice_at_once_runs_its_call_once(self) -> None:
        self.run_agent(ANA, hold_ms=0)
        runs = [self.started(ANA) for _ in range(2)]
        time.sleep(1)
        self.world.approve(self.world.open_("'ana'").id)
        for run in runs:
            run.end()
        self.assertEqual(transfers(self.log), [("ana", 5_000)])

    def test_an_agent_of_another_name_goes_on_with_the_same_call(self) -> None:
        self.assertTrue(self.run_agent(ANA, hold_ms=0).is_pending)
        run = self.started(ANA, agent_name="renamed")
        self.world.approve(self.world.open_("'ana'").id)
        self.assertEqual(run.end().told, ["sent 5000 to ana"])
        items = self.world.operator.list(agent=self.earshot.whoami().principal.id, each=True).items
        self.assertEqual(len(items), 1)

    # Kills

    def test_killed_once_it_was_asked_the_call_runs_once(self) -> None:
        self.assertIn(self.edit_says, self.killed("asked"))
        self.assertEqual(transfers(self.log), [("ana", 90)])

    def test_killed_once_it_heard_the_decision_the_call_runs_once(self) -> None:
        self.assertIn(self.edit_says, self.killed("decided"))
        self.assertEqual(transfers(self.log), [("ana", 90)])

    def test_killed_once_it_collected_the_decision_the_call_runs_once(self) -> None:
        self.assertIn("sent 90 to ana", self.killed("collected"))
        self.assertEqual(transfers(self.log), [("ana", 90)])

    def test_killed_once_it_redeemed_the_approval_the_call_does_not_run_and_the_model_hears_so(self) -> None:
        self.assertIn("may have run", self.killed("redeemed"))
        self.assertEqual(transfers(self.log), [])

    def test_killed_once_it_ran_the_tool_the_call_does_not_run_again(self) -> None:
        self.assertIn("may have run", self.killed("ran"))
        self.assertEqual(transfers(self.log), [("ana", 90)])

    def killed(self, moment: str) -> str:
        """What the model is told by the run after the one that was killed at this moment."""
        # Where no part is secret, nothing has to be collected.
        hides = "/to" if moment == "collected" else None
        first = self.process(ANA, dies=moment, hides=hides)
        self.world.approve(self.world.open_("transfer").id, amount=90)
        self.assertEqual(self.ended(first), (-9, ""))
        code, said = self.ended(self.process(ANA, hides=hides))
        self.assertEqual(code, 0, said)
        self.assertEqual(self.world.operator.list(status="open", limit=100).items, [])
        return " ".join(json.loads(said)["told"])

    def test_killed_then_a_run_that_may_repeat_the_call_runs_it_again(self) -> None:
        for moment, runs in (("redeemed", 1), ("ran", 2)):
            with self.subTest(moment):
                self.thread = f"again-{moment}"
                to = ["transfer", {"to": moment, "amount": 5_000}]
                first = self.process(to, dies=moment, again=True)
                self.world.approve(self.world.open_(f"'{moment}'").id)
                self.assertEqual(self.ended(first), (-9, ""))
                code, said = self.ended(self.process(to, again=True))
                self.assertEqual(code, 0, said)
                self.assertEqual(len([to for to, _ in transfers(self.log) if to == moment]), runs)


class Started:
    """A run in a thread of its own."""

    def __init__(self, work: Any) -> None:
        self._ran: Ran | None = None
        self._failed: BaseException | None = None

        def whole() -> None:
            try:
                self._ran = work()
            except BaseException as error:
                self._failed = error

        self._thread = threading.Thread(target=whole, daemon=True)
        self._thread.start()

    def end(self) -> Ran:
        self._thread.join(PATIENCE)
        if self._failed is not None:
            raise self._failed
        return eventually(lambda: self._ran, "the end of the run")
