"""HTTP/1.1 as far as a client of one server needs it, the same for sockets that block and asyncio's."""

from __future__ import annotations


TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping

_MAX_LINE = 65_536
_MAX_HEADERS = 200


class Cut(OSError):
    """The other side has ended the connection in the middle of an answer."""


class Wire:
    """A connection. What is written waits; what is read is kept until it is asked for."""

    # The moment of the monotonic clock until which each step may take.
    deadline: float

    def __init__(self) -> None:
        self._kept = b""

    async def send(self, data: bytes) -> None:
        raise NotImplementedError

    async def receive(self) -> bytes:
        """What has arrived, at least one byte; none once the other side has ended it."""
        raise NotImplementedError

    def close(self) -> None:
        raise NotImplementedError

    async def line(self) -> bytes:
        while b"\n" not in self._kept:
            if len(self._kept) > _MAX_LINE:
                raise Cut("a line of the answer is too long")
            await self._more()
        line, self._kept = self._kept.split(b"\n", 1)
        return line.rstrip(b"\r")

    async def some(self, most: int) -> bytes:
        if self._kept == b"":
            await self._more()
        found, self._kept = self._kept[:most], self._kept[most:]
        return found

    async def rest(self) -> bytes:
        """What comes next; none at the end."""
        found, self._kept = self._kept, b""
        return found or await self.receive()

    async def _more(self) -> None:
        arrived = await self.receive()
        if arrived == b"":
            raise Cut("the connection ended")
        self._kept += arrived


class Io:
    """What differs between a program that blocks and one of asyncio."""

    async def connect(self, host: str, port: int, *, tls: bool, deadline: float) -> Wire:
        raise NotImplementedError

    async def sleep(self, seconds: float) -> None:
        raise NotImplementedError


class Response:
    def __init__(self, wire: Wire, status: int, headers: Mapping[str, str]) -> None:
        self.status = status
        self.headers = headers
        self.wire = wire

    async def chunks(self) -> AsyncIterator[bytes]:
        if self.status == 204:
            return
        length = self.headers.get("content-length")
        if self.headers.get("transfer-encoding", "").lower() == "chunked":
            while (size := int((await self.wire.line()).split(b";")[0], 16)) > 0:
                while size > 0:
                    found = await self.wire.some(size)
                    size -= len(found)
                    yield found
                await self.wire.line()
        elif length is not None:
            left = int(length)
            while left > 0:
                found = await self.wire.some(left)
                left -= len(found)
                yield found
        else:
            while (found := await self.wire.rest()) != b"":
                yield found

    async def body(self) -> bytes:
        return b"".join([chunk async for chunk in self.chunks()])

    async def lines(self) -> AsyncIterator[str]:
        """Its lines, without one that was cut in the middle."""
        kept = b""
        async for chunk in self.chunks():
            *whole, kept = (kept + chunk).split(b"\n")
            for line in whole:
                yield line.decode()


async def exchange(
    wire: Wire, method: str, target: str, headers: Mapping[str, str], body: bytes | None
) -> Response:
    """Writes a request and reads the head of its answer."""
    head = [f"{method} {target} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items())]
    if body is not None:
        head.append(f"Content-Length: {len(body)}")
    await wire.send("\r\n".join([*head, "", ""]).encode("latin-1") + (body or b""))
    while True:
        status = await _status(wire)
        found = await _headers(wire)
        if status >= 200:
            return Response(wire, status, found)


async def _status(wire: Wire) -> int:
    version, _, rest = (await wire.line()).partition(b" ")
    if not version.startswith(b"HTTP/1.") or not rest[:3].isdigit():
        raise Cut("what answers does not speak HTTP")
    return int(rest[:3])


async def _headers(wire: Wire) -> dict[str, str]:
    found: dict[str, str] = {}
    while (line := await wire.line()) != b"":
        if len(found) == _MAX_HEADERS:
            raise Cut("the answer has too many headers")
        name, _, value = line.decode("latin-1").partition(":")
        found[name.strip().lower()] = value.strip()
    return found
