from __future__ import annotations

import asyncio
import json

from earshot_client import AsyncClient
from earshot_client.pydantic_ai import aresults_of, arun_with_people
from pydantic_ai import DeferredToolRequests

from .. import contract, page
from ..tools import transfers
from . import agent

EDIT_SAYS = 'changed its arguments. It runs with {"amount":90,"to":"ana"}'


class PydanticAI(contract.Contract):
    name = "pydantic_ai"
    agent = agent
    edit_says = EDIT_SAYS

    def test_a_program_of_asyncio_waits_without_holding_up_its_loop(self) -> None:
        async def whole() -> str:
            run = arun_with_people(
                agent.agent,
                json.dumps([contract.ANA]),
                thread=self.thread,
                kept_in=self.world.folder / f"{self.thread}.json",
                earshot=AsyncClient(data=self.world.data, key=self.secret),
            )
            waiting = asyncio.create_task(run)
            request = await asyncio.to_thread(self.world.open_, "'ana'")
            await asyncio.to_thread(self.world.approve, request.id)
            return str((await waiting).output)

        self.assertEqual(asyncio.run(whole()), "Done.")
        self.assertEqual(transfers(self.log), [("ana", 5_000)])

    def test_a_program_that_keeps_its_own_history_gets_results_and_the_prompt(self) -> None:
        async def whole() -> str:
            earshot = AsyncClient(data=self.world.data, key=self.secret)
            first = await agent.agent.run(json.dumps([contract.ANA]))
            assert isinstance(first.output, DeferredToolRequests)
            waits = aresults_of(first.output, thread=self.thread, earshot=earshot, hold_ms=0)
            self.assertIsNone(await waits)
            request = await asyncio.to_thread(self.world.open_, "'ana'")
            await asyncio.to_thread(self.world.approve, request.id, amount=90)
            answers = await aresults_of(first.output, thread=self.thread, earshot=earshot)
            assert answers is not None
            results, told = answers
            self.assertIn(EDIT_SAYS, told or "")
            last = await agent.agent.run(
                told, message_history=first.all_messages(), deferred_tool_results=results
            )
            return str(last.output)

        self.assertEqual(asyncio.run(whole()), "Done.")
        self.assertEqual(transfers(self.log), [("ana", 90)])


class PydanticAIPage(page.Page):
    page = "pydantic-ai.md"
    edit_says = EDIT_SAYS
