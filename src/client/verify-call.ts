import { EarshotError } from "../domain/errors.ts";
import type { ConversationId, DeliveryId, PrincipalId, RequestId } from "../domain/id.ts";
import { MAX_NOTIFY_BYTES } from "../domain/limits.ts";
import type { Answer } from "../domain/requests/question.ts";
import type { Request, RequestStatus } from "../domain/requests/request.ts";
import { MINUTE_MS } from "../domain/time.ts";
import type { Timestamp } from "../domain/timestamp.ts";

/** Earshot's call when a request has closed. It tells, and proves no approval: collect what was approved. */
export interface ClosedCall {
  readonly type: "earshot.request.closed";
  /** The same for every attempt: take each once. */
  readonly id: DeliveryId;
  readonly data: {
    readonly id: RequestId;
    readonly kind: Request["kind"];
    readonly workspace: string;
    readonly agent: PrincipalId;
    readonly agentName: string;
    readonly conversation: ConversationId;
    readonly outcome: Exclude<RequestStatus, "open">;
    readonly closedAt: Timestamp;
    readonly closedBy?: { readonly principal: PrincipalId; readonly name: string };
    readonly tool?: string;
    readonly digest?: string;
    readonly collectBy?: Timestamp;
    readonly answer?: Answer;
    readonly assumption?: string;
    readonly reason?: string;
    /** A person's words in place of the tool. */
    readonly response?: string;
    /** What those who approved it said beside that. */
    readonly notes?: readonly { readonly by: string; readonly text: string }[];
    /** What was said is too long for a call: read the request. */
    readonly isTooLong?: true;
  };
}

/** Earshot's call when a person asks the agent of an open request something: `answerBack` answers it, once. */
export interface AskedBackCall {
  readonly type: "earshot.request.asked_back";
  readonly id: DeliveryId;
  readonly data: Pick<
    ClosedCall["data"],
    "id" | "kind" | "workspace" | "agent" | "agentName" | "conversation"
  > & {
    readonly number: number;
    readonly text: string;
    readonly askedBy: { readonly principal: PrincipalId; readonly name: string };
  };
}

/** The call of `subscriptions test`. */
export interface TestCall {
  readonly type: "earshot.subscription.test";
  readonly id: DeliveryId;
  readonly data: { readonly agent: PrincipalId; readonly agentName: string };
}

/** As `fetch` and as Node have them. */
export type CallHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

const TOLERANCE_MS = 5 * MINUTE_MS;
const SECRET = /^whsec_([A-Za-z0-9+/]{32,88}={0,2})$/;
const ID = /^[\x21-\x2d\x2f-\x7e]{1,96}$/;
const SECONDS = /^\d{1,12}$/;
/** There are several while a secret is being replaced. */
const SIGNATURES = /^v1,[A-Za-z0-9+/]{43}=(?: v1,[A-Za-z0-9+/]{43}=){0,9}$/;

/**
 * Reads a call of Earshot, signed by Standard Webhooks. Undefined for what the secret did not sign within the last
 * five minutes: answer that with 401. The URL that was called is not signed, so believe nothing that it says.
 * @example
 * ```ts
 * import { verifyCall } from "earshot/client";
 *
 * export async function receive(request: Request): Promise<Response> {
 *   const signed = { headers: request.headers, body: await request.text() };
 *   const call = await verifyCall(process.env["EARSHOT_NOTIFY_SECRET"] ?? "", signed);
 *   if (call?.type === "earshot.request.closed") console.log(call.id, call.data.outcome);
 *   return new Response(null, { status: call === undefined ? 401 : 204 });
 * }
 * ```
 */
export async function verifyCall(
  secret: string,
  { headers, body }: { readonly headers: CallHeaders; readonly body: string },
  nowMs = Date.now(),
): Promise<ClosedCall | AskedBackCall | TestCall | undefined> {
  const key = await keyOf(secret);
  const id = headerOf(headers, "webhook-id", ID);
  const seconds = headerOf(headers, "webhook-timestamp", SECONDS);
  const signatures = headerOf(headers, "webhook-signature", SIGNATURES);
  if (id === undefined || seconds === undefined || signatures === undefined) return undefined;
  if (Math.abs(nowMs - Number(seconds) * 1_000) > TOLERANCE_MS) return undefined;
  if (body.length > MAX_NOTIFY_BYTES) return undefined;
  const signed = new TextEncoder().encode(`${id}.${seconds}.${body}`);
  for (const signature of signatures.split(" ")) {
    const given = bytesOf(signature.slice("v1,".length));
    if (await crypto.subtle.verify("HMAC", key, given, signed)) return JSON.parse(body);
  }
  return undefined;
}

/** What is no secret of Earshot's is refused: anybody could sign by an empty one. */
async function keyOf(secret: string) {
  const [, base64] = SECRET.exec(secret) ?? [];
  if (base64 === undefined) {
    throw new EarshotError(
      "INVALID_INPUT",
      "This is not a secret that signs calls: `npx earshot subscriptions add` shows one, which begins with whsec_.",
      { details: { what: "secret" } },
    );
  }
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  return await crypto.subtle.importKey("raw", bytesOf(base64), algorithm, false, ["verify"]);
}

/** A header that occurs exactly once: with two, somebody else may have read the other. */
function headerOf(headers: CallHeaders, name: string, shape: RegExp): string | undefined {
  const value = typeof headers.get === "function" ? headers.get(name) : valueIn(headers, name);
  return typeof value === "string" && shape.test(value) ? value : undefined;
}

function valueIn(headers: CallHeaders, name: string): unknown {
  return (headers as Readonly<Record<string, unknown>>)[name];
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
}
