"""An agent that wants to transfer money, and stops where it is told to, so that it can be killed."""

from __future__ import annotations

import json
import os
import time

from earshot_client import Called, Client, EarshotError

STOP = os.environ.get("AGENT_STOP")
CALL = os.environ["AGENT_CALL"]
RUN = os.environ.get("AGENT_RUN")


def reached(moment: str) -> None:
    print(moment, flush=True)
    if moment == STOP:
        time.sleep(3_600)


def transfer(**args: object) -> None:
    with open(os.environ["AGENT_LOG"], "a", encoding="utf-8") as log:
        log.write(json.dumps(args, sort_keys=True) + "\n")


earshot = Client()
call: Called = {
    "tool": "transfer",
    "args": {"to": CALL, "amount": 5_000},
    "reason": f"The invoice of {CALL} is due.",
}
key = ("thread-7", CALL)
earshot.seek(call, key=key, hold_ms=0)
reached("asked")
sought = earshot.seek(call, key=key)
reached("decided")
if sought.outcome == "approved":
    if STOP == "collected":
        earshot.collect(sought.request.id)
        reached("collected")
    try:
        taken = earshot.take(sought, key=RUN)
    except EarshotError as error:
        print("refused", error.code, error.refusal, flush=True)
    else:
        reached("redeemed")
        transfer(**taken.args)
        reached("ran")
        print("done", json.dumps({"args": taken.args, "repeated": taken.repeated}), flush=True)
else:
    print("told", sought.says, flush=True)
