from __future__ import annotations

import time

from ._http import Io, Wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    import socket
    import ssl
    from collections.abc import AsyncIterator, Coroutine, Iterator
    from typing import Any, TypeVar

    T = TypeVar("T")


def run(work: Coroutine[Any, Any, T]) -> T:
    """The result of work whose every step blocks, so that it never has to be taken up again."""
    try:
        work.send(None)
    except StopIteration as end:
        result: T = end.value
        return result
    finally:
        work.close()
    raise RuntimeError("A step of a blocking client has waited for an event loop.")


def run_each(values: AsyncIterator[T]) -> Iterator[T]:
    async def following() -> T:
        return await values.__anext__()

    try:
        while True:
            try:
                value = run(following())
            except StopAsyncIteration:
                return
            yield value
    finally:
        run(values.aclose())  # type: ignore[attr-defined]


class SyncIo(Io):
    def __init__(self, ssl_context: ssl.SSLContext | None) -> None:
        self._ssl_context = ssl_context

    async def connect(self, host: str, port: int, *, tls: bool, deadline: float) -> Wire:
        import socket

        connected = socket.create_connection((host, port), timeout=_left(deadline))
        connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if tls:
            try:
                connected = self._context().wrap_socket(connected, server_hostname=host)
            except BaseException:
                connected.close()
                raise
        wire = SocketWire(connected)
        wire.deadline = deadline
        return wire

    def _context(self) -> ssl.SSLContext:
        if self._ssl_context is None:
            import ssl

            self._ssl_context = ssl.create_default_context()
        return self._ssl_context

    async def sleep(self, seconds: float) -> None:
        time.sleep(seconds)


class SocketWire(Wire):
    def __init__(self, connected: socket.socket) -> None:
        super().__init__()
        self._socket = connected

    async def send(self, data: bytes) -> None:
        self._socket.settimeout(_left(self.deadline))
        self._socket.sendall(data)

    async def receive(self) -> bytes:
        self._socket.settimeout(_left(self.deadline))
        return self._socket.recv(65_536)

    def close(self) -> None:
        self._socket.close()


def _left(deadline: float) -> float:
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError("timed out")
    return left
