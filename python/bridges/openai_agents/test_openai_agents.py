from __future__ import annotations

from .. import contract, page
from . import agent

EDIT_SAYS = 'changed its arguments. It runs with {"amount":90,"to":"ana"}'


class OpenAIAgents(contract.Contract):
    name = "openai_agents"
    agent = agent
    edit_says = EDIT_SAYS


class OpenAIAgentsPage(page.Page):
    page = "openai-agents.md"
    edit_says = EDIT_SAYS
