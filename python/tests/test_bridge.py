from __future__ import annotations

import asyncio
import json
import threading
import unittest
from typing import TYPE_CHECKING, Any

from earshot_client import AsyncClient, Called, Client, EarshotError
from earshot_client._bridge import key_for

from .world import World

if TYPE_CHECKING:
    from earshot_client.shapes import AskedBack, Request

MOMENTS = ("asked", "decided", "collected", "redeemed", "ran")


world: World


def setUpModule() -> None:
    global world
    world = World()


def tearDownModule() -> None:
    world.close()


def call(to: str, amount: int = 5_000) -> Called:
    return {"tool": "transfer", "args": {"to": to, "amount": amount}, "reason": "It is due."}


class Killed(unittest.TestCase):
    """An agent is killed by signal 9, answered while it is dead, and started again."""

    def _killed_at(self, moment: str, name: str, **variables: str) -> Any:
        first = world.agent_process(name, AGENT_STOP=moment, **variables)
        first.until("asked")
        if moment != "asked":
            world.approve(world.open_(f"'{name}'").id, amount=90)
            first.until(moment)
        first.kill()
        if moment == "asked":
            world.approve(world.open_(f"'{name}'").id, amount=90)
        return world.agent_process(name, **variables)

    def test_before_the_approval_is_used_the_edited_call_runs_once(self) -> None:
        for moment in MOMENTS[:3]:
            with self.subTest(moment):
                again = self._killed_at(moment, f"once-{moment}")
                said = json.loads(again.until("done")[len("done") :])
                again.end()
                self.assertEqual(said, {"args": {"amount": 90, "to": f"once-{moment}"}, "repeated": False})
                self.assertEqual(len(again.runs()), 1)

    def test_after_that_it_is_refused_and_has_run_at_most_once(self) -> None:
        for moment, runs in (("redeemed", 0), ("ran", 1)):
            with self.subTest(moment):
                again = self._killed_at(moment, f"most-{moment}")
                self.assertEqual(again.until("refused"), "refused GRANT_REFUSED used")
                again.end()
                self.assertEqual(len(again.runs()), runs)

    def test_with_the_key_of_the_run_it_is_given_again_as_repeated(self) -> None:
        for moment, runs in (("asked", 1), ("decided", 1), ("collected", 1), ("redeemed", 1), ("ran", 2)):
            with self.subTest(moment):
                again = self._killed_at(moment, f"least-{moment}", AGENT_RUN="run-1")
                said = json.loads(again.until("done")[len("done") :])
                again.end()
                self.assertEqual(said["args"]["amount"], 90)
                self.assertEqual(said["repeated"], moment in ("redeemed", "ran"))
                self.assertEqual(len(again.runs()), runs)

    def test_another_run_is_refused_what_one_has_taken(self) -> None:
        again = self._killed_at("redeemed", "other-run", AGENT_RUN="run-1")
        again.until("done")
        again.end()
        other = world.agent_process("other-run", AGENT_RUN="run-2")
        self.assertEqual(other.until("refused"), "refused GRANT_REFUSED used")
        other.end()

    def test_nobody_is_asked_twice(self) -> None:
        first = world.agent_process("twice", AGENT_STOP="asked")
        first.until("asked")
        first.kill()
        second = world.agent_process("twice")
        second.until("asked")
        items = world.operator.list(status="open", limit=100).items
        self.assertEqual(len([item for item in items if "'twice'" in repr(item)]), 1)
        world.operator.reject(world.open_("'twice'").id, reason="Ask Bo first.")
        said = second.until("told")
        second.end()
        self.assertIn("was rejected by operator", said)
        self.assertTrue(said.endswith("It has not run. The reason given: Ask Bo first."), said)


class Outcomes(unittest.TestCase):
    def test_two_at_once_are_asked_before_either_is_waited_for_and_taken_in_reverse(self) -> None:
        heard: list[int] = []

        def decide() -> None:
            second = world.open_("'second'")
            self.assertIsNotNone(world._open("'first'"))
            world.approve(second.id)
            while 1 not in heard:
                threading.Event().wait(0.05)
            world.operator.reject(world.open_("'first'").id)

        person = threading.Thread(target=decide)
        person.start()
        first, second = world.agent.put_to_people(
            [{"key": "r-1", "call": call("first")}, {"key": "r-2", "call": call("second")}],
            on_outcome=lambda _, index: heard.append(index),
        )
        person.join()
        self.assertEqual([first.outcome, second.outcome], ["rejected", "approved"])
        self.assertEqual(heard, [1, 0])

    def test_what_a_person_asks_first_is_answered_once_by_the_program(self) -> None:
        heard: list[str] = []

        def answered(asked: AskedBack, request: Request) -> str:
            heard.append(request.id)
            return f"{asked.text} That of May."

        earshot = Client(data=world.data, on_asked_back=answered)
        asked = earshot.seek(call("asked-first"), key="asked-first", hold_ms=0)

        def decide() -> None:
            world.operator.ask_back(asked.request.id, "Which invoice?")
            while True:
                [back] = world.operator.show(asked.request.id).request.asked_back or []
                if back.answer is not None:
                    break
                threading.Event().wait(0.05)
            world.approve(asked.request.id)

        person = threading.Thread(target=decide)
        person.start()
        self.assertEqual(earshot.seek(call("asked-first"), key="asked-first").outcome, "approved")
        person.join()
        [back] = world.operator.show(asked.request.id).request.asked_back or []
        self.assertEqual(back.answer and back.answer.text, "Which invoice? That of May.")
        self.assertEqual(heard, [asked.request.id])

    def test_falsy_answers_are_answers(self) -> None:
        form: Any = {
            "kind": "fields",
            "schema": {
                "type": "object",
                "properties": {"sure": {"type": "boolean"}, "count": {"type": "integer"}},
                "required": ["sure", "count"],
            },
        }
        asked = world.agent.ask_for({"text": "Sure?", "form": form}, key="falsy-1", hold_ms=0)
        world.operator.answer(asked.request.id, {"fields": {"sure": False, "count": 0}})
        given = world.agent.ask_for({"text": "Sure?", "form": form}, key="falsy-1")
        self.assertEqual((given.outcome, given.values), ("answered", {"sure": False, "count": 0}))

        several: Any = {"text": "Which?", "form": {"kind": "choices", "options": ["A", "B"], "min": 0}}
        asked = world.agent.ask_for(several, key="falsy-2", hold_ms=0)
        world.operator.answer(asked.request.id, {"choices": []})
        given = world.agent.ask_for(several, key="falsy-2")
        self.assertEqual((given.outcome, given.values), ("answered", []))

    def test_an_answer_that_was_there_before_the_wait_comes_at_once(self) -> None:
        asked = world.agent.ask_for("Which region?", key="before", hold_ms=0)
        self.assertEqual((asked.outcome, asked.values), ("pending", None))
        world.operator.answer(asked.request.id, {"text": "eu"})
        given = world.agent.ask_for("Which region?", key="before", hold_ms=0)
        self.assertEqual((given.outcome, given.values, given.by), ("answered", "eu", "operator"))

    def test_an_answer_that_comes_after_the_hold_is_found_by_the_same_key(self) -> None:
        late = world.agent.ask_for("Late?", key="late", hold_ms=100)
        self.assertEqual(late.outcome, "pending")
        world.operator.answer(late.request.id, {"text": "yes"})
        self.assertEqual(world.agent.ask_for("Late?", key="late").values, "yes")

    def test_an_answer_after_the_end_is_refused_to_the_person(self) -> None:
        asked = world.agent.ask_for({"text": "Soon?", "expires_in_ms": 1_000}, key="expired")
        self.assertEqual((asked.outcome, asked.values), ("expired", None))
        with self.assertRaises(EarshotError) as refused:
            world.operator.answer(asked.request.id, {"text": "too late"})
        self.assertEqual(refused.exception.code, "REQUEST_CLOSED")

    def test_a_call_that_nobody_decides_expires_and_says_so(self) -> None:
        sought = world.agent.seek({**call("nobody"), "expires_in_ms": 1_000}, key="nobody")
        self.assertEqual((sought.outcome, sought.args), ("expired", None))
        self.assertIn("was decided by nobody in time", sought.says or "")
        with self.assertRaises(EarshotError) as refused:
            world.agent.take(sought)
        self.assertEqual(refused.exception.code, "NOT_APPROVED")

    def test_what_is_taken_back_ends_the_wait_with_its_reason(self) -> None:
        asked = world.agent.ask_for("Still?", key="cancelled", hold_ms=0)
        world.agent.cancel(asked.request.id, reason="It was found.")
        given = world.agent.ask_for("Still?", key="cancelled")
        self.assertEqual((given.outcome, given.reason), ("cancelled", "It was found."))

    def test_a_call_resumed_twice_at_once_is_taken_once(self) -> None:
        sought = world.agent.seek(call("twice-at-once"), key="race", hold_ms=0)
        world.approve(sought.request.id)
        approved = world.agent.seek(call("twice-at-once"), key="race")
        ends: list[str] = []

        def take() -> None:
            try:
                world.agent.take(approved)
                ends.append("taken")
            except EarshotError as error:
                ends.append(f"{error.code} {error.refusal}")

        threads = [threading.Thread(target=take) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(sorted(ends), ["GRANT_REFUSED used"] * 7 + ["taken"])

    def test_a_secret_is_given_only_where_the_call_is_taken(self) -> None:
        secret: Any = {
            "tool": "transfer",
            "args": {"to": "ana", "pin": "4711"},
            "reason": "It is due.",
            "secrets": ["/pin"],
        }
        asked = world.agent.seek(secret, key="secret", hold_ms=0)
        shown = world.operator.show(asked.request.id).request
        self.assertNotIn("4711", repr(shown))
        assert shown.authorization is not None
        world.operator.approve(asked.request.id, shown.authorization.digest)
        sought = world.agent.seek(secret, key="secret")
        self.assertIsNone(sought.args)
        self.assertEqual(world.agent.take(sought).args, {"to": "ana", "pin": "4711"})

    def test_what_was_shown_is_read_again_and_other_bytes_are_not_taken(self) -> None:
        def shown(after: str) -> list[Any]:
            return [{"kind": "file", "name": "a.ts", "before": {"text": "one"}, "after": {"text": after}}]

        changing: Any = {**call("shown"), "evidence": shown("two")}
        asked = world.agent.seek(changing, key="shown", hold_ms=0)
        world.approve(asked.request.id)
        sought = world.agent.seek(changing, key="shown")
        with self.assertRaises(EarshotError) as refused:
            world.agent.take(sought, evidence=lambda _: shown("three"))
        self.assertEqual((refused.exception.code, refused.exception.refusal), ("GRANT_REFUSED", "other_action"))
        taken = world.agent.take(sought, evidence=lambda _: shown("two"))
        self.assertEqual(taken.args, call("shown")["args"])

    def test_an_edit_is_a_patch_and_a_sentence_for_the_model(self) -> None:
        asked = world.agent.seek(call("edited"), key="edited", hold_ms=0)
        world.approve(asked.request.id, amount=90)
        sought = world.agent.seek(call("edited"), key="edited")
        self.assertEqual(sought.patch, [{"op": "replace", "path": "/amount", "value": 90}])
        self.assertIn('It runs with {"amount":90,"to":"edited"}', sought.says or "")
        self.assertEqual(world.agent.take(sought).patch, sought.patch)

    def test_a_key_that_was_used_for_something_else_is_refused(self) -> None:
        world.agent.seek(call("one"), key="reused", hold_ms=0)
        with self.assertRaises(EarshotError) as refused:
            world.agent.seek(call("two"), key="reused", hold_ms=0)
        self.assertEqual(refused.exception.code, "KEY_REUSED")

    def test_a_run_withdraws_what_it_asked_before_and_does_not_wait_for(self) -> None:
        thread = world.agent.open_thread(key="thread-9", title="Report 9")
        self.assertEqual(world.agent.open_thread(key="thread-9", title="Report 9"), thread)
        put = [
            world.agent.ask_for({"text": f"{name}?", "conversation": thread}, key=name, hold_ms=0)
            for name in ("gone", "closed", "kept")
        ]
        gone, closed, kept = (one.request.id for one in put)
        world.operator.answer(closed, {"text": "yes"})
        self.assertEqual(world.agent.withdraw(thread, keep=[kept]), [gone])
        statuses = [world.agent.show(id).request.status for id in (gone, closed, kept)]
        self.assertEqual(statuses, ["cancelled", "answered", "open"])

    def test_keys_are_those_of_the_other_languages(self) -> None:
        digest = "8a39c9e8ea0e2c0bb5c5bd4b6d1c5f27e7d6d1c5f1f4a8d9cf3dd2c6b9a5ae6a"
        self.assertEqual(key_for("seek", ["thread-7", "call-1"])[:12], "bridge:seek:")
        self.assertEqual(key_for("seek", "one"), key_for("seek", ["one"]))
        self.assertNotEqual(key_for("seek", ["a", "b"]), key_for("seek", ["ab"]))
        self.assertEqual(len(key_for("seek", "ü\u2028\x7f")), len("bridge:seek:") + len(digest))


FACTS = {"format": "file"}
BASE64 = {"type": "string", "contentEncoding": "base64"}
URL = {"type": "string", "format": "base64url"}
RAW = {"type": "string", "format": "binary"}
BYTES = b"\xfb\xff\x00\x01"


class Files(unittest.TestCase):
    def test_bytes_stand_where_the_schema_has_them_and_only_they_are_read(self) -> None:
        properties = {"facts": FACTS, "text": BASE64, "url": URL, "raw": RAW, "gone": {"anyOf": [RAW, {"type": "null"}]}}
        schema = {
            "type": "object",
            "properties": {**properties, "all": {"type": "array", "items": BASE64}, "why": {"type": "string"}},
            "required": ["gone"],
        }
        client, read = _reading()
        asked = client.ask_for({"text": "Files?", "schema": schema}, key="files", hold_ms=0)
        facts = world.give_file(asked.request.id, "a.txt", "text/plain", b"never read")
        file = world.give_file(asked.request.id, "b.bin", "application/octet-stream", BYTES)
        fields = {"facts": facts, "text": file, "url": file, "raw": file, "all": [file], "why": "sha256"}
        world.operator.answer(asked.request.id, {"fields": {**fields, "gone": None}})
        given = client.ask_for({"text": "Files?", "schema": schema}, key="files")
        self.assertEqual(given.values["text"], file)
        values = client.with_bytes(given)
        self.assertEqual(
            values,
            {
                "facts": facts,
                "text": "+/8AAQ==",
                "url": "-_8AAQ==",
                "raw": BYTES,
                "gone": None,
                "all": ["+/8AAQ=="],
                "why": "sha256",
            },
        )
        self.assertEqual(read, [file["digest"]])

    def test_what_has_no_files_is_as_it_was_given(self) -> None:
        asked = world.agent.ask_for("No file?", key="no-file", hold_ms=0)
        self.assertIsNone(world.agent.with_bytes(asked))
        world.operator.answer(asked.request.id, {"text": "none"})
        given = world.agent.ask_for("No file?", key="no-file")
        self.assertEqual(world.agent.with_bytes(given), "none")


def _reading() -> tuple[Client, list[str]]:
    """A client, and the digests of what it reads."""
    client = Client(data=world.data)
    read: list[str] = []
    call = client._calls.call

    def noting(name: str, needed: Any, *more: Any, **named: Any) -> Any:
        if name == "readFile":
            read.append(needed["digest"])
        return call(name, needed, *more, **named)

    vars(client._calls)["call"] = noting
    return client, read


class OfAsyncio(unittest.IsolatedAsyncioTestCase):
    async def test_it_asks_and_takes_without_holding_up_the_loop(self) -> None:
        client = AsyncClient(data=world.data)
        waiting = asyncio.create_task(client.seek(call("async"), key="async"))
        request = await asyncio.to_thread(world.open_, "'async'")
        await asyncio.to_thread(world.approve, request.id, amount=90)
        taken = await client.take(await waiting)
        self.assertEqual(taken.args["amount"], 90)

    async def test_it_reads_the_bytes_of_files(self) -> None:
        client = AsyncClient(data=world.data)
        schema = {"type": "object", "properties": {"raw": RAW}}
        question: Any = {"text": "Async file?", "schema": schema}
        asked = await client.ask_for(question, key="async-file", hold_ms=0)
        file = await asyncio.to_thread(world.give_file, asked.request.id, "b.bin", "image/png", BYTES)
        await asyncio.to_thread(world.operator.answer, asked.request.id, {"fields": {"raw": file}})
        given = await client.ask_for(question, key="async-file")
        self.assertEqual(await client.with_bytes(given), {"raw": BYTES})

    async def test_many_wait_at_once(self) -> None:
        client = AsyncClient(data=world.data)
        asked = [await client.ask(f"Wait {number}?") for number in range(30)]
        waits = [asyncio.create_task(client.until_closed(one.request.id)) for one in asked]
        await asyncio.sleep(0.1)
        for one in reversed(asked):
            await asyncio.to_thread(world.operator.answer, one.request.id, {"text": "yes"})
        closed = await asyncio.gather(*waits)
        self.assertEqual({one.outcome for one in closed}, {"answered"})

    async def test_cancelling_a_wait_leaves_the_question_open(self) -> None:
        client = AsyncClient(data=world.data)
        with self.assertRaises(asyncio.TimeoutError):
            await asyncio.wait_for(client.ask_for("Cancelled wait?", key="cancelled-wait"), 0.5)
        self.assertEqual((await asyncio.to_thread(world.open_, "Cancelled wait?")).status, "open")


class Blocking(unittest.TestCase):
    def test_threads_share_a_client(self) -> None:
        shared = Client(data=world.data)
        values: dict[int, Any] = {}

        def ask(number: int) -> None:
            values[number] = shared.ask_for(f"Thread {number}?", key=("shared", str(number))).values

        threads = [threading.Thread(target=ask, args=(number,)) for number in range(8)]
        for thread in threads:
            thread.start()
        for number in range(8):
            world.operator.answer(world.open_(f"Thread {number}?").id, {"text": str(number)})
        for thread in threads:
            thread.join()
        self.assertEqual(values, {number: str(number) for number in range(8)})
