import { setTimeout as sleep } from "node:timers/promises";
import type { ModelInput, ModelReply } from "../ports/model/model.ts";
import { callOnce } from "./call-once.ts";
import { type Failure, silent, toFailure } from "./failure.ts";
import type { Fetch, LanguageModel, ResponseFormat } from "./language-model.ts";
import { type SilenceWatch, watchSilence } from "./silence-watch.ts";
import type { Target } from "./target.ts";

/** A model that can be called. */
export interface Line {
  readonly target: Target;
  readonly timeoutMs: number;
  readonly fetch: Fetch;
  /** The model over a watched fetch. */
  connect(fetch: Fetch): LanguageModel;
}

const MAX_ATTEMPTS = 3;
const FIRST_DELAY_MS = 500;

/**
 * Calls the model, and again if the server was busy, failing or away. It never repeats once a byte of an answer
 * has come: a second answer must not follow half of a first one.
 */
export async function callModel(
  line: Line,
  { signal, ...input }: ModelInput,
  format?: ResponseFormat,
): Promise<ModelReply> {
  signal?.throwIfAborted();
  const { target, timeoutMs } = line;
  const watch = watchSilence(timeoutMs, line.fetch, signal);
  const model = line.connect(watch.fetch);
  try {
    for (let attempt = 1; ; attempt++) {
      try {
        return await callOnce({ model, input, format, signal: watch.signal });
      } catch (thrown) {
        signal?.throwIfAborted();
        if (watch.isOver) throw silent(target, timeoutMs);
        const failure = toFailure(thrown, target, watch.reached);
        if (watch.reached === "first byte" || attempt === MAX_ATTEMPTS) throw failure.error;
        await waitOut(failure, attempt, watch);
        signal?.throwIfAborted();
      }
    }
  } finally {
    watch.stop();
  }
}

/** Waits until the next attempt is due; throws if none can help within the time of the call. */
async function waitOut(failure: Failure, attempt: number, watch: SilenceWatch): Promise<void> {
  const { error, isRepeatable, retryAfterMs } = failure;
  // Half fixed, half random: callers that were refused together come back at different times.
  const backOffMs = FIRST_DELAY_MS * 2 ** (attempt - 1) * (0.5 + Math.random() / 2);
  const delayMs = Math.max(retryAfterMs ?? 0, backOffMs);
  if (!isRepeatable || delayMs >= watch.remainingMs()) throw error;
  await sleep(delayMs, undefined, { signal: watch.signal }).catch(() => {});
}
