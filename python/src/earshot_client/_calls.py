"""How a call is made: where to, how often, and how long it is waited for."""

from __future__ import annotations

import math
import os
import time

from ._codec import dumps, read, write
from ._errors import EarshotError, from_problem
from ._http import Cut, Response, exchange
from ._table import RETRY, ROUTES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
    from typing import Any, TypeVar

    from ._discover import Endpoint
    from ._http import Io, Wire

    T = TypeVar("T")
    Attempt = Callable[["Call", str, str], Coroutine[Any, Any, T]]

PATIENCE = 30.0
"""Seconds that a server may take for an ordinary call."""
_FIRST_DELAY, _MAX_DELAY, _NEXT_NODE = 0.1, 2.0, 0.1
# A server accepts a head of 16 KiB: beyond that its answer says nothing of the cause.
_MAX_TARGET = 12_000
# Three times the longest silence that a server allows in a stream.
_SILENCE = 45.0
_RECONNECT = 0.5
# Reading a log of millions yields to other calls.
_OVER_THE_LOG = ("verifyAudit", "proveAction", "sealLog")
_OVER_THE_LOG_S = 240.0
_PATH = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"


class Call:
    def __init__(
        self,
        method: str,
        target: str,
        *,
        body: bytes | None = None,
        headers: Mapping[str, str] | None = None,
        hold: float,
    ) -> None:
        self.method = method
        self.target = target
        self.body = body
        self.headers = headers or {}
        self.hold = hold
        """Seconds that the server may take beyond what every call may."""


class Calls:
    """The calls of one client. It keeps no connection, so threads may share it."""

    def __init__(
        self,
        io: Io,
        endpoint: Callable[[], Endpoint],
        *,
        headers: Mapping[str, str],
        retry_for_ms: float,
        on_retry: Callable[[EarshotError], object] | None,
    ) -> None:
        self.io = io
        self._endpoint = endpoint
        self._headers = headers
        self._retry_for = retry_for_ms / 1_000
        self._on_retry = on_retry
        self._chosen: str | None = None

    async def call(
        self,
        name: str,
        needed: Mapping[str, Any],
        more: Mapping[str, Any],
        idempotency_key: str | None = None,
        *,
        is_first: bool | None = None,
    ) -> Any:
        """`is_first`: the key was made for this call, so only a reply that got lost is repeated."""
        _, _, media, reads, _ = ROUTES[name]
        response, body = await self._whole(_prepared(name, needed, more, idempotency_key))
        if media == "bytes":
            return body
        if media == "text":
            return body.decode()
        found = _json(body, response.status)
        if is_first is None:
            is_first = idempotency_key is None
        return read(reads, _as_first(found) if is_first else found)

    async def stream(self, name: str, needed: Mapping[str, Any], more: Mapping[str, Any]) -> AsyncIterator[Any]:
        """The values of a stream; one that follows the log goes on where it was cut."""
        _, _, media, reads, _ = ROUTES[name]
        if media == "lines":
            async for line in self._lines(name, needed, more):
                if line != "":
                    yield read(reads, _json(line, 200))
            return
        seen = more.get("after")
        while True:
            try:
                async for event in self._events(name, needed, {**more, "after": seen}):
                    seen = event["seq"]
                    yield read(reads, event)
            except EarshotError as error:
                if not error.may_pass or not more.get("follow"):
                    raise
            if not more.get("follow"):
                return
            await self.io.sleep(_RECONNECT)

    async def _events(self, name: str, needed: Mapping[str, Any], more: Mapping[str, Any]) -> AsyncIterator[Any]:
        data: list[str] = []
        async for line in self._lines(name, needed, more):
            if line == "" and data:
                yield _json("\n".join(data), 200)
                data = []
            elif line.startswith("data:"):
                data.append(line[5:].removeprefix(" "))

    async def _lines(self, name: str, needed: Mapping[str, Any], more: Mapping[str, Any]) -> AsyncIterator[str]:
        call = _prepared(name, needed, more, None)
        response = await self._repeated(call, self._open)
        wire = response.wire
        try:
            wire.deadline = time.monotonic() + _SILENCE
            async for line in response.lines():
                yield line
                wire.deadline = time.monotonic() + _SILENCE
        except OSError as error:
            raise EarshotError("UNREACHABLE", f"The stream was cut: {error}.") from error
        finally:
            wire.close()

    async def _whole(self, call: Call) -> tuple[Response, bytes]:
        async def attempt(call: Call, url: str, key: str) -> tuple[Response, bytes]:
            response = await self._open(call, url, key)
            try:
                return response, await response.body()
            finally:
                response.wire.close()

        return await self._repeated(call, attempt)

    async def _repeated(self, call: Call, attempt: Attempt[T]) -> T:
        """Makes a call until it succeeds, fails for good, or the time for repeats is over."""
        end = time.monotonic() + self._retry_for
        tries = 0
        while True:
            nodes: tuple[str, ...] = ("",)
            try:
                endpoint = self._endpoint()
                nodes = endpoint.urls
                return await self._attempt(call, endpoint, attempt)
            except EarshotError as error:
                delay = _delay_before(error, tries, len(nodes))
                if delay is None or time.monotonic() + delay > end:
                    raise
                if self._on_retry is not None:
                    self._on_retry(error)
                await self.io.sleep(delay)
                tries += 1

    async def _attempt(self, call: Call, endpoint: Endpoint, attempt: Attempt[T]) -> T:
        urls, key = endpoint.urls, endpoint.key
        url = self._chosen if self._chosen in urls and self._chosen is not None else urls[0]
        try:
            return await attempt(call, url, key)
        except (OSError, ValueError) as cause:
            self._pass_over(urls, url)
            raise _unreachable(call, url, urls, cause) from cause
        except EarshotError as error:
            if _is_of_node(error):
                self._pass_over(urls, url)
            raise

    def _pass_over(self, urls: tuple[str, ...], url: str) -> None:
        # Of many calls cut off together only the first moves on: the next node serves all of them.
        if url == (self._chosen if self._chosen in urls else urls[0]):
            self._chosen = urls[(urls.index(url) + 1) % len(urls)]

    async def _open(self, call: Call, url: str, key: str) -> Response:
        """The head of an answer that is good."""
        wire, host = await self._connect(url, call.hold)
        try:
            headers = {
                "Host": host,
                "Authorization": f"Bearer {key}",
                "Connection": "close",
                "Accept-Encoding": "identity",
                **self._headers,
                **({} if call.body is None else {"Content-Type": "application/json"}),
                **call.headers,
            }
            _assert_headers(headers)
            response = await exchange(wire, call.method, call.target, headers, call.body)
            if not 200 <= response.status < 300 or _is_page_of_others(response):
                raise await _refusal(response, url)
            return response
        except BaseException:
            wire.close()
            raise

    async def _connect(self, url: str, hold: float) -> tuple[Wire, str]:
        scheme, _, rest = url.partition("://")
        host = rest.partition("/")[0].rpartition("@")[2]
        name, _, port = host.rpartition(":") if ":" in host.rpartition("]")[2] else (host, "", "")
        tls = scheme == "https"
        deadline = time.monotonic() + hold + PATIENCE
        number = int(port) if port != "" else 443 if tls else 80
        return await self.io.connect(name.strip("[]"), number, tls=tls, deadline=deadline), host


def headers_of(end_user: str | None, via: str | None) -> dict[str, str]:
    given = {"Earshot-End-User": end_user, "Earshot-Via": via}
    return {name: value for name, value in given.items() if value is not None}


def _prepared(
    name: str, needed: Mapping[str, Any], more: Mapping[str, Any], idempotency_key: str | None
) -> Call:
    method, path, _, _, writes = ROUTES[name]
    given = {**needed, **{key: value for key, value in more.items() if value is not None}}
    written = {key: write(writes.get(key, ""), value) for key, value in given.items()}
    target, left = _target(path, written)
    hold = _hold_of(name, given)
    if method == "GET":
        return Call("GET", _with_query(target, left), hold=hold)
    headers = {"Idempotency-Key": idempotency_key or new_key()}
    tool = written.get("tool")
    what = f"arguments of {tool}" if isinstance(tool, str) else f"arguments of {name}"
    return Call("POST", target, body=dumps(left, what).encode(), headers=headers, hold=hold)


def _target(path: str, written: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    left = dict(written)
    parts = []
    for part in path.split("/"):
        if part.startswith("{"):
            name = part[1:-1]
            if name not in left:
                raise EarshotError("INVALID_INPUT", f"{name} is missing.")
            part = _escaped(str(left.pop(name)))
            if part in ("", ".", ".."):
                raise EarshotError("INVALID_INPUT", f"{name}: {part!r} names nothing.")
        parts.append(part)
    return "/".join(parts), left


def _escaped(text: str) -> str:
    encoded = text.encode("utf-8", "surrogatepass")
    return "".join(chr(byte) if chr(byte) in _PATH else f"%{byte:02X}" for byte in encoded)


def _with_query(target: str, given: Mapping[str, Any]) -> str:
    if not given:
        return target
    query = "&".join(f"{name}={_escaped(_in_query(value))}" for name, value in given.items())
    whole = f"{target}?{query}"
    if len(whole) > _MAX_TARGET:
        longest = max(given, key=lambda name: len(_in_query(given[name])))
        raise EarshotError("INVALID_INPUT", f"{longest}: it is longer than any call that only reads may send.")
    return whole


def _in_query(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return ",".join(map(str, value))
    return str(value)


def _hold_of(name: str, given: Mapping[str, Any]) -> float:
    if name in _OVER_THE_LOG:
        return _OVER_THE_LOG_S
    # A key has a hold too, for which nobody waits when it is made.
    hold = 0 if name == "createKey" else given.get("holdMs", 0)
    return float(hold) / 1_000


def _assert_headers(headers: Mapping[str, str]) -> None:
    for name, value in headers.items():
        if any(mark < " " or mark > "\xff" for mark in value):
            raise EarshotError("INVALID_INPUT", f"{name}: no header can carry this value.")


def new_key() -> str:
    """A new key for a call. It begins with the time, which keeps the server's index of keys warm."""
    value = (int(time.time() * 1_000) << 80) | int.from_bytes(os.urandom(10), "big")
    return "call_" + "".join(_ALPHABET[(value >> shift) & 31] for shift in range(125, -1, -5))


def _json(body: bytes | str, status: int) -> Any:
    import json

    try:
        return json.loads(body)
    except ValueError:
        raise EarshotError("UNREACHABLE", f"The answer with status {status} was cut.") from None


def _as_first(found: Any) -> Any:
    """Nobody else was told that the action may run."""
    if not isinstance(found, dict):
        return found
    if "redeemedAt" in found:
        return {name: value for name, value in found.items() if name != "repeated"}
    redeemed = found.get("redeemed")
    return {**found, "redeemed": _as_first({**redeemed, "redeemedAt": None})} if isinstance(redeemed, dict) else found


def _is_page_of_others(response: Response) -> bool:
    """A page that is not ours: ours always have a content policy. That of a failing proxy goes away."""
    return (
        response.headers.get("content-type", "").startswith("text/html")
        and response.status < 500
        and response.status not in (408, 429)
        and "content-security-policy" not in response.headers
    )


async def _refusal(response: Response, url: str) -> EarshotError:
    status = response.status
    if _is_page_of_others(response) or 300 <= status < 400:
        to = response.headers.get("location")
        said = f"a web page (status {status})" if to is None else f"a redirection to {to}"
        return EarshotError(
            "INVALID_INPUT",
            f"Something other than Earshot answers at {url}: {said}. Give the address of an Earshot server.",
            details={"url": url, "status": status},
        )
    try:
        document = _json(await response.body(), status)
    except EarshotError:
        document = None
    return from_problem(document, status, _retry_after(response))


def _retry_after(response: Response) -> float | None:
    said = response.headers.get("retry-after", "")
    return float(said) if said.isdigit() else None


def _delay_before(error: EarshotError, tries: int, nodes: int) -> float | None:
    """Seconds before the next attempt; None if none can help. One round over all nodes is one attempt."""
    retry = RETRY.get(error.code)
    if retry is None:
        return None
    if retry == "now":
        return 0.0 if tries < 3 else None
    if _is_of_node(error) and (tries + 1) % nodes != 0:
        # The next node may serve at once, but not all clients should meet it at the same moment.
        return _NEXT_NODE * _random()
    # Half fixed, half random: clients that were cut off together come back at different times.
    backoff = min(_FIRST_DELAY * 2.0 ** min(tries // nodes, 10), _MAX_DELAY) * (0.5 + _random() / 2)
    return max(backoff, error.retry_after or 0.0)


def _random() -> float:
    """From 0 to 1. The module `random` takes longer to import than the whole client."""
    return int.from_bytes(os.urandom(2), "big") / 65_536


def _is_of_node(error: EarshotError) -> bool:
    """Whether another node may serve it instead; a rate limit follows the caller to every node."""
    return error.code in ("UNREACHABLE", "SHUTTING_DOWN", "STORE_UNAVAILABLE")


def _unreachable(call: Call, url: str, urls: tuple[str, ...], cause: Exception) -> EarshotError:
    if isinstance(cause, TimeoutError):
        # The change of a call may have been made.
        after = (
            "Check whether its process is stopped or overloaded, and call again."
            if call.method == "GET"
            else "The call may have been carried out: see npx earshot list once it answers. "
            "With the same idempotency key, repeating it carries it out only once."
        )
        seconds = math.ceil(call.hold + PATIENCE)
        said = f"The server at {url} accepts connections but did not answer within {seconds} s. {after}"
        return EarshotError("UNREACHABLE", said, details={"url": url})
    others = ", ".join(other for other in urls if other != url)
    nor = "" if others == "" else f" Its client can go to {others} as well."
    why = "connection lost" if isinstance(cause, Cut) else str(cause) or type(cause).__name__
    return EarshotError(
        "UNREACHABLE",
        f"No Earshot server answers at {url} ({why}).{nor} Is it running? Start one with npx earshot start.",
        details={"url": url},
    )
