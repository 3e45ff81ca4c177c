import type { Figure } from "./figure.ts";
import { runMany } from "./load.ts";
import { withMcpDoors } from "./mcp-doors.ts";
import { questionText } from "./question-text.ts";
import { median, quantile } from "./statistics.ts";
import { openStream } from "./streams.ts";

const MANY = 32;

export const mcpFirstByte: Figure = {
  name: "mcp.firstbyte",
  what: "a held call until the first byte of its response, one at a time, the slowest",
  unit: "ms",
  judged: "value",
  better: "less",
  atLeast: 100,
  aim: 50,

  async measure({ isQuick, note }) {
    const [held, count] = isQuick ? [10, 40] : [1_000, 2_000];
    return await withMcpDoors(async ({ server, toolCall }) => {
      let asked = 0;
      const openMany = (size: number, concurrency: number) =>
        runMany({ count: size, concurrency }, async () => {
          asked += 1;
          const call = toolCall(questionText(asked));
          return await openStream(server.port, call, () => {}).firstByteMs;
        });
      await openMany(held, MANY);
      const times = await openMany(count, 1);
      note(`${count} calls beside ${held} that are held: ${spreadOf(times)}`);
      // They queue for the processor, so they are as fast or slow as the server is.
      note(`${MANY} at once, as many as it can take: ${spreadOf(await openMany(count, MANY))}`);
      return { value: Math.max(...times) };
    });
  },
};

function spreadOf(times: readonly number[]): string {
  const [p50, p99] = [median(times), quantile(times, 0.99)];
  return `p50 ${p50.toFixed(2)}, p99 ${p99.toFixed(2)}, slowest ${Math.max(...times).toFixed(2)} ms`;
}
