import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isEarshotError } from "../src/domain/errors.ts";
import { checkPattern, type PatternSyntax } from "../src/domain/memory/memory-pattern.ts";
import type { MemorySearch } from "../src/ports/earshot/memory.ts";
import type { PatternSearch } from "../src/ports/store/pattern-search.ts";
import { MEMORY_TEXTS } from "../src/store/memory/sqlite-reads.ts";
import { createPatternSearch } from "../src/system/pattern-search.ts";
import type { Figure, Run } from "./figure.ts";
import { inFolder } from "./folder.ts";
import { hostilePattern } from "./hostile-patterns.ts";
import { fillPlace, PLACE } from "./pattern-place.ts";
import { median, quantile } from "./statistics.ts";

/** Each finds nothing or almost nothing, so that every entry is searched. */
const PATTERNS: readonly (readonly [string, PatternSyntax])[] = [
  ["no such words", "literal"],
  ["loss 99[0-9] alpha result", "regex"],
  ["(?i)ERROR \\d+ nowhere", "regex"],
  ["^zeta .* 77 never$", "regex"],
  ["[a-z]+ \\d{4} [a-z]+", "regex"],
];

export const patternSearch: Figure = {
  name: "pattern.search",
  what: "search over 100,000 memory entries of 200 bytes, the slowest of five ordinary patterns, p50",
  unit: "ms",
  judged: "value",
  better: "less",
  atLeast: 300,
  aim: 200,

  async measure(run) {
    const rounds = run.isQuick ? 1 : 15;
    return await overFilled(run, async (search) => {
      await find(search, "warm up", "literal");
      const times = new Map<string, number[]>();
      for (let round = 0; round < rounds; round++) {
        for (const [pattern, syntax] of PATTERNS) {
          const began = performance.now();
          const { isPartial } = await find(search, pattern, syntax);
          if (isPartial) run.note(`not all entries were seen in time: ${pattern}`);
          times.set(pattern, [...(times.get(pattern) ?? []), performance.now() - began]);
        }
      }
      for (const [pattern, all] of times)
        run.note(`${median(all).toFixed(0).padStart(4)} ms  ${pattern}`);
      return { value: Math.max(...[...times.values()].map(median)) };
    });
  },
};

export const patternLate: Figure = {
  name: "pattern.late",
  what: "how late the main thread is at most while 1,000 hostile patterns search 100,000 entries",
  unit: "ms",
  judged: "value",
  better: "less",
  atLeast: 20,
  aim: 10,

  async measure(run) {
    const count = run.isQuick ? 20 : 1_000;
    return await overFilled(run, async (search) => {
      await find(search, "warm up", "literal");
      const ticks = startTicking();
      const times: number[] = [];
      let refused = 0;
      for (let n = 0; n < count; n++) {
        const began = performance.now();
        await find(search, hostilePattern(n), "regex").catch((error: unknown) => {
          if (!isEarshotError(error, "INVALID_INPUT")) throw error;
          refused += 1;
        });
        times.push(performance.now() - began);
      }
      const late = ticks.stop();
      run.note(`${count} patterns, ${refused} of them refused; a search took ${spread(times)}`);
      run.note(`the main thread was late by ${spread(late.all)}`);
      run.note(`without its waiting for a core that others held: ${spread(late.own)}`);
      return { value: Math.max(...late.all) };
    });
  },
};

async function overFilled<T>(
  { isQuick, note }: Run,
  use: (search: PatternSearch) => Promise<T>,
): Promise<T> {
  const count = isQuick ? 2_000 : 100_000;
  return await inFolder(async (folder) => {
    const path = join(folder, "memory.db");
    await fillPlace(path, count);
    note(`wrote ${count} entries`);
    const search = createPatternSearch({ path, texts: MEMORY_TEXTS });
    try {
      return await use(search);
    } finally {
      await search.close();
    }
  });
}

async function find(
  search: PatternSearch,
  pattern: string,
  syntax: PatternSyntax,
): Promise<MemorySearch> {
  checkPattern(pattern, syntax);
  return await search.search({ place: PLACE, pattern, syntax, by: "prn_bench" });
}

const TICK_MS = 5;

interface Lateness {
  /** How late each tick was, like everything else in the process. */
  readonly all: readonly number[];
  /** The same without the time when other threads and programs used every core. */
  readonly own: readonly number[];
}

function startTicking(): { stop(): Lateness } {
  const all: number[] = [];
  const own: number[] = [];
  let due = performance.now() + TICK_MS;
  let waited = waitedForCoreMs();
  const timer = setInterval(() => {
    const late = Math.max(0, performance.now() - due);
    const waitedNow = waitedForCoreMs();
    all.push(late);
    own.push(Math.max(0, late - (waitedNow - waited)));
    waited = waitedNow;
    due = performance.now() + TICK_MS;
  }, TICK_MS);
  return {
    stop() {
      clearInterval(timer);
      return { all, own };
    },
  };
}

/** How long the main thread was ready but not running, if the system (Linux) tells. */
function waitedForCoreMs(): number {
  try {
    const [, waitedNs] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, "utf8").split(
      " ",
    );
    return Number(waitedNs) / 1e6;
  } catch {
    return 0;
  }
}

function spread(times: readonly number[]): string {
  const [half, most] = [median([...times]), Math.max(...times)];
  return `p50 ${half.toFixed(1)}, p99 ${quantile([...times], 0.99).toFixed(1)}, at most ${most.toFixed(1)} ms`;
}
