from __future__ import annotations

import asyncio
import json

from earshot_client import AsyncClient
from earshot_client.openai_agents import arun_with_people

from .. import contract, page
from ..tools import transfers
from . import agent

EDIT_SAYS = 'changed its arguments. It runs with {"amount":90,"to":"ana"}'


class OpenAIAgents(contract.Contract):
    name = "openai_agents"
    agent = agent
    edit_says = EDIT_SAYS

    def test_a_program_of_asyncio_goes_on_where_a_blocking_one_was(self) -> None:
        self.assertTrue(self.run_agent(contract.ANA, hold_ms=0).is_pending)

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
            await asyncio.to_thread(self.world.approve, request.id, amount=90)
            return str((await waiting).final_output)

        self.assertEqual(asyncio.run(whole()), "Done.")
        self.assertEqual(transfers(self.log), [("ana", 90)])


class OpenAIAgentsPage(page.Page):
    page = "openai-agents.md"
    edit_says = EDIT_SAYS
