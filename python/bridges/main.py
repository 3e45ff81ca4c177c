"""One run of a scripted agent in a process of its own: python -m bridges.main langgraph FOLDER THREAD CALLS"""

from __future__ import annotations

import json
import os
import signal
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from earshot_client import Client
from earshot_client._bridge import Bridge


def _die_once_taken(take: Any) -> Any:
    async def taking(self: Bridge, *given: Any) -> Any:
        await take(self, *given)
        os.kill(os.getpid(), signal.SIGKILL)

    return taking


name, folder, thread, calls, options = sys.argv[1:]
if os.environ.get("AGENT_DIES") == "taken":
    Bridge.take = _die_once_taken(Bridge.take)  # type: ignore[method-assign]
agent = import_module(f"bridges.{name}.agent")
ran = agent.run(Client(), Path(folder), thread, json.loads(calls), **json.loads(options))
print(json.dumps({"pending": ran.is_pending, "told": ran.told}))
