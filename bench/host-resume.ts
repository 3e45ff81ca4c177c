import { createClient, type EarshotClient } from "../src/client/client.ts";
import { hostAgents } from "../src/host/agents/host-agents.ts";
import { readKeyFile } from "../src/system/data-folder.ts";
import type { Figure } from "./figure.ts";
import { inFolder } from "./folder.ts";
import { instantAgent } from "./host-agent.ts";
import { inPairs } from "./pairs.ts";
import { answerText, questionText } from "./question-text.ts";
import { startProcess } from "./server-process.ts";
import { median } from "./statistics.ts";

const PRODUCT = new URL("./servers/product.ts", import.meta.url);
const HOLD_MS = 25_000;

export const hostResume: Figure = {
  name: "host.resume",
  what: "answer sent until the continuation's first call of the model, p50; host − bare loop of the same reads",
  unit: "ms",
  judged: "value",
  better: "less",
  atLeast: 20,
  aim: 8,

  async measure({ isQuick, note }) {
    const [pairs, size, warmUp] = isQuick ? [2, 5, 5] : [21, 30, 100];
    return await inFolder(async (folder) => {
      const server = await startProcess(PRODUCT, folder);
      const url = `http://127.0.0.1:${server.port}`;
      const owner = createClient({ url, key: readKeyFile(folder, "operator") ?? "" });
      const host = startHost(createClient({ url, key: readKeyFile(folder, "agent") ?? "" }));
      const { secret } = await owner.createKey({ kind: "agent", name: "bare" });
      const bare = startBare(createClient({ url, key: secret }));
      try {
        for (const side of [host, bare]) await resumeMs(owner, side, warmUp);
        const compared = await inPairs({
          pairs,
          first: () => resumeMs(owner, host, size),
          second: () => resumeMs(owner, bare, size),
        });
        note(`${pairs} pairs of ${size}; the host ${compared.first.toFixed(1)} ms`);
        const { first, second, ratio } = compared;
        return { value: first - second, reference: second, ratio };
      } finally {
        await Promise.all([host.stop(), bare.stop()]);
        await server.kill();
      }
    });
  },
};

/** Runs sessions of one agent: each asks once and is done in its continuation. */
interface Side {
  readonly agent: string;
  /** The next request that a session has asked. */
  asked(): Promise<`req_${string}`>;
  /** When the next continuation calls the model. */
  resumed(): Promise<number>;
  stop(): Promise<void>;
}

/** One value at a time, to whichever caller comes first. */
function createHandover<T>(): { give(value: T): void; take(): Promise<T> } {
  let next = Promise.withResolvers<T>();
  return {
    give: (value) => next.resolve(value),
    async take() {
      const value = await next.promise;
      next = Promise.withResolvers<T>();
      return value;
    },
  };
}

function startHost(client: EarshotClient): Side {
  const asked = createHandover<`req_${string}`>();
  const resumed = createHandover<number>();
  const earshot: EarshotClient = {
    ...client,
    async askInSession(input) {
      const result = await client.askInSession(input);
      asked.give(result.request.id);
      return result;
    },
  };
  const onContinuation = () => resumed.give(performance.now());
  const running = hostAgents({
    agents: [instantAgent(earshot, { sessions: 4, onContinuation })],
    host: "bench",
    atOnce: 4,
    graceMs: 1_000,
    now: Date.now,
    onFault(error) {
      throw error;
    },
  });
  return { agent: "agent", asked: asked.take, resumed: resumed.take, stop: running.stop };
}

/** Claims sessions with everything that belongs to them, and does nothing with them. */
function startBare(client: EarshotClient): Side {
  const asked = createHandover<`req_${string}`>();
  const resumed = createHandover<number>();
  const gone = new AbortController();

  async function live(): Promise<void> {
    while (!gone.signal.aborted) {
      const input = { host: "bare", holdMs: HOLD_MS };
      const { claimed } = await client.claimSession(input, { signal: gone.signal });
      if (claimed === undefined) continue;
      const { id, epoch } = claimed.session;
      if (claimed.former === undefined) {
        const question = { text: "Which colour?" };
        const result = await client.askInSession({ id, epoch, call: "call-1", question });
        asked.give(result.request.id);
      } else {
        resumed.give(performance.now());
        await client.endSession({ id, epoch, outcome: "completed", text: "It is done." });
      }
    }
  }

  const life = live().catch((error) => {
    if (!gone.signal.aborted) throw error;
  });
  return {
    agent: "bare",
    asked: asked.take,
    resumed: resumed.take,
    async stop() {
      gone.abort();
      await life;
    },
  };
}

/** The median over `size` sessions, one after another. */
async function resumeMs(owner: EarshotClient, side: Side, size: number): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < size; n++) {
    const asked = side.asked();
    await owner.startSession({ agent: side.agent, text: questionText(n) });
    const id = await asked;
    const resumed = side.resumed();
    const sent = performance.now();
    await owner.answer({ id, answer: { text: answerText(n) } });
    times.push((await resumed) - sent);
  }
  return median(times);
}
