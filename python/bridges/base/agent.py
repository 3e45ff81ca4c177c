"""An agent without a framework, on what every bridge stands on: its calls are put to people, and taken."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from earshot_client import EarshotError, Given, SoughtCall

from ..tools import Ran, transfer

if TYPE_CHECKING:
    from pathlib import Path

    from earshot_client import Client, Matter


def run(
    earshot: Client,
    _: Path,
    thread: str,
    calls: Any,
    *,
    hold_ms: float | None = None,
    expires_in_ms: float = 3_600_000,
    again: bool = False,
    agent_name: str = "payer",
) -> Ran:
    matters = [
        matter_of((thread, f"call-{index}"), name, args, expires_in_ms)
        for index, (name, args) in enumerate(calls)
    ]
    said = earshot.put_to_people(matters, hold_ms=hold_ms)
    if any(one.outcome == "pending" for one in said):
        return Ran(True, [])
    return Ran(False, [told(earshot, one, thread if again else None) for one in said])


def matter_of(key: tuple[str, str], name: str, args: Any, expires_in_ms: float) -> Matter:
    if name == "transfer":
        call: Any = {"tool": name, "args": args, "reason": "The model called it."}
        return {"key": key, "call": {**call, "expires_in_ms": expires_in_ms}}
    question: Any = args if name == "ask_form" else {"text": args["question"]}
    return {"key": key, "question": {**question, "expires_in_ms": expires_in_ms}}


def told(earshot: Client, said: SoughtCall | Given, key: str | None) -> str:
    if isinstance(said, Given):
        values = earshot.with_bytes(said)
        return values if isinstance(values, str) else json.dumps(values)
    if said.outcome != "approved":
        return said.says or ""
    try:
        taken = earshot.take(said, key=key)
    except EarshotError as error:
        if error.refusal != "used":
            raise
        return "An earlier run has taken this call, and it may have run."
    result = transfer(**taken.args)
    return f"{said.says}\n\n{result}" if said.patch else result
