"""A real server, a person who answers, and agents in processes of their own that can be killed."""

from __future__ import annotations

import base64
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from earshot_client import Client

if TYPE_CHECKING:
    from collections.abc import Callable

    from earshot_client.shapes import Request

    T = TypeVar("T")

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "bin" / "earshot.js"
_NODE = ROOT / "node_modules" / ".bin" / "node"
NODE = str(_NODE) if _NODE.exists() else "node"
PATIENCE = 60.0


def eventually(look: Callable[[], T | None], what: str = "it") -> T:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        found = look()
        if found is not None:
            return found
        time.sleep(0.05)
    raise AssertionError(f"{what} did not come about")


class World:
    """Of its own, or on the server of the data folder that `WORLD_DATA` names."""

    server: subprocess.Popen[str] | None = None

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="earshot-python-"))
        given = os.environ.get("WORLD_DATA")
        self.data = self.folder / ".earshot" if given is None else Path(given)
        if given is None:
            self.start()
        else:
            self._meet()

    def _meet(self) -> None:
        self.agent = Client(data=self.data)
        self.operator = Client(data=self.data, key=self.key("operator"))

    def start(self) -> None:
        environment = {name: value for name, value in os.environ.items() if "EARSHOT" not in name}
        server = self.server = subprocess.Popen(
            [NODE, str(PROGRAM), "start", "--port", "0", "--no-console", "--data", str(self.data)],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        said = ""
        assert server.stdout is not None
        for line in server.stdout:
            said += line
            if "listens on" in line:
                break
        else:
            raise AssertionError(f"The server did not start: {said}")
        self._meet()

    def key(self, name: str) -> str:
        return (self.data / f"{name}.key").read_text().strip()

    def kill(self) -> None:
        """As power fails: nothing is told to anybody."""
        if self.server is None:
            return
        self.server.kill()
        self.server.wait()
        if self.server.stdout is not None:
            self.server.stdout.close()

    def close(self) -> None:
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def open_(self, words: str) -> Request:
        """The open request that these words are in, once it is there."""
        return eventually(lambda: self._open(words), f"a request with {words}")

    def _open(self, words: str) -> Request | None:
        items = self.operator.list(status="open", limit=100).items
        return next((item for item in items if words in _words_of(item)), None)

    def approve(self, id: str, **changed: Any) -> None:
        request = self.operator.show(id).request
        assert request.authorization is not None
        args = {**request.authorization.action.args, **changed}
        if not changed:
            self.operator.approve(id, request.authorization.digest)
            return
        preview = self.operator.preview_edit(id, args)
        self.operator.approve(id, preview.digest, args=args)

    def give_file(self, id: str, name: str, media_type: str, data: bytes) -> dict[str, Any]:
        """Of an open request, as an answer names it."""
        content = base64.b64encode(data).decode()
        return dict(vars(self.operator.upload_file(id, name, content, media_type=media_type)))

    def agent_process(self, name: str, **variables: str) -> Agent:
        return Agent(self, name, variables)


def _words_of(request: Request) -> str:
    if request.question is not None:
        return request.question.text
    return repr(request.authorization)


class Agent:
    """`agent.py` in a process of its own, which says on each line how far it has come."""

    def __init__(self, world: World, name: str, variables: dict[str, str]) -> None:
        environment = {
            **os.environ,
            "EARSHOT_DATA": str(world.data),
            "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
            "AGENT_LOG": str(world.folder / f"{name}.log"),
            "AGENT_CALL": name,
            **variables,
        }
        self.log = world.folder / f"{name}.log"
        self.process = subprocess.Popen(
            [sys.executable, str(Path(__file__).with_name("agent.py"))],
            env=environment,
            stdout=subprocess.PIPE,
            text=True,
        )

    def until(self, said: str) -> str:
        assert self.process.stdout is not None
        lines = []
        for line in self.process.stdout:
            lines.append(line)
            if line.startswith(said):
                return line.strip()
        raise AssertionError(f"It ended before it said {said}: {lines}")

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.end()

    def end(self) -> int:
        code = self.process.wait(PATIENCE)
        if self.process.stdout is not None:
            self.process.stdout.close()
        return code

    def runs(self) -> list[str]:
        """What the tool has done, in all processes of this agent."""
        return self.log.read_text().splitlines() if self.log.exists() else []
