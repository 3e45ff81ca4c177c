from __future__ import annotations

import asyncio
import json
from typing import Any, TypedDict

from earshot_client import AsyncClient, EarshotError
from earshot_client.langgraph import arun_with_people, run_with_people
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, StateGraph
from langgraph.types import Send, interrupt

from .. import contract, page
from ..tools import transfers
from . import agent

EDIT_SAYS = 'Executed instead: transfer with arguments {"amount": 90, "to": "ana"}'


class LangChain(contract.Contract):
    name = "langgraph"
    agent = agent
    edit_says = EDIT_SAYS

    def test_calls_that_are_decided_in_one_interrupt_keep_their_places(self) -> None:
        run = self.started(contract.ANA, contract.BO, mode="batched")
        second, first = self.the_open("'bo'", "'ana'")
        self.world.operator.reject(second.id, reason="Not him.")
        self.world.approve(first.id, amount=90)
        told = " ".join(run.end().told)
        self.assertIn(EDIT_SAYS, told)
        self.assertIn("Not him.", told)
        self.assertEqual(transfers(self.log), [("ana", 90)])


class State(TypedDict, total=False):
    answers: list[Any]


def graph_of(question: Any, schema: Any = None) -> Any:
    def ask(_: State) -> State:
        return {"answers": [interrupt(question, response_schema=schema)]}

    graph = StateGraph(State).add_node("ask", ask).add_edge(START, "ask")
    return graph.compile(checkpointer=InMemorySaver())


class Interrupts(contract.OfWorld):
    def config(self) -> Any:
        return {"configurable": {"thread_id": self.id()}}

    def test_what_is_no_object_is_asked_for_by_its_schema(self) -> None:
        for schema, value in (({"type": "boolean"}, False), ({"type": "integer"}, 0)):
            with self.subTest(schema):
                graph = graph_of({"question": f"A {schema['type']}?"}, schema)
                config = {"configurable": {"thread_id": f"{self.id()}-{schema['type']}"}}
                asked = run_with_people(graph, {}, config, earshot=self.world.agent, hold_ms=0)
                self.assertEqual(len(asked["__interrupt__"]), 1)
                request = self.world.open_(f"A {schema['type']}?")
                self.world.operator.answer(request.id, {"fields": {"value": value}})
                done = run_with_people(graph, {}, config, earshot=self.world.agent)
                self.assertEqual(done["answers"], [value])

    def test_bytes_that_a_schema_wants_are_bytes_after_a_restart_too(self) -> None:
        scan = {"type": "string", "format": "binary"}
        graph = graph_of({"question": "A scan?"}, {"type": "object", "properties": {"scan": scan}})
        run_with_people(graph, {}, self.config(), earshot=self.world.agent, hold_ms=0)
        request = self.world.open_("A scan?")
        file = self.world.give_file(request.id, "a.bin", "application/octet-stream", b"\xff\x00")
        self.world.operator.answer(request.id, {"fields": {"scan": file}})
        done = run_with_people(graph, {}, self.config(), earshot=self.world.agent)
        self.assertEqual(done["answers"], [{"scan": b"\xff\x00"}])
        kept = graph.get_state(self.config()).values
        self.assertEqual(kept["answers"], [{"scan": b"\xff\x00"}])

    def test_a_prebuilt_interrupt_is_an_approval_and_has_a_persons_words(self) -> None:
        allowed = {"allow_accept": True, "allow_edit": True, "allow_respond": True}
        asked = {
            "action_request": {"action": "transfer", "args": {"to": "prebuilt", "amount": 5_000}},
            "config": {**allowed, "allow_ignore": True},
            "description": "The invoice is due.",
        }
        edited = {"action": "transfer", "args": {"to": "prebuilt", "amount": 90}}
        operator = self.world.operator

        def respond(id: str) -> None:
            operator.respond(id, "It was paid.")

        def reject(id: str) -> None:
            operator.reject(id, reason="Not today.")

        def edit(id: str) -> None:
            self.world.approve(id, amount=90)

        for deed, kind, args in (
            (respond, "response", "It was paid."),
            (reject, "response", "Not today."),
            (edit, "edit", edited),
        ):
            with self.subTest(deed.__name__):
                config = {"configurable": {"thread_id": f"{self.id()}-{deed.__name__}"}}
                graph = graph_of([asked])
                run_with_people(graph, {}, config, earshot=self.world.agent, hold_ms=0)
                deed(self.world.open_("'prebuilt'").id)
                [[said]] = run_with_people(graph, {}, config, earshot=self.world.agent)["answers"]
                self.assertEqual(said["type"], kind)
                if deed is reject:
                    self.assertIn(args, said["args"])
                else:
                    self.assertEqual(said["args"], args)

    def test_nodes_that_interrupt_at_once_are_asked_together(self) -> None:
        heard: dict[str, Any] = {}

        def ask(given: Any) -> None:
            heard[given["name"]] = interrupt(f"What of {given['name']}?")

        def fan(_: State) -> list[Send]:
            return [Send("ask", {"name": name}) for name in ("one", "two")]

        built = StateGraph(State).add_node("ask", ask).add_conditional_edges(START, fan)
        graph: Any = built.compile(checkpointer=InMemorySaver())
        run = contract.Started(
            lambda: run_with_people(graph, {"answers": []}, self.config(), earshot=self.world.agent)
        )
        for name in ("two", "one"):
            request = self.world.open_(f"What of {name}?")
            self.world.operator.answer(request.id, {"text": name.upper()})
        run.end()
        self.assertEqual(heard, {"one": "ONE", "two": "TWO"})

    def test_what_nobody_answers_is_an_error_or_what_the_program_says_instead(self) -> None:
        graph = graph_of("Nobody?")
        with self.assertRaises(EarshotError) as error:
            run_with_people(graph, {}, self.config(), earshot=self.world.agent, expires_in_ms=1_000)
        self.assertEqual(error.exception.code, "NOT_APPROVED")
        self.assertIn("the question was expired", str(error.exception))
        done = run_with_people(
            graph,
            {},
            self.config(),
            earshot=self.world.agent,
            expires_in_ms=1_000,
            otherwise=lambda given: given.outcome,
        )
        self.assertEqual(done["answers"], ["expired"])

    def test_a_config_without_a_thread_is_refused_before_anything_is_asked(self) -> None:
        with self.assertRaises(EarshotError) as error:
            run_with_people(graph_of("Who?"), {}, {}, earshot=self.world.agent)
        self.assertEqual(error.exception.code, "INVALID_INPUT")

    def test_a_program_of_asyncio_waits_without_holding_up_its_loop(self) -> None:
        async def whole() -> Any:
            earshot = AsyncClient(data=self.world.data)
            run = arun_with_people(graph_of("Async?"), {}, self.config(), earshot=earshot)
            waiting = asyncio.create_task(run)
            request = await asyncio.to_thread(self.world.open_, "Async?")
            await asyncio.to_thread(self.world.operator.answer, request.id, {"text": "yes"})
            return await waiting

        self.assertEqual(asyncio.run(whole())["answers"], ["yes"])

    def test_whatever_is_json_is_a_question(self) -> None:
        graph = graph_of({"amount": 5})
        run_with_people(graph, {}, self.config(), earshot=self.world.agent, hold_ms=0)
        request = self.world.open_('"amount": 5')
        assert request.question is not None
        self.assertEqual(json.loads(request.question.text), {"amount": 5})


class LangChainPage(page.Page):
    page = "langgraph-python.md"
    edit_says = EDIT_SAYS
