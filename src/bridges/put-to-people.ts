import { untilAll } from "../client/until-closed.ts";
import { EarshotError } from "../domain/errors.ts";
import type { RequestId } from "../domain/id.ts";
import { MAX_WAITED } from "../domain/limits.ts";
import type { AskedBack } from "../domain/requests/asked-back.ts";
import type { Waited } from "../domain/requests/request.ts";
import { insist } from "../guard/gate.ts";
import type { AuthorizeInput } from "../ports/earshot/authority.ts";
import type { Earshot } from "../ports/earshot/earshot.ts";
import type { AskInput } from "../ports/earshot/requests.ts";
import { answering, type OnAskedBack } from "./answer-asked.ts";
import { type Given, given, type SoughtCall, soughtCall } from "./outcomes.ts";
import { keyFor, type StableKey } from "./stable-key.ts";

/** A call that wants an approval. */
export type Called = Omit<AuthorizeInput, "holdMs" | "joinKey" | "redeemIfAllowed">;
/** A question with its form. */
export type Questioned = Omit<AskInput, "holdMs" | "joinKey" | "tool">;

export type Matter =
  | { readonly key: StableKey; readonly call: Called }
  | { readonly key: StableKey; readonly question: Questioned };

export type OutcomeOf<M extends Matter> = M extends { readonly call: Called } ? SoughtCall : Given;

export interface PutOptions {
  /** How long to wait for people; without limit if absent. With 0 it is asked, and `pending`. */
  readonly holdMs?: number;
  /** Ends the wait; what was asked stays asked. */
  readonly signal?: AbortSignal | undefined;
  /** How long to repeat calls to a server that is away; without limit if absent. */
  readonly retryForMs?: number | undefined;
  /** Answers what people ask before they decide, while they are waited for. */
  readonly onAskedBack?: OnAskedBack | undefined;
}

type Asker = Pick<Earshot, "ask" | "authorize" | "waitMany" | "answerBack">;

/**
 * Seeks an approval for a call, and waits over restarts of the server. It runs nothing: `take` the outcome where
 * the call runs. A key that was used for another call throws KEY_REUSED.
 * @example
 * ```ts
 * import { seek, take } from "earshot/bridges";
 * import { createClient } from "earshot/client";
 *
 * const earshot = createClient({ url: "http://127.0.0.1:4242", key: process.env["EARSHOT_KEY"] ?? "" });
 * const call = { tool: "transfer", args: { to: "ana", amount: 50 }, reason: "The invoice is due." };
 * const sought = await seek(earshot, call, { key: ["thread-7", "call-1"] });
 * if (sought.outcome === "approved") console.log(await take(earshot, sought));
 * else console.log(sought.says);
 * ```
 */
export async function seek(
  earshot: Asker,
  call: Called,
  { key, ...options }: PutOptions & { readonly key: StableKey },
): Promise<SoughtCall> {
  const [sought] = await putToPeople(earshot, [{ call, key }], options);
  return sought;
}

/**
 * Asks a question with its form, and waits over restarts of the server for what a person gives.
 * @example
 * ```ts
 * import { askFor } from "earshot/bridges";
 * import { createClient } from "earshot/client";
 *
 * const earshot = createClient({ url: "http://127.0.0.1:4242", key: process.env["EARSHOT_KEY"] ?? "" });
 * const question = { text: "Which region?", form: { kind: "text" } } as const;
 * const { outcome, values } = await askFor(earshot, question, { key: ["thread-7", "interrupt-1"] });
 * console.log(outcome, values);
 * ```
 */
export async function askFor(
  earshot: Asker,
  question: Questioned,
  { key, ...options }: PutOptions & { readonly key: StableKey },
): Promise<Given> {
  const [answered] = await putToPeople(earshot, [{ question, key }], options);
  return answered;
}

/**
 * The same for at most 100 calls and questions: all are asked before any is waited for, so people see them
 * together and may take them in any order. The outcomes stand in the order of the matters; `onOutcome` hears of
 * each as soon as it is there.
 * @example
 * ```ts
 * import { putToPeople } from "earshot/bridges";
 * import { createClient } from "earshot/client";
 *
 * const earshot = createClient({ url: "http://127.0.0.1:4242", key: process.env["EARSHOT_KEY"] ?? "" });
 * const [region, sought] = await putToPeople(earshot, [
 *   { key: ["thread-7", "interrupt-1"], question: { text: "Which region?" } },
 *   { key: ["thread-7", "call-1"], call: { tool: "deploy", args: {}, reason: "It is tested." } },
 * ]);
 * console.log(region.values, sought.outcome);
 * ```
 */
export async function putToPeople<const M extends readonly Matter[]>(
  earshot: Asker,
  matters: M,
  {
    onOutcome,
    onAskedBack,
    ...options
  }: PutOptions & {
    readonly onOutcome?: (outcome: SoughtCall | Given, index: number) => void;
  } = {},
): Promise<{ readonly [I in keyof M]: OutcomeOf<M[I]> }> {
  if (matters.length > MAX_WAITED) throw tooMany(matters.length);
  const outcomes: (SoughtCall | Given)[] = [];
  const { hear, failed } = answering({ earshot, onAskedBack, ...options });
  const note = (index: number, waited: Waited) => {
    const outcome = outcomeOf(matters[index], waited);
    outcomes[index] = outcome;
    if (outcome.outcome !== "pending") onOutcome?.(outcome, index);
  };
  const putting = matters.map(async (matter, index) => {
    const waited = await put(earshot, matter, options);
    note(index, waited);
    return waited;
  });
  // Where one fails, the others have been asked nevertheless: the same keys find them again.
  await Promise.allSettled(putting);
  const asked = await Promise.all(putting);
  for (const { askedBack, request } of asked) hear(askedBack, request);
  const signal = anyOf(options.signal, failed);
  await untilClosed(
    earshot,
    { ...options, signal },
    {
      ids: asked.filter(({ outcome }) => outcome === "pending").map(({ request }) => request.id),
      asked(back, id) {
        const found = asked.find(({ request }) => request.id === id);
        if (found !== undefined) hear(back, found.request);
      },
      closed(waited) {
        for (const [index, { request }] of asked.entries()) {
          if (request.id === waited.request.id) note(index, waited);
        }
      },
    },
  );
  return outcomes as unknown as { readonly [I in keyof M]: OutcomeOf<M[I]> };
}

function anyOf(signal: AbortSignal | undefined, failed: AbortSignal): AbortSignal {
  return signal === undefined ? failed : AbortSignal.any([signal, failed]);
}

const outcomeOf = (matter: Matter | undefined, waited: Waited) =>
  matter !== undefined && "call" in matter ? soughtCall(waited) : given(waited);

async function put(
  earshot: Asker,
  matter: Matter,
  { holdMs: _, ...insistence }: PutOptions,
): Promise<Waited> {
  if ("question" in matter) {
    const { question, key } = matter;
    return await insist(
      (options) => earshot.ask(question, options),
      insistence,
      keyFor("ask", key),
    );
  }
  const named = keyFor("seek", matter.key);
  // Its own key to join by too: an equal call of another thread is another call.
  const call = { ...matter.call, joinKey: named };
  return await insist((options) => earshot.authorize(call, options), insistence, named);
}

interface Waiting {
  readonly ids: readonly RequestId[];
  readonly asked: (asked: AskedBack, id: RequestId) => void;
  readonly closed: (waited: Waited) => void;
}

/** Until all have closed, in whatever order, or the time is over. */
async function untilClosed(
  earshot: Asker,
  { holdMs = Number.POSITIVE_INFINITY, signal }: PutOptions,
  { ids, asked, closed }: Waiting,
): Promise<void> {
  const deadline = Date.now() + holdMs;
  const open = new Set(ids);
  while (open.size > 0 && Date.now() < deadline) {
    const left = { holdMs: deadline - Date.now(), signal, onAskedBack: asked };
    const { requests } = await untilAll(earshot, [...open], { until: "any", ...left });
    for (const waited of requests) {
      if (waited.outcome !== "pending" && open.delete(waited.request.id)) closed(waited);
    }
  }
}

function tooMany(count: number): EarshotError {
  return new EarshotError(
    "INVALID_INPUT",
    `People are asked ${count} things at once: put at most ${MAX_WAITED} to them in one call.`,
    { details: { count } },
  );
}
