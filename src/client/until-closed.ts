import { type EarshotError, ERRORS, isEarshotError } from "../domain/errors.ts";
import type { RequestId } from "../domain/id.ts";
import type { AskedBack } from "../domain/requests/asked-back.ts";
import type { Waited } from "../domain/requests/request.ts";
import type { Earshot } from "../ports/earshot/earshot.ts";
import type { WaitedMany } from "../ports/earshot/requests.ts";
import { sleep } from "./transport.ts";

export interface UntilClosedOptions {
  /** `Infinity` if absent. */
  readonly holdMs?: number;
  readonly signal?: AbortSignal | undefined;
  /** Hears of each stretch of time without a reachable server. */
  readonly onInterruption?: ((error: EarshotError) => void) | undefined;
  /** Hears that no person could be reached; the wait goes on. */
  readonly onUndeliverable?: (() => void) | undefined;
  /** Hears, once, of each question that a person asks before they decide; the wait goes on. */
  readonly onAskedBack?: ((asked: AskedBack, request: RequestId) => void) | undefined;
}

const STRETCH_MS = 50_000;
const RETRY_MS = 500;

/**
 * Waits until the request closes or `holdMs` is over, however long that takes and however often the server is
 * away meanwhile. Repeating a wait changes nothing, so nothing is lost.
 * @example
 * ```ts
 * import { answerText, createClient, untilClosed } from "earshot/client";
 *
 * const earshot = createClient({ url: "http://127.0.0.1:4242", key: process.env["EARSHOT_KEY"] ?? "" });
 * const { request } = await earshot.ask({ text: "Which region?" });
 * const closed = await untilClosed(earshot, request.id);
 * if (closed.request.status === "answered") console.log(answerText(closed.request.answer));
 * ```
 */
export async function untilClosed(
  earshot: Pick<Earshot, "wait">,
  id: RequestId,
  options: UntilClosedOptions = {},
): Promise<Waited> {
  return await inStretches(options, (holdMs, call) => earshot.wait({ id, holdMs }, call));
}

/**
 * The same for several requests: until any or all of them have closed.
 * @example
 * ```ts
 * import { createClient, untilAll } from "earshot/client";
 *
 * const earshot = createClient({ url: "http://127.0.0.1:4242", key: process.env["EARSHOT_KEY"] ?? "" });
 * const one = await earshot.ask({ text: "Which region?" });
 * const other = await earshot.ask({ text: "Which size?" });
 * const { requests } = await untilAll(earshot, [one.request.id, other.request.id]);
 * console.log(requests.map(({ request }) => request.status));
 * ```
 */
export async function untilAll(
  earshot: Pick<Earshot, "waitMany">,
  ids: readonly RequestId[],
  { until = "all", ...options }: UntilClosedOptions & { readonly until?: "any" | "all" } = {},
): Promise<WaitedMany> {
  return await inStretches(options, (holdMs, call) =>
    earshot.waitMany({ ids, until, holdMs }, call),
  );
}

async function inStretches<T extends { readonly outcome: string }>(
  {
    holdMs = Number.POSITIVE_INFINITY,
    signal,
    onInterruption,
    onUndeliverable,
    onAskedBack,
  }: UntilClosedOptions,
  wait: (holdMs: number, call: { signal?: AbortSignal }) => Promise<T>,
): Promise<T> {
  const deadline = Date.now() + holdMs;
  const isOver = () => Date.now() >= deadline;
  const call = signal === undefined ? {} : { signal };
  const told = new Set<string>();
  for (;;) {
    try {
      const waited = await wait(Math.min(Math.max(deadline - Date.now(), 0), STRETCH_MS), call);
      tellAsked(waited, told, onAskedBack);
      if (waited.outcome !== "pending" || isOver()) return waited;
      tellLost(waited, onUndeliverable);
    } catch (error) {
      if (!canPass(error) || isOver()) throw error;
      onInterruption?.(error);
      await sleep(RETRY_MS, signal);
    }
  }
}

function tellLost(waited: object, onUndeliverable: UntilClosedOptions["onUndeliverable"]): void {
  if ("undeliverable" in waited && waited.undeliverable === true) onUndeliverable?.();
}

function tellAsked(
  waited: object,
  told: Set<string>,
  hear: UntilClosedOptions["onAskedBack"],
): void {
  const each = "requests" in waited ? (waited as WaitedMany).requests : [waited as Waited];
  for (const { askedBack, request } of each) {
    if (askedBack === undefined || told.has(askedBack.message)) continue;
    told.add(askedBack.message);
    hear?.(askedBack, request.id);
  }
}

function canPass(error: unknown): error is EarshotError {
  return isEarshotError(error) && ERRORS[error.code].retry !== "never";
}
