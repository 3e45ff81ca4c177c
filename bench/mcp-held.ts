import { setTimeout as sleep } from "node:timers/promises";
import type { Call } from "./connections.ts";
import type { Figure } from "./figure.ts";
import { inFolder } from "./folder.ts";
import { runMany } from "./load.ts";
import { checkHeard, heardIn, type McpDoors, withMcpDoors } from "./mcp-doors.ts";
import { questionText } from "./question-text.ts";
import { type ServerProcess, startProcess } from "./server-process.ts";
import { median } from "./statistics.ts";
import { openStream, type Stream } from "./streams.ts";

const BARE = new URL("./servers/bare-stream.ts", import.meta.url);
const CONCURRENCY = 64;
/** Longer than every stream needs to show a sign of life. */
const PATIENCE_MS = 120_000;
const MCP_SIGN = "notifications/progress";
const BARE_SIGN = ": still here";

interface Scale {
  readonly rounds: number;
  readonly counted: number;
  /** Streams that are not counted: the first ones also pay for shared costs. */
  readonly first: number;
}
const FULL: Scale = { rounds: 3, counted: 5_000, first: 1_000 };
const QUICK: Scale = { rounds: 1, counted: 200, first: 50 };

export const mcpHeld: Figure = {
  name: "mcp.held",
  what: "resident memory of a held call with progress; MCP ÷ a bare stream of events",
  unit: "B",
  judged: "ratio",
  better: "less",
  atLeast: 2,
  aim: 1.5,

  async measure({ isQuick, note }) {
    const scale = isQuick ? QUICK : FULL;
    const calls: number[] = [];
    const streams: number[] = [];
    // A process is used once, since it would reuse freed memory, which is invisible from outside.
    for (let round = 0; round < scale.rounds; round++) {
      calls.push(await withMcpDoors((doors) => bytesPerCall(doors, scale)));
      streams.push(await inFolder((folder) => bytesPerBareStream(folder, scale)));
    }
    const ratios = calls.map((bytes, round) => bytes / (streams[round] ?? Number.NaN));
    note(`${scale.counted} calls a round; ratios ${ratios.map((r) => r.toFixed(2)).join(", ")}`);
    return { value: median(calls), reference: median(streams), ratio: median(ratios) };
  },
};

/** Each call has its own connection and question, and gets its answer in the end. */
async function bytesPerCall(doors: McpDoors, scale: Scale): Promise<number> {
  const ids: string[] = [];
  let heard = 0;
  await doors.watch((id) => void ids.push(id));
  const held = createHeld(doors.server, {
    callOf: (n) => doors.toolCall(questionText(n)),
    sign: MCP_SIGN,
    onLine(line) {
      const answer = heardIn(line);
      if (answer === undefined) return;
      checkHeard(answer);
      heard += 1;
    },
  });
  const bytes = await bytesPerStream(doors.server, held, scale);
  await runMany({ count: ids.length, concurrency: CONCURRENCY }, (n) => doors.answer(ids[n] ?? ""));
  await Promise.all(held.streams.map(({ ended }) => ended));
  if (heard !== scale.first + scale.counted) throw new Error(`${heard} calls heard their answer.`);
  return bytes;
}

async function bytesPerBareStream(folder: string, scale: Scale): Promise<number> {
  const server = await startProcess(BARE, folder);
  try {
    const held = createHeld(server, {
      callOf: () => ({ method: "GET", path: "/", headers: "" }),
      sign: BARE_SIGN,
    });
    return await bytesPerStream(server, held, scale);
  } finally {
    await server.kill();
  }
}

async function bytesPerStream(server: ServerProcess, held: Held, scale: Scale): Promise<number> {
  await held.open(scale.first);
  const before = await server.report("collect");
  await held.open(scale.counted);
  const after = await server.report("collect");
  return (after.rss - before.rss) / scale.counted;
}

interface HeldOptions {
  readonly callOf: (n: number) => Call;
  /** Tells a sign of life from other lines. */
  readonly sign: string;
  readonly onLine?: (line: string) => void;
}

interface Held {
  readonly streams: readonly Stream[];
  /** Opens this many more, and resolves once each has shown a sign of life. */
  open(count: number): Promise<void>;
}

function createHeld(
  { port }: ServerProcess,
  { callOf, sign, onLine = () => {} }: HeldOptions,
): Held {
  const streams: Stream[] = [];
  const alive = new Set<number>();

  async function openOne(): Promise<void> {
    const n = streams.length;
    const stream = openStream(port, callOf(n), (line) => {
      if (line.includes(sign)) alive.add(n);
      onLine(line);
    });
    streams.push(stream);
    await stream.firstByteMs;
  }

  return {
    streams,
    async open(count) {
      await runMany({ count, concurrency: CONCURRENCY }, openOne);
      const deadline = performance.now() + PATIENCE_MS;
      while (alive.size < streams.length) {
        if (performance.now() > deadline) throw new Error("Not every stream shows signs of life.");
        await sleep(20);
      }
    },
  };
}
