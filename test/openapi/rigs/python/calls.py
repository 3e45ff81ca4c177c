"""Calls of a client that openapi-python-client made. It prints what came back."""

import json
import os

from earshot_made import AuthenticatedClient
from earshot_made.api.authorizations import approve, authorize
from earshot_made.api.mailbox import acknowledge, mailbox
from earshot_made.api.requests import answer, ask, show, wait
from earshot_made.models import (
    AcknowledgeInput,
    AcknowledgeResponse200,
    AnswerChoice,
    AnswerInput,
    ApproveInput,
    AskInput,
    AuthorizeInput,
    AuthorizeInputArgs,
    FormChoice,
    FormInputChoice,
    Mailbox,
    Problem,
    Waited,
)


def client_of(key: str) -> AuthenticatedClient:
    return AuthenticatedClient(base_url=os.environ["EARSHOT_URL"], token=os.environ[key])


agent, person = client_of("AGENT_KEY"), client_of("OPERATOR_KEY")

form = FormInputChoice(kind="choice", options=["staging", "production"])
asked = ask.sync(
    client=agent,
    body=AskInput(text="Which database?", form=form),
    idempotency_key="the-question",
)
assert isinstance(asked, Waited), asked
question = asked.request
said = AnswerInput(answer=AnswerChoice(choice="staging"))
answered = answer.sync(question.id, client=person, body=said)
assert answered is not None and not isinstance(answered, Problem), answered

args = AuthorizeInputArgs.from_dict({"amount": 90})
sought = authorize.sync(
    client=agent, body=AuthorizeInput(tool="pay", args=args, reason="It is due.")
)
assert isinstance(sought, Waited), sought
payment = sought.request
approval = ApproveInput(digest=payment.authorization.digest)
decided = approve.sync(payment.id, client=person, body=approval)
assert decided is not None and not isinstance(decided, Problem), decided


def outcome_of(id: str) -> Waited:
    waited = wait.sync(id, client=agent, hold_ms=5_000)
    assert isinstance(waited, Waited), waited
    return waited


waited = outcome_of(question.id)
found = waited.request.question.form
assert isinstance(found, FormChoice), found
held = mailbox.sync(client=agent)
assert isinstance(held, Mailbox), held
done = acknowledge.sync(client=agent, body=AcknowledgeInput(ids=[one.id for one in held.items]))
assert isinstance(done, AcknowledgeResponse200), done
missing = show.sync("req_01hf3k5m7n9p1q3r5s7t9v1w3x", client=agent)
assert isinstance(missing, Problem), missing
print(
    json.dumps(
        {
            "options": [one.label for one in found.options],
            "answer": waited.request.answer.to_dict(),
            "outcomes": [str(waited.outcome), str(outcome_of(payment.id).outcome)],
            "acknowledged": done.acknowledged,
            "code": missing.code,
        }
    )
)
