import { setTimeout as pause } from "node:timers/promises";
import { newIdempotencyKey } from "../client/idempotency-key.ts";
import { ERRORS, isEarshotError } from "../domain/errors.ts";
import { present } from "../domain/present.ts";
import type { Surface } from "../domain/surface.ts";
import type { CallOptions } from "../ports/earshot/call.ts";

export interface Insistence {
  readonly signal?: AbortSignal | undefined;
  readonly via?: Surface | undefined;
  /** How long a server that is away is called again, beyond what the client does; no end where absent. */
  readonly retryForMs?: number | undefined;
}

const PAUSE_MS = 500;

/**
 * Makes a change until a server has said what became of it. Every try carries the same key: where
 * the answer to the first got lost, the next returns it and changes nothing.
 */
export async function insist<T>(
  change: (options: CallOptions) => Promise<T>,
  { signal, via, retryForMs = Number.POSITIVE_INFINITY }: Insistence,
  idempotencyKey: string = newIdempotencyKey(),
): Promise<T> {
  const options = { idempotencyKey, ...present({ signal, via }) };
  const deadline = Date.now() + retryForMs;
  for (;;) {
    try {
      return await change(options);
    } catch (error) {
      if (!canPass(error) || Date.now() + PAUSE_MS > deadline) throw error;
      await pause(PAUSE_MS, undefined, signal === undefined ? {} : { signal });
    }
  }
}

function canPass(error: unknown): boolean {
  return isEarshotError(error) && ERRORS[error.code].retry !== "never";
}
