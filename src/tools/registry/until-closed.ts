import { ERRORS, isEarshotError } from "../../domain/errors.ts";
import type { RequestId } from "../../domain/id.ts";
import type { ClosedRequest, Shown } from "../../domain/requests/request.ts";
import type { Earshot } from "../../ports/earshot/earshot.ts";

const STRETCH_MS = 50_000;
const RETRY_MS = 500;

/**
 * Waits until the request closes, however long that takes and however often the server is away.
 * Repeating a wait changes nothing, so nothing can be lost.
 */
export async function untilClosed(
  earshot: Pick<Earshot, "wait">,
  id: RequestId,
  signal: AbortSignal,
): Promise<Shown<ClosedRequest>> {
  for (;;) {
    const began = performance.now();
    const closed = await oneStretch(earshot, id, signal);
    if (closed !== undefined) return closed;
    // A server that stops turns every caller away at once.
    if (performance.now() - began < RETRY_MS) await pause(RETRY_MS, signal);
  }
}

/** Undefined if the request is still open afterwards, or nobody could say. */
async function oneStretch(
  earshot: Pick<Earshot, "wait">,
  id: RequestId,
  signal: AbortSignal,
): Promise<Shown<ClosedRequest> | undefined> {
  try {
    const { request } = await earshot.wait({ id, holdMs: STRETCH_MS }, { signal });
    return request.status === "open" ? undefined : request;
  } catch (error) {
    if (isEarshotError(error) && ERRORS[error.code].retry !== "never") return undefined;
    throw error;
  }
}

/** Resolves after `ms`; rejects at once when the signal aborts. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", onAbort);
      resolve();
    }, ms);
    signal.addEventListener("abort", onAbort, { once: true });
  });
}
