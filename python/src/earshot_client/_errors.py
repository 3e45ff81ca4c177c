from __future__ import annotations


from ._table import CODES, RETRY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


class EarshotError(Exception):
    """What Earshot refuses, and what keeps a call from reaching it.

    ``str(error)`` says what happened, to which id, and what to do next; ``error.code`` is the same
    in every language, such as ``REQUEST_CLOSED``.
    """

    def __init__(
        self,
        code: str,
        message: str,
        *,
        details: Mapping[str, Any] | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.details = details
        self.retry_after = retry_after
        """Seconds, if the server has said when to call again."""

    @property
    def may_pass(self) -> bool:
        """Whether the same call may succeed later."""
        return self.code in RETRY

    @property
    def refusal(self) -> str | None:
        """Why a grant was refused, such as ``used``; None for any other error."""
        if self.code != "GRANT_REFUSED" or self.details is None:
            return None
        reason: str | None = self.details.get("reason")
        return reason


def from_problem(document: Any, status: int, retry_after: float | None) -> EarshotError:
    """The error of a problem document. One that this version does not know counts by its status."""
    problem = document if isinstance(document, dict) else {}
    code, detail = problem.get("code"), problem.get("detail")
    return EarshotError(
        code if code in CODES else _code_of(status),
        detail if isinstance(detail, str) else f"The server answered {status}.",
        details=problem.get("details"),
        retry_after=retry_after,
    )


def _code_of(status: int) -> str:
    if status == 429:
        return "RATE_LIMITED"
    # A server that stalled gives up calls that it has not read, so they may be repeated too.
    return "UNREACHABLE" if status in (408, 502, 503, 504) else "INTERNAL"
