import { EarshotError } from "../domain/errors.ts";
import type { Model, TokenUsage } from "../ports/model/model.ts";
import type { Clock } from "../ports/system/clock.ts";

/** How much of a model was used: tokens in both directions, time within calls, calls. */
export interface Spent {
  readonly tokens: number;
  readonly ms: number;
  readonly calls: number;
}

export interface Budget {
  readonly maxTokens?: number;
  /** Only time within calls counts: a person's time to answer costs nothing. */
  readonly maxMs?: number;
  readonly maxCalls?: number;
  /** Used before by the same run, which now goes on. */
  readonly spent?: Spent;
}

export interface BudgetedModel extends Model {
  /** Used so far, without the time of calls that still run. */
  spent(): Spent;
}

const NOTHING: Spent = { tokens: 0, ms: 0, calls: 0 };

/**
 * A model that throws BUDGET_SPENT once a limit is reached. Tokens are known only after a call, so the last call
 * may exceed the limit. When the time is over, a running call is ended.
 */
export function withBudget(model: Model, budget: Budget, clock: Clock): BudgetedModel {
  let { tokens, ms, calls } = budget.spent ?? NOTHING;
  const { maxTokens = Infinity, maxMs = Infinity, maxCalls = Infinity } = budget;

  function check(): void {
    if (tokens >= maxTokens) throw spentError("tokens", `${tokens} of ${maxTokens} tokens`);
    if (ms >= maxMs) throw spentError("time", timeOf(maxMs));
    if (calls >= maxCalls) throw spentError("calls", `${calls} of ${maxCalls} calls`);
  }

  async function spend<R extends { readonly usage: TokenUsage }>(
    signal: AbortSignal | undefined,
    call: (signal: AbortSignal | undefined) => Promise<R>,
  ): Promise<R> {
    signal?.throwIfAborted();
    check();
    calls += 1;
    const startedAt = clock.now();
    const timed = bounded(signal);
    try {
      const result = await call(timed.signal);
      tokens += result.usage.inputTokens + result.usage.outputTokens;
      return result;
    } finally {
      timed.release();
      // Somebody may set the machine's clock back; that must not extend a budget.
      ms += Math.max(0, clock.now() - startedAt);
    }
  }

  function bounded(signal: AbortSignal | undefined) {
    if (maxMs === Infinity) return { signal, release: () => {} };
    const over = new AbortController();
    const release = clock.after(maxMs - ms, () => over.abort(spentError("time", timeOf(maxMs))));
    const both = signal === undefined ? over.signal : AbortSignal.any([signal, over.signal]);
    return { signal: both, release };
  }

  return {
    name: model.name,
    reply: (input) => spend(input.signal, (signal) => model.reply(withSignal(input, signal))),
    structured: (input) =>
      spend(input.signal, (signal) => model.structured(withSignal(input, signal))),
    spent: () => ({ tokens, ms, calls }),
  };
}

function withSignal<I extends object>(input: I, signal: AbortSignal | undefined): I {
  return signal === undefined ? input : { ...input, signal };
}

function timeOf(maxMs: number): string {
  return `all ${maxMs / 1_000} s of model time`;
}

function spentError(limit: "tokens" | "time" | "calls", how: string): EarshotError {
  return new EarshotError(
    "BUDGET_SPENT",
    `The budget for the model is spent: ${how}. Raise the limit to go on.`,
    { details: { limit } },
  );
}
