import * as ai from "../src/bridges/ai/index.ts";
import * as mastra from "../src/bridges/mastra/index.ts";
import { createClient, type EarshotClient } from "../src/client/client.ts";
import { readKeyFile } from "../src/system/data-folder.ts";
import type { Figure } from "./figure.ts";
import { inFolder } from "./folder.ts";
import { inPairs } from "./pairs.ts";
import { startProcess } from "./server-process.ts";
import { median } from "./statistics.ts";

const SERVER = new URL("./servers/product.ts", import.meta.url);

export const bridgeCall: Figure = {
  name: "bridge.call",
  what: "what a bridge adds to a tool's call that a rule allows, p50, beside the client's two calls; the slowest bridge",
  unit: "ms",
  judged: "value",
  better: "less",
  atLeast: 1,
  aim: 0.5,

  async measure({ isQuick, note }) {
    const [pairs, size, warmUp] = isQuick ? [2, 10, 10] : [21, 100, 1_000];
    return await withAgent(async (agent) => {
      const bare = sideBy((text) => callBare(agent, text));
      await bare(warmUp);
      let slowest = { value: Number.NEGATIVE_INFINITY, reference: 0 };
      for (const [name, call] of Object.entries(bridged(agent))) {
        const side = sideBy(call);
        await side(warmUp);
        const compared = await inPairs({
          pairs,
          first: () => side(size),
          second: () => bare(size),
        });
        const value = compared.first - compared.second;
        note(`${name}: ${value.toFixed(3)} ms more than ${compared.second.toFixed(2)} ms`);
        if (value > slowest.value) slowest = { value, reference: compared.second };
      }
      return slowest;
    });
  },
};

async function withAgent<T>(use: (agent: EarshotClient) => Promise<T>): Promise<T> {
  return await inFolder(async (folder) => {
    const server = await startProcess(SERVER, folder);
    const url = `http://127.0.0.1:${server.port}`;
    try {
      const operator = createClient({ url, key: readKeyFile(folder, "operator") ?? "" });
      const rules = [{ name: "words are free", tools: ["word"], decision: "allow" }];
      await operator.applyPolicy({ source: { version: 1, rules } });
      const { secret } = await operator.createKey({ kind: "agent", name: "bridged" });
      return await use(createClient({ url, key: secret }));
    } finally {
      await server.kill();
    }
  });
}

async function callBare(agent: EarshotClient, text: string): Promise<unknown> {
  const call = { tool: "word", args: { text } };
  const key = `bare:${text}`;
  const { request } = await agent.authorize(
    { ...call, reason: "The model called it.", joinKey: key },
    { idempotencyKey: key },
  );
  await agent.redeem({ request: request.id, ...call });
  return text;
}

type Call = (text: string) => Promise<unknown>;

/** The tools as a framework calls them, one for each bridge that guards tools. */
function bridged(agent: EarshotClient): Record<string, Call> {
  const word = { execute: async ({ text }: { readonly text: string }, _: unknown) => text };
  const forAi = ai.withPeople(agent, { thread: "bench" }).tools({ word }).word;
  const forMastra = mastra.withPeople(agent).tools({ word }).word;
  return {
    ai: (text) => forAi.execute({ text }, { toolCallId: `ai:${text}` }),
    mastra: (text) => forMastra.execute({ text }, { runId: "bench", agent: { toolCallId: text } }),
  };
}

let said = 0;

/** The median time of a call that is given another text each time. */
function sideBy(call: Call) {
  return async (calls: number): Promise<number> => {
    const times: number[] = [];
    for (let n = 0; n < calls; n++) {
      said += 1;
      const text = `word-${said}`;
      const sent = performance.now();
      if ((await call(text)) !== text) throw new Error(`Another result of ${text}`);
      times.push(performance.now() - sent);
    }
    return median(times);
  };
}
