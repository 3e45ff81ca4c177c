from __future__ import annotations


from ._bridge import Bridge, Live, Patience
from ._calls import Calls, headers_of
from ._discover import endpoint_of
from ._operations import Operations
from ._sync_io import SyncIo, run, run_each
from .outcomes import Given, SoughtCall

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    import ssl
    from collections.abc import Callable, Collection, Iterator, Sequence
    from typing import Any, Literal

    from ._bridge import OnAskedBack, OnOutcome, ReadEvidence, ReadResources
    from ._errors import EarshotError
    from .matters import Called, CallMatter, Matter, Questioned, QuestionMatter, StableKey
    from .outcomes import TakenCall
    from .shapes import Waited, WaitedMany

    # In the class the operation `list` has this name.
    Outcomes = list[SoughtCall | Given]
    Withdrawn = list[str]


class Client(Operations):
    """Earshot over HTTP, in a program that blocks. Threads may share one.

    Without ``url`` and ``key`` it takes ``EARSHOT_URL`` and ``EARSHOT_KEY``, or the server that runs
    on the data folder: ``data``, ``EARSHOT_DATA``, the nearest ``.earshot`` upwards, or that of the
    user. It repeats calls as the table of errors says, which is safe: every change carries a key.
    """

    def __init__(
        self,
        url: str | Sequence[str] | None = None,
        key: str | None = None,
        *,
        data: str | os.PathLike[str] | None = None,
        end_user: str | None = None,
        via: str | None = None,
        retry_for_ms: float = 10_000,
        on_retry: Callable[[EarshotError], object] | None = None,
        on_asked_back: OnAskedBack | None = None,
        ssl_context: ssl.SSLContext | None = None,
    ) -> None:
        """``url`` may name several nodes of one deployment, where the next is called if one is away.

        ``end_user`` is a token with which a service speaks for a user of its own, and ``via`` the
        surface where the caller is.
        """
        self._calls = Calls(
            SyncIo(ssl_context),
            endpoint_of(url, key, data),
            headers=headers_of(end_user, via),
            retry_for_ms=retry_for_ms,
            on_retry=on_retry,
        )
        self._bridge = Bridge(self._calls, on_asked_back)

    def _call(
        self,
        name: str,
        needed: dict[str, Any],
        more: dict[str, Any],
        idempotency_key: str | None = None,
    ) -> Any:
        return run(self._calls.call(name, needed, more, idempotency_key))

    def _stream(self, name: str, needed: dict[str, Any], more: dict[str, Any]) -> Iterator[Any]:
        return run_each(self._calls.stream(name, needed, more))

    def until_closed(
        self,
        id: str,
        *,
        hold_ms: float | None = None,
        on_undeliverable: Callable[[], object] | None = None,
    ) -> Waited:
        """Waits until a request closes or the hold is over; without one, however long that takes.

        `on_undeliverable` hears that no person could be reached; the wait goes on.
        """
        return run(self._bridge.until_closed(id, hold_ms, on_undeliverable))

    def until_all(
        self,
        ids: Sequence[str],
        *,
        until: Literal["any", "all"] = "all",
        hold_ms: float | None = None,
    ) -> WaitedMany:
        """The same for several requests: until any or all of them have closed."""
        return run(self._bridge.until_all(ids, until, hold_ms))

    def seek(
        self,
        call: Called,
        *,
        key: StableKey,
        hold_ms: float | None = None,
        retry_for_ms: float | None = None,
    ) -> SoughtCall:
        """Seeks an approval for a call, and waits over restarts of the server and of this program.

        It runs nothing: `take` the outcome where the call runs. A key that was used for another call
        raises KEY_REUSED. With a hold of 0 it is asked, and `pending`.
        """
        matter: CallMatter = {"key": key, "call": call}
        patience = Patience(hold_ms, retry_for_ms)
        [sought] = run(self._bridge.put_to_people([matter], patience, None))
        assert isinstance(sought, SoughtCall)
        return sought

    def ask_for(
        self,
        question: str | Questioned,
        *,
        key: StableKey,
        hold_ms: float | None = None,
        retry_for_ms: float | None = None,
    ) -> Given:
        """Asks a question with its form, and waits for what a person gives, over restarts as well."""
        asked: Questioned = {"text": question} if isinstance(question, str) else question
        matter: QuestionMatter = {"key": key, "question": asked}
        patience = Patience(hold_ms, retry_for_ms)
        [given] = run(self._bridge.put_to_people([matter], patience, None))
        assert isinstance(given, Given)
        return given

    def put_to_people(
        self,
        matters: Sequence[Matter],
        *,
        hold_ms: float | None = None,
        retry_for_ms: float | None = None,
        on_outcome: OnOutcome | None = None,
    ) -> Outcomes:
        """The same for at most 100 calls and questions: all are asked before any is waited for.

        People see them together and may take them in any order. The outcomes stand in the order of
        the matters; `on_outcome` hears of each, and its place, as soon as it is there.
        """
        patience = Patience(hold_ms, retry_for_ms)
        return run(self._bridge.put_to_people(matters, patience, on_outcome))

    def take(
        self,
        sought: SoughtCall,
        *,
        key: StableKey | None = None,
        resources: ReadResources | None = None,
        evidence: ReadEvidence | None = None,
        retry_for_ms: float | None = None,
    ) -> TakenCall:
        """Uses an approval up, in the moment before the call runs.

        `key` names the run: whoever takes again with the same key gets the same call again, as
        `repeated`, and every other key is refused. Without one the approval is taken once, so that
        the call runs at most once. `resources` reads again what the call touches,
        and `evidence` what people were shown beside it. Raises
        NOT_APPROVED, and GRANT_REFUSED if the call must not run: `error.refusal` says why.
        """
        return run(self._bridge.take(sought, key, Live(resources, evidence), retry_for_ms))

    def with_bytes(self, given: Given) -> Any:
        """The values of an answer with the bytes of its files where the schema of the question has bytes.

        What the schema has as base64 is that text, and what it has as `binary` is `bytes`, so that
        pydantic takes both. A field of the format `file` keeps the facts. Only what is put in is read.
        """
        return run(self._bridge.with_bytes(given))

    def open_thread(self, *, key: StableKey, title: str) -> str:
        """The conversation of a thread; the same one after a restart.

        What is asked in it is shown together and can be withdrawn together. `title` tells people what
        the thread is about, and is always the same for one thread.
        """
        return run(self._bridge.open_thread(key, title))

    def withdraw(
        self, conversation: str, *, keep: Collection[str] = (), reason: str | None = None
    ) -> Withdrawn:
        """Takes back what a run asked before and does not wait for any more.

        `keep` are the ids that it still waits for. What people have closed meanwhile stays closed.
        Returns the ids of what it has taken back.
        """
        return run(self._bridge.withdraw(conversation, keep, reason))
