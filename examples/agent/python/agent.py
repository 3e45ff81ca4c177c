"""An agent with nothing but the standard library of Python.

It greets, asks one question, and goes on when the answer comes: hours later, in another process.

  As the program of an agent.yaml:  command: [python3, agent.py]
  On its own, over HTTP:            EARSHOT_URL=http://127.0.0.1:4242 EARSHOT_KEY=... python3 agent.py --http
"""

import json
import os
import sys
import threading
import time
import urllib.error
import urllib.request
import uuid


class Lost(Exception):
    """The session is another host's by now, or its agent was halted: stop, and write nothing more."""


def work(session, former, line):
    """What this agent does; `line` is how it talks. The same for both ways."""
    if former is None:
        line.say("I am on it.")
        line.record({"kind": "note", "text": "The report needs a region."})
        line.ask("Which region is the report for?")
        return
    request = former.get("request") or {}
    if request.get("status") == "answered":
        region = request["answer"]["text"]
        line.end(f"The report for {region} is done.")
    else:
        line.end(f"There is no report: the question is {request.get('status', 'gone')}.")


# As a child process: one JSON object a line on standard input and output.


class ChildLine:
    def __init__(self):
        self.count = 0

    def call(self, type, **parts):
        """Sends a line and waits for what came of it."""
        self.count += 1
        print(json.dumps({"type": type, "id": self.count, **parts}), flush=True)
        for text in sys.stdin:
            answer = json.loads(text)
            if answer["type"] in ("stop", "cancel"):
                sys.exit(0)
            if answer.get("id") == self.count:
                if answer["type"] == "error":
                    raise RuntimeError(f"{answer['code']}: {answer['message']}")
                return answer["value"]
        sys.exit(0)  # The host has gone.

    def say(self, text):
        self.call("say", call="say-1", text=text)

    def record(self, entry):
        self.call("record", entry=entry)

    def ask(self, question):
        self.call("ask", call="ask-1", question=question)

    def end(self, text):
        self.call("end", text=text)


def run_as_child():
    start = json.loads(sys.stdin.readline())
    work(start["session"], start.get("former"), ChildLine())


# Over HTTP: the same, by the operations that a host itself calls.


def post(path, body):
    request = urllib.request.Request(
        os.environ["EARSHOT_URL"] + path,
        data=json.dumps(body).encode(),
        headers={
            "authorization": "Bearer " + os.environ["EARSHOT_KEY"],
            "content-type": "application/json",
        },
    )
    try:
        with urllib.request.urlopen(request, timeout=60) as response:
            return json.load(response)
    except urllib.error.HTTPError as error:
        problem = json.load(error)
        if problem.get("code") in ("SESSION_LOST", "NOT_ALLOWED"):
            raise Lost(problem["detail"]) from None
        raise RuntimeError(f"{problem.get('code')}: {problem.get('detail')}") from None


class HttpLine:
    def __init__(self, claimed):
        session = claimed["session"]
        self.path = f"/v1/sessions/{session['id']}"
        self.epoch = session["epoch"]
        self.entries = session["entries"]

    def call(self, operation, **parts):
        return post(f"{self.path}/{operation}", {"epoch": self.epoch, **parts})

    def say(self, text):
        self.call("post", call="say-1", text=text)

    def record(self, entry):
        done = self.call("record", after=self.entries, entries=[entry])
        self.entries = done["entries"]

    def ask(self, question):
        self.call("ask", call="ask-1", question={"text": question})

    def end(self, text):
        self.call("end", outcome="completed", text=text)


def keep(line, lease_ms, over):
    """Renews the claim until the work is over."""
    while not over.wait(lease_ms / 3000):
        try:
            if line.call("renew")["cancelAsked"]:
                line.call("end", outcome="cancelled")
                os._exit(0)
        except Lost:
            os._exit(1)
        except (RuntimeError, OSError) as error:
            print(f"not renewed: {error}", file=sys.stderr)


def run_over_http():
    host = f"python-{uuid.uuid4()}"
    post("/v1/agents/profile", {"channels": []})
    while True:
        try:
            claimed = post("/v1/sessions/claim", {"host": host, "holdMs": 25000}).get("claimed")
        except OSError as error:
            print(f"no server: {error}", file=sys.stderr)
            time.sleep(1)
            continue
        if claimed is None:
            continue
        line, over = HttpLine(claimed), threading.Event()
        threading.Thread(target=keep, args=(line, claimed["leaseMs"], over), daemon=True).start()
        try:
            work(claimed["session"], claimed.get("former"), line)
        except Lost as error:
            print(error, file=sys.stderr)
        finally:
            over.set()


if __name__ == "__main__":
    run_over_http() if "--http" in sys.argv else run_as_child()
