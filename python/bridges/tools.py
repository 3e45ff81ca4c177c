"""The tools of every scripted agent, and what has become of a run."""

from __future__ import annotations

import json
import os
import signal
import threading
import time
from dataclasses import dataclass
from pathlib import Path

LOG = "AGENT_LOG"
SLOW = "AGENT_SLOW"
_lock = threading.Lock()


@dataclass
class Ran:
    is_pending: bool
    told: list[str]
    """What the model was told since its calls, in order."""


def transfer(to: str, amount: int) -> str:
    """Sends money."""
    with _lock, open(os.environ[LOG], "a", encoding="utf-8") as log:
        log.write(json.dumps([to, amount]) + "\n")
    time.sleep(float(os.environ.get(SLOW, "0")))
    if os.environ.get("AGENT_DIES") == "ran":
        os.kill(os.getpid(), signal.SIGKILL)
    return f"sent {amount} to {to}"


def transfers(log: Path) -> list[tuple[str, int]]:
    lines = log.read_text(encoding="utf-8").splitlines() if log.exists() else []
    return [(to, amount) for to, amount in map(json.loads, lines)]
