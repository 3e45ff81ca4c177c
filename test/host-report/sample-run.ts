import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { formatId, type RunId } from "../../src/domain/id.ts";
import { toTimestamp } from "../../src/domain/timestamp.ts";
import { RUN_RECORDS, type RunFact, type RunRecord } from "../../src/host/run-log.ts";

/* Logs of runs as the runner writes them, each record held to its schema. */

const START_MS = Date.UTC(2026, 10, 22, 9, 30);

/** The id of a run that began so many minutes after the first. */
export function runId(minute = 0): RunId {
  return formatId("run", START_MS + minute * 60_000, { high: 7, low: minute });
}

export interface LogBuilder {
  readonly records: readonly RunRecord[];
  /** The time of the last record. */
  readonly now: () => number;
  /** Appends a record, `ms` after the last one. */
  add(ms: number, fact: RunFact): void;
}

export function buildLog(startMs = START_MS): LogBuilder {
  const records: RunRecord[] = [];
  let nowMs = startMs;
  return {
    records,
    now: () => nowMs,
    add(ms, fact) {
      nowMs += ms;
      const record = { v: 1, seq: records.length + 1, at: toTimestamp(nowMs), ...fact };
      records.push(RUN_RECORDS[fact.type].parse(record));
    },
  };
}

export interface Started {
  readonly run?: RunId;
  readonly name?: string;
  readonly model?: string;
  readonly system?: string;
  readonly cycles?: number;
}

export function started({
  run = runId(),
  name = "pattern-hunt",
  model = "qwen3:8b",
  system = "You look for patterns in series of numbers.\nKeep what you find under a key of its own.",
  cycles = 3,
}: Started = {}): RunFact {
  return {
    type: "run.started",
    run,
    name,
    file: "/home/ana/hunt/experiment.yaml",
    experiment: {
      name,
      model: { url: "http://127.0.0.1:11434/v1", name: model, api: "openai" },
      system,
      prompt: "This is cycle {{cycle}}.",
      tools: "classic",
      cycles,
      limits: { steps: 50 },
    },
  };
}

/** A cycle, or the rest of one, written record by record. */
export function inCycle({ add, now }: LogBuilder, cycle: number) {
  const startMs = now();
  let step = 0;
  let calls = 0;
  const used = { inputTokens: 0, outputTokens: 0 };
  const at = () => ({ cycle, step });

  function begin(prompt = `This is cycle ${cycle}.`): void {
    add(5, { type: "cycle.started", cycle, prompt });
  }

  /** The model is called and replies, wanting these tools. */
  function reply(
    text: string,
    { wants = [], tokens = [900, 60], ms = 1_400 }: ReplyOptions = {},
  ): string[] {
    step += 1;
    add(2, { type: "model.called", ...at() });
    const made = wants.map(([name, args]) => {
      calls += 1;
      return { id: `c${cycle}-${calls}`, name, args };
    });
    const [inputTokens, outputTokens] = tokens;
    used.inputTokens += inputTokens;
    used.outputTokens += outputTokens;
    add(ms, {
      type: "model.replied",
      ...at(),
      text,
      calls: made,
      usage: { inputTokens, outputTokens },
      finishReason: made.length === 0 ? "stop" : "tool-calls",
      ms,
    });
    return made.map(({ id }) => id);
  }

  function fail(code: string, message: string, ms = 800): void {
    add(2, { type: "model.called", cycle, step: step + 1 });
    add(ms, { type: "model.failed", cycle, step: step + 1, code, message, ms });
  }

  function start(call: string, tool: string, args: unknown): void {
    add(1, { type: "tool.started", ...at(), call, tool, args });
  }

  function succeed(call: string, tool: string, { text, ms = 12 }: { text: string; ms?: number }) {
    add(ms, { type: "tool.succeeded", ...at(), call, tool, text, ms });
  }

  function failTool(call: string, tool: string, { text, type }: { text: string; type: string }) {
    add(3, { type: "tool.failed", ...at(), call, tool, text, errorType: type, ms: 3 });
  }

  function put(call: string, message: string): void {
    start(call, "send_message_to_operator", { message });
    add(4, { type: "operator.asked", ...at(), call, message });
  }

  /** One question to the operator, from the call of the tool to its result. */
  function ask(call: string, message: string, { answer, ms }: { answer: string; ms: number }) {
    put(call, message);
    add(ms, { type: "operator.answered", ...at(), call, text: answer, ms });
    add(2, {
      type: "tool.succeeded",
      ...at(),
      call,
      tool: "send_message_to_operator",
      text: answer,
      ms: ms + 6,
    });
  }

  /** Time in which the run was down is no time of the cycle. */
  function finish(notes: string, downMs = 0): void {
    const ms = now() + 2 - startMs - downMs;
    add(2, { type: "cycle.finished", cycle, notes, steps: step, usage: { ...used }, ms });
  }

  return { begin, reply, fail, start, succeed, failTool, put, ask, finish };
}

export interface ReplyOptions {
  readonly wants?: readonly (readonly [name: string, args: unknown])[];
  readonly tokens?: readonly [input: number, output: number];
  readonly ms?: number;
}

/**
 * A whole run: three cycles with memory, calls at the same time, a failing tool, a failing model, two
 * questions, and a kill in cycle 3 while a tool ran, with its resumption two hours later.
 */
export function sampleRun(over: Started = {}): readonly RunRecord[] {
  const log = buildLog();
  log.add(0, started(over));

  const first = inCycle(log, 1);
  first.begin("This is cycle 1 of 3. Look at the series and write down what you see.");
  const [list = "", asked = ""] = first.reply("I begin with what is known already.", {
    wants: [
      ["list", {}],
      ["send_message_to_operator", { message: "Which series shall I begin with?" }],
    ],
    tokens: [812, 96],
    ms: 2_300,
  });
  first.start(list, "list", {});
  first.succeed(list, "list", { text: "(no keys)" });
  first.ask(asked, "Which series shall I begin with?\nI can see A and B.", {
    answer: "Begin with B, it is the shorter one.",
    ms: 63_000,
  });
  const [write = "", search = ""] = first.reply(
    "B grows by the odd numbers: 1, 4, 9, 16. I keep that.",
    {
      wants: [
        ["write", { key: "series/b", value: "squares: n * n" }],
        ["pattern_search", { pattern: "square(" }],
      ],
      tokens: [1_040, 188],
      ms: 3_900,
    },
  );
  first.start(write, "write", { key: "series/b", value: "squares: n * n" });
  first.start(search, "pattern_search", { pattern: "square(" });
  first.succeed(write, "write", { text: "Kept series/b, version 1.", ms: 40 });
  first.failTool(search, "pattern_search", {
    text: "The pattern is no regular expression: missing ).",
    type: "InvalidArguments",
  });
  first.reply("Series B is the squares.", { tokens: [1_302, 41], ms: 1_100 });
  first.finish("Series B is the squares.");

  const second = inCycle(log, 2);
  second.begin("This is cycle 2 of 3.\n\nYour notes from cycle 1:\nSeries B is the squares.");
  second.fail("RATE_LIMITED", "The model's server answered 429. It is called again.");
  const [read = ""] = second.reply("", {
    wants: [["read", { key: "series/b" }]],
    tokens: [1_420, 30],
    ms: 1_700,
  });
  second.start(read, "read", { key: "series/b" });
  second.succeed(read, "read", { text: "squares: n * n" });
  const [question = ""] = second.reply("A is harder; I ask.", {
    wants: [["send_message_to_operator", { message: "Is A a sum of two series?" }]],
    tokens: [1_510, 77],
    ms: 4_200,
  });
  second.ask(question, "Is A a sum of two series?", { answer: "", ms: 9_500 });
  second.reply("The operator left it open. A may be a sum.", { tokens: [1_634, 52], ms: 1_900 });
  second.finish("Series B is the squares. A may be a sum of two series.");

  const third = inCycle(log, 3);
  third.begin("This is cycle 3 of 3.");
  const [last = ""] = third.reply("I keep the guess before I test it.", {
    wants: [["write", { key: "series/a", value: "a guess: squares + primes" }]],
    tokens: [1_760, 90],
    ms: 2_600,
  });
  third.start(last, "write", { key: "series/a", value: "a guess: squares + primes" });
  log.add(7_200_000, { type: "run.resumed", cycle: 3 });
  third.start(last, "write", { key: "series/a", value: "a guess: squares + primes" });
  third.succeed(last, "write", { text: "Kept series/a, version 1.", ms: 35 });
  const notes = "A = squares + primes, B = squares. Both are kept under series/.";
  third.reply(notes, { tokens: [1_905, 120], ms: 3_300 });
  third.finish(notes, 7_200_000);
  log.add(1, {
    type: "run.finished",
    usage: { inputTokens: 11_383, outputTokens: 694 },
    ms: 94_430,
  });
  return log.records;
}

/** The text of a log with these records. */
export function logText(records: readonly RunRecord[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join("");
}

/** Puts a run where the runner would; returns its log. */
export function storeRun(data: string, run: RunId, text: string): string {
  const folder = join(data, "runs", run);
  mkdirSync(folder, { recursive: true });
  const log = join(folder, "log.jsonl");
  writeFileSync(log, text);
  return log;
}
