"""Keeps a person within earshot of every AI agent: questions and approvals that survive a crash."""

from __future__ import annotations


from ._errors import EarshotError
from .client import Client
from .outcomes import Given, SoughtCall, TakenCall, values_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .async_client import AsyncClient
    from .matters import Called, CallMatter, Matter, Questioned, QuestionMatter, StableKey

__all__ = [
    "AsyncClient",
    "CallMatter",
    "Called",
    "Client",
    "EarshotError",
    "Given",
    "Matter",
    "QuestionMatter",
    "Questioned",
    "SoughtCall",
    "StableKey",
    "TakenCall",
    "values_of",
]

for _public in (EarshotError, Client, Given, SoughtCall, TakenCall):
    _public.__module__ = __name__

_MATTERS = ("CallMatter", "Called", "Matter", "QuestionMatter", "Questioned", "StableKey")


def __getattr__(name: str) -> Any:
    # What asyncio and type checkers need is imported by whoever uses it.
    if name == "AsyncClient":
        from .async_client import AsyncClient

        return AsyncClient
    if name in _MATTERS:
        from . import matters

        return getattr(matters, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
