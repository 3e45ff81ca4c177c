"""What a framework does with its own approvals, without Earshot: python -m bridges.alone langgraph

A run is killed where people are wanted, and another process decides. Nothing is demanded of the framework: what
is seen is printed as one line of JSON. With more words it is one of these processes itself.
"""

from __future__ import annotations

import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from importlib import import_module
from pathlib import Path
from typing import Any

from .tools import LOG, SLOW, transfers

ANA = ["transfer", {"to": "ana", "amount": 5_000}]
BO = ["transfer", {"to": "bo", "amount": 7_000}]
REASON = "Ask for a hundred."
TOOL_SECONDS = "2"
# As JSON and as MessagePack write them.
SHOWN_AND_SINCE = ((b"5000", b"9000"), (b"\xcd\x13\x88", b"\xcd\x23\x28"))
# What is said for a process that failed.
FAILED = '{"waits": 0, "told": ""}'


class Run:
    """A run of a new folder that waits for people, after a kill."""

    def __init__(self, name: str, *calls: object, **environment: str) -> None:
        self._name = name
        self.folder = Path(tempfile.mkdtemp())
        self.store = self.folder / "store"
        self.store.mkdir()
        self._environment = {**os.environ, LOG: str(self.folder / "log"), **environment}
        self._start("begin", calls).communicate()

    def _start(self, *words: object) -> subprocess.Popen[str]:
        given = [self._name, str(self.folder), *map(json.dumps, words)]
        return subprocess.Popen(
            [sys.executable, "-W", "ignore", "-m", "bridges.alone", *given],
            env=self._environment,
            stdout=subprocess.PIPE,
            text=True,
        )

    def decided(self, *, at_once: int = 1, **decision: Any) -> dict[str, Any]:
        running = [self._start("decide", decision) for _ in range(at_once)]
        said = [process.communicate()[0] for process in running]
        return dict(json.loads((said[0].strip() or FAILED).splitlines()[-1]))

    @property
    def amounts(self) -> str:
        return ", ".join(str(amount) for _, amount in transfers(self.folder / "log"))

    def files(self) -> list[Path]:
        return [path for path in self.store.rglob("*") if path.is_file()]


def seen(name: str) -> dict[str, str]:
    run = Run(name, ANA)
    is_there = run.decided(approved=True)["waits"] == 1 and run.amounts == "5000"
    told = {
        "a call waits through a kill": "yes" if is_there else "no",
        # The process that decided had nothing but the storage.
        "who can decide": "whoever writes to its storage" if is_there else "nobody",
    }
    run = Run(name, ANA)
    run.decided(approved=True, args={"to": "ana", "amount": 90})
    ran = run.amounts
    told["people can change its arguments"] = "yes" if ran == "90" else f"no: {ran or 'nothing'} ran"
    run = Run(name, ANA)
    is_told = REASON in run.decided(approved=False, reason=REASON)["told"] and run.amounts == ""
    told["the model reads why it was rejected"] = "yes" if is_told else "no"
    is_kept = any(REASON.encode() in path.read_bytes() for path in run.files())
    kept = "yes, unsigned" if is_kept else "no"
    waits = Run(name, ANA, BO).decided(approved=True)["waits"]
    told["two calls of a step wait together"] = "yes" if waits == 2 else "no: one after the other"
    run = Run(name, ANA, **{SLOW: TOOL_SECONDS, "PAIR": "yes"})
    run.decided(at_once=2, approved=True)
    times = len(re.findall("5000", run.amounts))
    told["resumed twice at once, a call runs"] = "once" if times == 1 else f"{times} times"
    run = Run(name, ANA)
    for path in run.files():
        if path.suffix == ".db":
            settle(path)
    for path in run.files():
        stored = path.read_bytes()
        for shown, since in SHOWN_AND_SINCE:
            stored = stored.replace(shown, since)
        path.write_bytes(stored)
    run.decided(approved=True)
    told["shown with 5000, stored with 9000 since, it runs with"] = run.amounts or "nothing"
    told["a rejection is found once the run has ended"] = kept
    return told


def settle(database: Path) -> None:
    """Brings what SQLite holds beside its file into it."""
    with closing(sqlite3.connect(database)) as opened:
        opened.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def until_both_have_seen(folder: Path) -> None:
    (folder / f"seen-{os.getpid()}").touch()
    while len(list(folder.glob("seen-*"))) < 2:
        time.sleep(0.01)


def main(name: str, folder: Path, step: str, given: Any) -> None:
    framework = import_module(f"bridges.{name}.alone")
    if step == "begin":
        framework.begin(folder / "store", json.dumps(given))
        os.kill(os.getpid(), signal.SIGKILL)
    waits = framework.waiting(folder / "store")
    if "PAIR" in os.environ:
        until_both_have_seen(folder)
    told = framework.decide(folder / "store", **given) if waits else ""
    print(json.dumps({"waits": waits, "told": told}))


if __name__ == "__main__":
    which, *more = sys.argv[1:]
    if more:
        main(which, Path(more[0]), *map(json.loads, more[1:]))
    else:
        print(json.dumps(seen(which)))
