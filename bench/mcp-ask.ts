import type { Figure } from "./figure.ts";
import { checkHeard, type Heard, type McpDoors, withMcpDoors } from "./mcp-doors.ts";
import { inPairs } from "./pairs.ts";
import { questionText } from "./question-text.ts";
import { median } from "./statistics.ts";

type Ask = (question: string) => Promise<Heard>;

export const mcpAsk: Figure = {
  name: "mcp.ask",
  what: "ask_human over MCP, answered as soon as it is seen, p50; MCP ÷ plain HTTP",
  unit: "ms",
  judged: "ratio",
  better: "less",
  atLeast: 2,
  aim: 1.5,

  async measure({ isQuick, note }) {
    const [pairs, size, warmUp] = isQuick ? [2, 10, 10] : [21, 60, 600];
    return await withMcpDoors(async (doors) => {
      const failed = Promise.withResolvers<never>();
      await doors.watch((id) => void doors.answer(id).catch(failed.reject));
      const mcp = meter(doors, doors.askOverMcp);
      const http = meter(doors, doors.askOverHttp);
      for (const { run } of [mcp, http]) await Promise.race([run(warmUp), failed.promise]);
      const compared = await inPairs({
        pairs,
        first: () => Promise.race([mcp.run(size), failed.promise]),
        second: () => Promise.race([http.run(size), failed.promise]),
      });
      note(`${pairs} pairs of ${size} questions; half of the ratios lie in ${compared.spread}`);
      note(`processor time a question: MCP ${mcp.cpuMicros()} µs, HTTP ${http.cpuMicros()} µs`);
      return { value: compared.first, reference: compared.second, ratio: compared.ratio };
    });
  },
};

interface Meter {
  /** The median over `size` questions, one at a time. */
  run(size: number): Promise<number>;
  /** What a question cost the server, warm-up included. */
  cpuMicros(): string;
}

let asked = 0;

function meter({ server }: McpDoors, ask: Ask): Meter {
  let cpuMs = 0;
  let count = 0;
  return {
    async run(size) {
      const before = await server.report();
      const times: number[] = [];
      for (let n = 0; n < size; n++) {
        asked += 1;
        const sent = performance.now();
        const heard = await ask(questionText(asked));
        times.push(performance.now() - sent);
        checkHeard(heard);
      }
      cpuMs += (await server.report()).cpuMs - before.cpuMs;
      count += size;
      return median(times);
    },
    cpuMicros: () => ((cpuMs / count) * 1_000).toFixed(0),
  };
}
