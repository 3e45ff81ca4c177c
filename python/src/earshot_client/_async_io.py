from __future__ import annotations

import asyncio
import time

from ._http import Io, Wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ssl
    from collections.abc import Coroutine
    from typing import Any, TypeVar

    T = TypeVar("T")


class AsyncIo(Io):
    def __init__(self, ssl_context: ssl.SSLContext | None) -> None:
        self._ssl_context = ssl_context

    async def connect(self, host: str, port: int, *, tls: bool, deadline: float) -> Wire:
        opening = asyncio.open_connection(host, port, ssl=self._context() if tls else None)
        reader, writer = await _until(deadline, opening)
        wire = StreamWire(reader, writer)
        wire.deadline = deadline
        return wire

    def _context(self) -> ssl.SSLContext:
        if self._ssl_context is None:
            import ssl

            self._ssl_context = ssl.create_default_context()
        return self._ssl_context

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


class StreamWire(Wire):
    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        super().__init__()
        self._reader = reader
        self._writer = writer

    async def send(self, data: bytes) -> None:
        self._writer.write(data)
        await _until(self.deadline, self._writer.drain())

    async def receive(self) -> bytes:
        return await _until(self.deadline, self._reader.read(65_536))

    def close(self) -> None:
        self._writer.close()


async def _until(deadline: float, work: Coroutine[Any, Any, T]) -> T:
    try:
        return await asyncio.wait_for(work, max(deadline - time.monotonic(), 0))
    except asyncio.TimeoutError:
        # Before Python 3.11 this is another error than that of a socket.
        raise TimeoutError("timed out") from None
