import { type CallHeaders, verifyCall } from "../../client/verify-call.ts";
import type { RequestId } from "../../domain/id.ts";
import { MAX_NOTIFY_BYTES } from "../../domain/limits.ts";
import { unansweredBack } from "../../domain/requests/asked-back.ts";
import type { Earshot } from "../../ports/earshot/earshot.ts";
import { answerAsked, type OnAskedBack } from "../answer-asked.ts";

/** Who resolves awakeables: a connected client of Restate's ingress. */
export interface Awakeables {
  resolveAwakeable(id: string, payload?: unknown): Promise<unknown>;
}

/** What a program was called with: a message of Node's `http`, or a `Request`. */
export type ProgramCall = { readonly url?: string | undefined; readonly headers: CallHeaders } & (
  | AsyncIterable<Uint8Array>
  | { readonly body: AsyncIterable<Uint8Array> | null }
);

/** It comes to stand in a path of Restate's ingress. */
const AWAKEABLE = /^[\w-]{1,256}$/;

interface Waking {
  readonly earshot: Pick<Earshot, "show" | "answerBack">;
  readonly secret: string;
  readonly awakeables: Awakeables;
  readonly onAskedBack: OnAskedBack | undefined;
}

/** Resolves what a call of Earshot names, or answers what a person asks; gives what to answer it with. */
export async function wakeStatus(call: ProgramCall, by: Waking): Promise<number> {
  const [, query] = (call.url ?? "").split("?");
  const id = new URLSearchParams(query).get("awakeable") ?? "";
  const body = await textOf(call);
  if (body === undefined) return 413;
  const verified = await verifyCall(by.secret, { headers: call.headers, body });
  if (verified === undefined) return 401;
  if (verified.type === "earshot.request.asked_back") return await answeredStatus(verified, by);
  if (verified.type !== "earshot.request.closed") return 204;
  if (!AWAKEABLE.test(id)) return 404;
  try {
    await by.awakeables.resolveAwakeable(id, verified.data.id);
    return 204;
  } catch {
    // Restate may be away: Earshot calls again, and what it gives up is a dead letter.
    return 503;
  }
}

/** It is looked up, so that what somebody has answered meanwhile is not answered again. */
async function answeredStatus(
  { data }: { readonly data: { readonly id: RequestId } },
  { earshot, onAskedBack }: Waking,
): Promise<number> {
  if (onAskedBack === undefined) return 204;
  try {
    const { request } = await earshot.show({ id: data.id });
    const asked = request.status === "open" ? unansweredBack(request) : undefined;
    const by = { earshot, onAskedBack, retryForMs: 0 };
    if (asked !== undefined) await answerAsked(by, asked, request);
    return 204;
  } catch {
    return 503;
  }
}

/** Undefined for more than Earshot sends, of which no more is read. */
async function textOf(call: ProgramCall): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const body = Symbol.asyncIterator in call ? call : call.body;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > MAX_NOTIFY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return await new Blob(chunks as Uint8Array<ArrayBuffer>[]).text();
}
