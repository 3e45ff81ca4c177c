from __future__ import annotations

from .. import contract
from . import agent


class Base(contract.Contract):
    name = "base"
    agent = agent
    edit_says = 'changed its arguments. It runs with {"amount":90,"to":"ana"}'
