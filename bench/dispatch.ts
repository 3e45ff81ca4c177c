import { z } from "zod";
import { createClient } from "../src/client/client.ts";
import { defineTool } from "../src/tools/registry/define-tool.ts";
import { createToolDispatcher } from "../src/tools/registry/dispatcher.ts";
import { createToolRegistry } from "../src/tools/registry/registry.ts";
import type { ToolExecutionContext } from "../src/tools/registry/tool.ts";
import type { Figure } from "./figure.ts";
import { inPairs } from "./pairs.ts";
import { median } from "./statistics.ts";

const MICROSECONDS = 1_000;

export const dispatch: Figure = {
  name: "tool.dispatch",
  what: "what the dispatcher adds to a call of a tool that does nothing, half of the calls less",
  unit: "µs",
  judged: "value",
  better: "less",
  atLeast: 20,
  aim: 10,

  async measure({ isQuick, note }) {
    const [pairs, calls, warmUp] = isQuick ? [2, 200, 200] : [41, 2_000, 20_000];
    for (const side of [dispatched, direct]) await side(warmUp);
    const compared = await inPairs({
      pairs,
      first: () => dispatched(calls),
      second: () => direct(calls),
    });
    note(`${pairs} pairs of ${calls} calls, each call timed by itself`);
    note(`dispatched ${compared.first.toFixed(2)} µs, direct ${compared.second.toFixed(2)} µs`);
    return { value: compared.first - compared.second };
  },
};

const noop = defineTool({
  name: "noop",
  description: "Does nothing.",
  input: z.object({ key: z.string(), value: z.string() }),
  output: z.string(),
  execute: async ({ value }) => value,
});
let heard = 0;
const dispatcher = createToolDispatcher({
  registry: createToolRegistry([noop]),
  listeners: [() => void heard++],
});
const args = { key: "notes/day-1", value: "The loss has stopped falling at 0.31." };
/** Never called: the tool does nothing. */
const context: ToolExecutionContext = {
  earshot: createClient({ url: "http://127.0.0.1:9" }),
  call: "call_1",
  signal: new AbortController().signal,
};

async function dispatched(calls: number): Promise<number> {
  const before = heard;
  const took = await p50(calls, () => dispatcher.dispatch("noop", args, context));
  const { text } = await dispatcher.dispatch("noop", args, context);
  if (text !== args.value) throw new Error(`The tool was not called: ${text}`);
  if (heard - before !== 2 * (calls + 1)) throw new Error("Not every call was told of.");
  return took;
}

const direct = (calls: number) => p50(calls, () => noop.execute(args, context));

/** The time of a call in microseconds: the median. */
async function p50(calls: number, call: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < calls; n++) {
    const began = performance.now();
    await call();
    times.push((performance.now() - began) * MICROSECONDS);
  }
  return median(times);
}
