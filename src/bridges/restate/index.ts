/** People behind services of Restate (package `@restatedev/restate-sdk`). Everything exported here is public. */

import type { JsonObject } from "../../domain/json.ts";
import { present } from "../../domain/present.ts";
import { HOUR_MS } from "../../domain/time.ts";
import type { Earshot } from "../../ports/earshot/earshot.ts";
import type { OnAskedBack } from "../answer-asked.ts";
import type { Given } from "../outcomes.ts";
import { askFor, type Called, type Questioned, seek } from "../put-to-people.ts";
import { takeOrSay } from "../take-for-model.ts";
import { type RestateContext, untilClosed } from "./until-closed.ts";
import { type Awakeables, type ProgramCall, wakeStatus } from "./wake-status.ts";

export type { Awakeables, ProgramCall, RestateContext };

export interface RestateOptions {
  /** The URL at which Earshot calls this program: what it is called with there goes to `wake`. */
  readonly receiver: string;
  /** What signs Earshot's calls: `npx earshot subscriptions add` shows it. */
  readonly secret: string;
  /** Of Restate: `connect({ url })` of the package `@restatedev/restate-sdk-clients`. */
  readonly awakeables: Awakeables;
  /** How soon a request is looked at though no call has come: an hour if absent. */
  readonly lookAgainMs?: number;
  /** Answers what people ask before they decide, in `wake`: the handler itself sleeps. */
  readonly onAskedBack?: OnAskedBack;
}

/** What became of a call. */
export interface RanCall<R> {
  /** False: the tool was not run by this handler, and `says` tells why. */
  readonly hasRun: boolean;
  readonly result?: R;
  /** What to tell the model: why it did not run, or how a person has changed it. */
  readonly says?: string;
}

export interface People {
  /** Runs a call once it is approved, as it was approved, and at most once. The handler sleeps as long as people need. */
  run<R>(
    ctx: RestateContext,
    call: Omit<Called, "notify">,
    tool: (args: JsonObject) => Promise<R>,
  ): Promise<RanCall<R>>;
  /** Asks a question with its form. */
  ask(ctx: RestateContext, question: Omit<Questioned, "notify">): Promise<Given>;
  /** Takes a call of Earshot, of Node's `http` or a `Request`, and wakes who waits; gives the status to answer with. */
  wake(call: ProgramCall): Promise<number>;
}

type Asker = Pick<
  Earshot,
  "ask" | "authorize" | "waitMany" | "answerBack" | "collect" | "redeem" | "cancel" | "show"
>;

/**
 * Puts people behind the services of Restate. A handler that waits for them is suspended, and outlives kills of its
 * process, of Restate and of Earshot; what wakes it is Earshot's signed call.
 * @example
 * ```ts
 * import { type Awakeables, type RestateContext, withPeople } from "earshot/bridges/restate";
 * import { createClient } from "earshot/client";
 *
 * const earshot = createClient({ url: "http://127.0.0.1:4242", key: process.env["EARSHOT_KEY"] ?? "" });
 * const secret = process.env["EARSHOT_NOTIFY_SECRET"] ?? "";
 * export function payerFor(awakeables: Awakeables) {
 *   const people = withPeople(earshot, { receiver: "https://pay.example.com/wake", secret, awakeables });
 *   return async (ctx: RestateContext, args: { to: string }) =>
 *     await people.run(ctx, { tool: "pay", args, reason: "It is due." }, async ({ to }) => `paid ${to}`);
 * }
 * ```
 */
export function withPeople(
  earshot: Asker,
  { receiver, secret, awakeables, lookAgainMs = HOUR_MS, onAskedBack }: RestateOptions,
): People {
  return {
    async run(ctx, call, tool) {
      const { id, promise } = ctx.awakeable();
      const called = Object.assign({}, call, { notify: calledAt(receiver, id) });
      const look = () => seek(earshot, called, { key: id, holdMs: 0 });
      await untilClosed(ctx, { promise, look, lookAgainMs, withdraw: earshot });
      return await ctx.run(call.tool, async () => {
        const sought = await look();
        const taken = await takeOrSay(earshot, sought);
        if (typeof taken === "string") return { hasRun: false, says: taken };
        const result = await tool(taken.args);
        return { hasRun: true, result, ...present({ says: sought.says }) };
      });
    },
    async ask(ctx, question) {
      const { id, promise } = ctx.awakeable();
      const asked = Object.assign({}, question, { notify: calledAt(receiver, id) });
      const look = () => askFor(earshot, asked, { key: id, holdMs: 0 });
      return await untilClosed(ctx, { promise, look, lookAgainMs, withdraw: earshot });
    },
    wake: (call) => wakeStatus(call, { earshot, secret, awakeables, onAskedBack }),
  };
}

function calledAt(receiver: string, awakeable: string): { readonly url: string } {
  const url = new URL(receiver);
  url.searchParams.set("awakeable", awakeable);
  return { url: url.href };
}
