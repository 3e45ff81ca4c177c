import { isApprover } from "../../domain/authority/authorization.ts";
import { EarshotError } from "../../domain/errors.ts";
import { MAX_REASON_BYTES } from "../../domain/limits.ts";
import { OWN_AGENTS } from "../../domain/people/own-agents.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import { present } from "../../domain/present.ts";
import { type AskedBack, unansweredBack } from "../../domain/requests/asked-back.ts";
import type { Message } from "../../domain/requests/conversation.ts";
import type { OpenRequest, Request } from "../../domain/requests/request.ts";
import { checkNotBlank, checkText } from "../../domain/text.ts";
import type { Timestamp } from "../../domain/timestamp.ts";
import type { CallOptions } from "../../ports/earshot/call.ts";
import type { AnswerBackInput, AskBackInput } from "../../ports/earshot/exchange.ts";
import { actorOf } from "../call/access.ts";
import { asPerson } from "../call/as-person.ts";
import type { Context } from "../call/context.ts";
import type { CallIdentity } from "../call/once.ts";
import type { Given } from "../call/use-case.ts";
import { wordsOf } from "../log/words-of.ts";
import { changeShown } from "../planning/change-shown.ts";
import { requestDeliveries } from "../planning/plan-request.ts";
import { type ChangePlan, changeRequest } from "./change-request.ts";
import { messageWrites } from "./mailbox.ts";

/**
 * Asks the agent something before the decision. The request stays open, and its time goes on. The agent
 * hears of it in its waits, its mailbox and by its webhook.
 */
export async function askBack(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<AskBackInput>,
): Promise<Request> {
  requireRight(caller, "answer");
  asPerson(caller);
  checkNotBlank(input.text, "question");
  checkText(input.text, "question", MAX_REASON_BYTES);
  const call: CallIdentity = { caller, operation: "askBack", input, options };
  const changed = await changeRequest(ctx, call, {
    id: input.id,
    plan: (request, at) => planAsking(ctx, caller, { request, text: input.text, options, at }),
  });
  await tellChange(ctx, changed);
  return changed;
}

/** Answers what a person asked back; people are then asked again. Each is answered once. */
export async function answerBack(
  ctx: Context,
  caller: Caller,
  { input, options }: Given<AnswerBackInput>,
): Promise<Request> {
  requireRight(caller, "ask");
  const { id, text, number } = input;
  checkNotBlank(text, "answer");
  checkText(text, "answer");
  const call: CallIdentity = { caller, operation: "answerBack", input, options };
  const changed = await changeRequest(ctx, call, {
    id,
    plan: (request) => planAnswering(ctx, caller, { request, text, ...present({ number }) }),
  });
  await tellChange(ctx, changed);
  return changed;
}

interface Asking {
  readonly request: Request;
  readonly text: string;
  readonly options: CallOptions | undefined;
  readonly at: Timestamp;
}

function planAsking(
  ctx: Context,
  caller: Caller,
  { request, text, options, at }: Asking,
): ChangePlan {
  assertMayAsk(request, caller);
  const { workspace, conversation, id, agent } = request;
  const by = actorOf(caller, options?.via);
  const message: Message = {
    id: ctx.ids.next("msg"),
    workspace,
    conversation,
    from: by,
    text,
    salt: ctx.ids.salt(),
    createdAt: at,
    asksBack: id,
  };
  return {
    event: { type: "ask_back", asked: { message: message.id, text, by } },
    logged: (next) => ({
      type: "request.asked_back",
      data: {
        digest: ctx.digest.content(message.salt, text),
        message: message.id,
        via: by.via,
        ...numbered(next.askedBack?.at(-1)),
        ...wordsOf(ctx, { salt: next.salt, reason: text }),
      },
    }),
    writes: () => [
      { type: "message.insert", message },
      ...messageWrites(message, { agent, by: caller.principal }),
    ],
  };
}

/** Of an authorization: whoever may decide it. The server's own agents hear nobody. */
function assertMayAsk(request: Request, { principal }: Caller): void {
  const { id, agentName } = request;
  if (OWN_AGENTS.includes(agentName)) {
    throw new EarshotError(
      "INVALID_INPUT",
      `${id} is Earshot's own, and no agent is there to be asked. Answer or decide it.`,
      { details: { id } },
    );
  }
  if (request.kind === "question") return;
  const { demand } = request.authorization;
  if (isApprover(demand, principal)) return;
  throw new EarshotError(
    "NOT_ALLOWED",
    `${principal.name} may not decide ${id}, and so asks nothing before: the rule "${demand.rule}" names others.`,
    { details: { id, reason: "not_an_approver" } },
  );
}

async function planAnswering(
  ctx: Context,
  caller: Caller,
  { request, text, number }: { request: Request; text: string; number?: number },
): Promise<ChangePlan> {
  if (request.agent !== caller.principal.id) {
    throw new EarshotError("NOT_ALLOWED", `Request ${request.id} belongs to another agent.`);
  }
  const waiting = unansweredBack(request);
  const brought =
    waiting === undefined || request.status !== "open"
      ? []
      : await askedAgain(ctx, request, waiting);
  return {
    event: { type: "answer_back", text, ...present({ number }) },
    logged: (next) => ({
      type: "request.answered_back",
      data: {
        ...numbered(next.askedBack?.at(-1)),
        ...wordsOf(ctx, { salt: next.salt, reason: text }),
      },
    }),
    writes: () => brought,
  };
}

/** Who asked it hears of the answer; the others' posts are only edited. */
async function askedAgain(ctx: Context, request: OpenRequest, { by }: AskedBack) {
  return await requestDeliveries(ctx, { ...request, to: [by.name] });
}

function numbered(asked: AskedBack | undefined) {
  return present({ version: asked?.number });
}

/** The posts show what was said, and whoever waits for the request hears that something was asked. */
async function tellChange(ctx: Context, changed: Request): Promise<void> {
  if (changed.status !== "open") return;
  if (unansweredBack(changed) !== undefined) ctx.waiters.wake(changed);
  // What was said stands: a failure to update posts must not make it an error.
  await changeShown(ctx, changed).catch(() => {});
}
