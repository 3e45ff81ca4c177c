"""What every bridge to a framework needs, once for programs that block and those of asyncio."""

from __future__ import annotations

import math
import time

from ._calls import new_key
from ._errors import EarshotError
from .outcomes import Given, SoughtCall, TakenCall

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Collection, Iterable, Mapping, Sequence
    from typing import Any

    from ._calls import Calls
    from ._files import GivenFile
    from .inputs import EvidenceInput
    from .matters import Matter, StableKey
    from .shapes import (
        AskedBack,
        CollectedGrant,
        Conversation,
        ListResult,
        RedeemResult,
        Request,
        Waited,
        WaitedMany,
    )

    OnAskedBack = Callable[[AskedBack, Request], Any]
    """The words for the person, or None to leave it to whoever else answers for the agent."""
    OnOutcome = Callable[[SoughtCall | Given, int], object]
    ReadResources = Callable[[dict[str, Any]], Sequence[Mapping[str, str]]]
    ReadEvidence = Callable[[dict[str, Any]], Sequence[EvidenceInput]]

_STRETCH_MS = 50_000
_PAUSE = 0.5
_MAX_WAITED = 100
_PAGE = 100


class Patience:
    def __init__(self, hold_ms: float | None, retry_for_ms: float | None = None) -> None:
        self.hold_ms = hold_ms
        """How long to wait for people; None for ever."""
        self.retry_for_ms = retry_for_ms
        """How long to repeat calls to a server that is away; None for ever."""


class Live:
    """What is read again in the moment before a call runs."""

    def __init__(self, resources: ReadResources | None, evidence: ReadEvidence | None) -> None:
        self.resources = resources
        self.evidence = evidence


class Bridge:
    def __init__(self, calls: Calls, on_asked_back: OnAskedBack | None = None) -> None:
        self._calls = calls
        self._on_asked_back = on_asked_back
        self._heard: set[str] = set()

    async def put_to_people(
        self, matters: Sequence[Matter], patience: Patience, on_outcome: OnOutcome | None
    ) -> list[SoughtCall | Given]:
        if len(matters) > _MAX_WAITED:
            raise EarshotError(
                "INVALID_INPUT",
                f"People are asked {len(matters)} things at once: "
                f"put at most {_MAX_WAITED} to them in one call.",
            )
        asked = await self._put_all(matters, patience)
        for waited in asked:
            await self._hear(waited)
        outcomes = [_outcome(waited) for waited in asked]

        def note(index: int, waited: Waited) -> None:
            outcomes[index] = _outcome(waited)
            if on_outcome is not None and waited.outcome != "pending":
                on_outcome(outcomes[index], index)

        for index, waited in enumerate(asked):
            note(index, waited)
        async for closed in self._closing(asked, patience):
            for index, waited in enumerate(asked):
                if waited.request.id == closed.request.id:
                    note(index, closed)
        return outcomes

    async def _put_all(self, matters: Iterable[Matter], patience: Patience) -> list[Waited]:
        """Where one fails, the others have been asked nevertheless: the same keys find them again."""
        asked: list[Waited] = []
        failed: EarshotError | None = None
        for matter in matters:
            try:
                asked.append(await self._put(matter, patience))
            except EarshotError as error:
                failed = failed or error
        if failed is not None:
            raise failed
        return asked

    async def _put(self, matter: Matter, patience: Patience) -> Waited:
        given: Mapping[str, Any]
        if "question" in matter:
            given, key = matter["question"], key_for("ask", matter["key"])
            asked: Waited = await self._insist("ask", _wired(given), key, patience)
            return asked
        given, key = matter["call"], key_for("seek", matter["key"])
        # Its own key to join by too: an equal call of another thread is another call.
        wired = {**_wired(given), "joinKey": key}
        sought: Waited = await self._insist("authorize", wired, key, patience)
        return sought

    async def _closing(self, asked: Sequence[Waited], patience: Patience) -> AsyncIterator[Waited]:
        """Each that closes, in whatever order, until all have or the time is over."""
        open_ = dict.fromkeys(one.request.id for one in asked if one.outcome == "pending")
        end = _end_of(patience.hold_ms)
        while open_ and time.monotonic() < end:
            left = None if end == math.inf else (end - time.monotonic()) * 1_000
            several = await self.until_all(list(open_), "any", left)
            for waited in several.requests:
                if waited.outcome != "pending" and waited.request.id in open_:
                    del open_[waited.request.id]
                    yield waited

    async def take(
        self,
        sought: SoughtCall,
        key: StableKey | None,
        read: Live,
        retry_for_ms: float | None,
    ) -> TakenCall:
        request = sought.request
        if sought.outcome != "approved" or request.authorization is None:
            raise EarshotError(
                "NOT_APPROVED",
                sought.says or f"Nobody has decided yet (request {request.id}). It has not run.",
                details={"outcome": sought.outcome, "id": request.id},
            )
        patience = Patience(None, retry_for_ms)
        parts = [key] if isinstance(key, str) else list(key or ())
        # A run may take several approvals under its one key.
        named = None if key is None else key_for("take", [request.id, *parts])
        args, patch = await self._approved(sought, named, patience)
        action = request.authorization.action
        live = {
            "tool": action.tool,
            "session": action.session,
            "toolSchemaHash": action.tool_schema_hash,
            "resources": None if read.resources is None else list(read.resources(args)),
            "evidence": None if read.evidence is None else list(read.evidence(args)),
        }
        given = {"request": request.id, "args": args, **live}
        redeemed: RedeemResult = await self._insist("redeem", given, named, patience)
        return TakenCall(request.id, redeemed.id, args, patch=patch, repeated=redeemed.repeated)

    async def _approved(
        self, sought: SoughtCall, named: str | None, patience: Patience
    ) -> tuple[dict[str, Any], list[dict[str, Any]] | None]:
        """Where a part is hidden, only the server knows what may run."""
        if sought.args is not None:
            return sought.args, sought.patch
        key = None if named is None else f"collect:{named}"
        collected: CollectedGrant = await self._insist(
            "collect", {"id": sought.request.id}, key, patience
        )
        patch = collected.patch
        return collected.args, None if patch is None else [dict(vars(one)) for one in patch]

    async def with_bytes(self, given: Given) -> Any:
        from ._files import with_files, written

        digests: dict[str, None] = {}

        def note(file: dict[str, Any], encoding: str | None) -> object:
            if encoding is not None:
                digests[file["digest"]] = None
            return file

        with_files(given, note)
        read = {digest: await self._read(given, digest) for digest in digests}

        def put_in(file: dict[str, Any], encoding: str | None) -> object:
            return file if encoding is None else written(read[file["digest"]], encoding)

        return with_files(given, put_in)

    async def files(self, given: Given) -> list[GivenFile]:
        """All files of an answer, each once, whatever its schema has in their places."""
        from ._files import GivenFile, with_files

        facts: dict[str, dict[str, Any]] = {}

        def note(file: dict[str, Any], _: str | None) -> object:
            return facts.setdefault(file["digest"], file)

        with_files(given, note)
        return [GivenFile(file, await self._read(given, digest)) for digest, file in facts.items()]

    async def _read(self, given: Given, digest: str) -> bytes:
        named = {"id": given.request.id, "digest": digest}
        data: bytes = await self._calls.call("readFile", named, {})
        return data

    async def open_thread(self, key: StableKey, title: str) -> str:
        opened: Conversation = await self._calls.call(
            "startConversation", {"title": title}, {}, key_for("thread", key)
        )
        return opened.id

    async def withdraw(self, conversation: str, keep: Collection[str], reason: str | None) -> list[str]:
        withdrawn = []
        for id in await self._open_in(conversation):
            if id in keep:
                continue
            try:
                await self._calls.call("cancel", {"id": id}, {"reason": reason})
            except EarshotError as error:
                if error.code != "REQUEST_CLOSED":
                    raise
            else:
                withdrawn.append(id)
        return withdrawn

    async def _open_in(self, conversation: str) -> list[str]:
        ids: list[str] = []
        cursor: str | None = None
        while True:
            page: ListResult = await self._calls.call(
                "list",
                {"status": "open", "conversation": conversation, "limit": _PAGE},
                {"cursor": cursor},
            )
            ids.extend(request.id for request in page.items)
            cursor = page.next
            if cursor is None:
                return ids

    async def until_closed(
        self,
        id: str,
        hold_ms: float | None,
        on_undeliverable: Callable[[], object] | None = None,
    ) -> Waited:
        waited: Waited = await self._stretches("wait", {"id": id}, hold_ms, on_undeliverable)
        return waited

    async def until_all(self, ids: Sequence[str], until: str, hold_ms: float | None) -> WaitedMany:
        waited: WaitedMany = await self._stretches("waitMany", {"ids": ids, "until": until}, hold_ms)
        return waited

    async def _stretches(
        self,
        name: str,
        given: dict[str, Any],
        hold_ms: float | None,
        on_undeliverable: Callable[[], object] | None = None,
    ) -> Any:
        """Waits however long it takes and however often the server is away meanwhile."""
        end = _end_of(hold_ms)
        while True:
            left = max(end - time.monotonic(), 0) * 1_000
            try:
                waited = await self._calls.call(name, given, {"holdMs": int(min(left, _STRETCH_MS))})
                for one in getattr(waited, "requests", (waited,)):
                    await self._hear(one)
                if waited.outcome != "pending" or time.monotonic() >= end:
                    return waited
                if on_undeliverable is not None and getattr(waited, "undeliverable", False):
                    on_undeliverable()
            except EarshotError as error:
                if not error.may_pass or time.monotonic() >= end:
                    raise
                await self._calls.io.sleep(_PAUSE)

    async def _hear(self, waited: Waited) -> None:
        """Answers, once, what a person asks before they decide."""
        asked = waited.asked_back
        if self._on_asked_back is None or asked is None or asked.message in self._heard:
            return
        self._heard.add(asked.message)
        text = self._on_asked_back(asked, waited.request)
        if hasattr(text, "__await__"):
            text = await text
        if text is None:
            return
        given = {"id": waited.request.id, "text": text, "number": asked.number}
        try:
            await self._insist("answerBack", given, key_for("answer", [asked.message, text]), Patience(None))
        except EarshotError as error:
            # Somebody else has answered, or it has closed. Words that are refused name no request.
            is_late = error.code == "INVALID_INPUT" and "id" in (error.details or {})
            if error.code != "REQUEST_CLOSED" and not is_late:
                raise

    async def _insist(
        self, name: str, given: Mapping[str, Any], key: str | None, patience: Patience
    ) -> Any:
        """Makes a change until a server has said what became of it; every try carries the same key."""
        present = {wire: value for wire, value in given.items() if value is not None}
        used = key or new_key()
        end = _end_of(patience.retry_for_ms)
        while True:
            try:
                return await self._calls.call(name, present, {}, used, is_first=key is None)
            except EarshotError as error:
                if not error.may_pass or time.monotonic() + _PAUSE > end:
                    raise
                await self._calls.io.sleep(_PAUSE)


def _outcome(waited: Waited) -> SoughtCall | Given:
    return Given(waited) if waited.request.kind == "question" else SoughtCall(waited)


def _end_of(ms: float | None) -> float:
    return math.inf if ms is None else time.monotonic() + ms / 1_000


def _wired(given: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters of an operation by their names on the wire."""
    return {_camel(name): value for name, value in given.items()}


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def key_for(what: str, key: StableKey) -> str:
    """The same for the same key in every language, so that another program can go on."""
    import hashlib
    import json

    parts = [key] if isinstance(key, str) else list(key)
    text = json.dumps(parts, ensure_ascii=False, separators=(",", ":"))
    return f"bridge:{what}:{hashlib.sha256(text.encode()).hexdigest()}"
