import type { DeliveryId, PrincipalId } from "../id.ts";
import { MAX_NOTIFY_BYTES } from "../limits.ts";
import { present } from "../present.ts";
import type { AskedBack } from "../requests/asked-back.ts";
import { type ClosedRequest, closerOf, notesOf, type Request } from "../requests/request.ts";
import { utf8Length } from "../text.ts";
import type { Timestamp } from "../timestamp.ts";

interface Tested {
  readonly agent: { readonly id: PrincipalId; readonly name: string };
  readonly at: Timestamp;
}

/** Says only that the agent is subscribed. */
export function testEvent(id: DeliveryId, { agent, at }: Tested): string {
  const data = { agent: agent.id, agentName: agent.name };
  return envelope({ type: "earshot.subscription.test", id, subject: agent.id, time: at, data });
}

/**
 * Says that a person asks the agent of an open request something before they decide. The agent answers
 * with its key, once.
 */
export function askedBackEvent(id: DeliveryId, request: Request, asked: AskedBack): string {
  const { principal, name } = asked.by;
  return envelope({
    type: "earshot.request.asked_back",
    id,
    subject: request.id,
    time: asked.at,
    data: {
      id: request.id,
      kind: request.kind,
      workspace: request.workspace,
      agent: request.agent,
      agentName: request.agentName,
      conversation: request.conversation,
      number: asked.number,
      text: asked.text,
      askedBy: { principal, name },
    },
  });
}

interface Enveloped {
  readonly type: string;
  readonly id: DeliveryId;
  readonly subject: string;
  readonly time: Timestamp;
  readonly data: object;
}

function envelope({ type, id, subject, time, data }: Enveloped): string {
  const source = "urn:earshot";
  const head = { specversion: "1.0", type, source, id, subject, time };
  return JSON.stringify({ ...head, datacontenttype: "application/json", data });
}

/**
 * A CloudEvents 1.0 event in structured mode, as text, which says how a request closed. Arguments of
 * an action are not in it: the agent collects what was approved, and only with its key. An answer that
 * makes it too long is left out.
 */
export function closedEvent(id: DeliveryId, request: ClosedRequest): string {
  const whole = eventOf(id, request, answerOf(request));
  if (utf8Length(whole) <= MAX_NOTIFY_BYTES) return whole;
  return eventOf(id, request, { isTooLong: true });
}

function eventOf(id: DeliveryId, request: ClosedRequest, said: object): string {
  const by = closerOf(request);
  return envelope({
    type: "earshot.request.closed",
    id,
    subject: request.id,
    time: request.closedAt,
    data: {
      id: request.id,
      kind: request.kind,
      workspace: request.workspace,
      agent: request.agent,
      agentName: request.agentName,
      conversation: request.conversation,
      outcome: request.status,
      closedAt: request.closedAt,
      ...present({
        closedBy: by === undefined ? undefined : { principal: by.principal, name: by.name },
        tool: request.kind === "authorization" ? request.authorization.action.tool : request.tool,
        digest: request.kind === "authorization" ? request.authorization.digest : undefined,
        collectBy: request.status === "approved" ? request.collectBy : undefined,
        notes: request.status === "approved" ? notesOf(request) : undefined,
      }),
      ...said,
    },
  });
}

function answerOf(request: ClosedRequest): object {
  switch (request.status) {
    case "answered":
      return { answer: request.answer };
    case "responded":
      return { response: request.response };
    case "assumed":
      return { assumption: request.assumption };
    case "rejected":
    case "cancelled":
    case "abandoned":
      return present({ reason: request.reason });
    default:
      return {};
  }
}
