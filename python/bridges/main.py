"""One run of a scripted agent in a process of its own: python -m bridges.main langgraph FOLDER THREAD CALLS"""

from __future__ import annotations

import json
import os
import signal
import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from earshot_client import Client
from earshot_client._bridge import Bridge

if TYPE_CHECKING:
    from collections.abc import Callable


# After which work of a bridge a run is killed, and on which outcome of it.
_MOMENTS: dict[str, tuple[str, Callable[[Any], bool]]] = {
    "asked": ("_put", lambda waited: waited.outcome == "pending"),
    "decided": ("put_to_people", bool),
    "collected": ("_approved", bool),
    "redeemed": ("take", bool),
}


def _dies_after(name: str, is_then: Callable[[Any], bool]) -> None:
    work = getattr(Bridge, name)

    async def dying(self: Bridge, *given: Any) -> Any:
        done = await work(self, *given)
        if is_then(done):
            os.kill(os.getpid(), signal.SIGKILL)
        return done

    setattr(Bridge, name, dying)


def _hides(pointer: str) -> None:
    """A part of each call is secret, so that only the server knows what may run."""
    put = Bridge._put

    async def hiding(self: Bridge, matter: Any, patience: Any) -> Any:
        if "call" in matter:
            matter = {**matter, "call": {**matter["call"], "secrets": [pointer]}}
        return await put(self, matter, patience)

    Bridge._put = hiding  # type: ignore[method-assign]


name, folder, thread, calls, options = sys.argv[1:]
if "AGENT_HIDES" in os.environ:
    _hides(os.environ["AGENT_HIDES"])
if os.environ.get("AGENT_DIES") in _MOMENTS:
    _dies_after(*_MOMENTS[os.environ["AGENT_DIES"]])
agent = import_module(f"bridges.{name}.agent")
ran = agent.run(Client(), Path(folder), thread, json.loads(calls), **json.loads(options))
print(json.dumps({"pending": ran.is_pending, "told": ran.told}))
