import { appendFileSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { conversationOf } from "../../src/cli/sessions/run-file.ts";
import { EarshotError } from "../../src/domain/errors.ts";
import { readLog } from "../../src/host/log-file.ts";
import { type RunFoldersOptions, runPaths } from "../../src/host/run-folders.ts";
import type { RunRecord } from "../../src/host/run-log.ts";
import { advance, nextStep, type RunState } from "../../src/host/run-state.ts";
import type { ModelInput, ModelMessage } from "../../src/ports/model/model.ts";
import {
  begin,
  conduct,
  EXPERIMENT,
  modelOf,
  newFolders,
  takeUp,
  toolOf,
} from "./support/bench-run.ts";
import { type Lab, ofType, openLab } from "./support/lab.ts";

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

const logOf = ({ root }: RunFoldersOptions, run: string) => runPaths(root, run).log;

/** Calls these tools at once in the first step of each cycle. */
const calling = (...names: string[]) =>
  modelOf(({ messages }) =>
    messages.length === 1
      ? { calls: names.map((name, index) => ({ id: `c${index}`, name, args: {} })) }
      : { text: "Done." },
  );

/** Runs until the named tool is under way and stops there, as a kill would: nothing more is written. */
async function killWithin(folders: RunFoldersOptions, repeatable: boolean): Promise<string> {
  const stop = new AbortController();
  const hang = toolOf("hang", {
    repeatable,
    execute: () => {
      stop.abort();
      return new Promise(() => {});
    },
  });
  const quick = toolOf("quick", { repeatable: false, execute: async () => "quick result" });
  const run = begin(folders);
  const parts = { lab, run, model: calling("quick", "hang"), tools: [quick, hang] };
  await conduct({ ...parts, signal: stop.signal });
  return run.state.run;
}

/** What each tool is called with when the run is taken up. */
async function goOn(folders: RunFoldersOptions, repeatable: boolean) {
  const made: string[] = [];
  const heard: ModelInput[] = [];
  const tools = ["quick", "hang"].map((name) =>
    toolOf(name, {
      repeatable,
      execute: async (_, { call }) => {
        made.push(`${name} ${call}`);
        return `${name} result`;
      },
    }),
  );
  const model = modelOf((input) => {
    heard.push(input);
    return { text: "Done." };
  });
  const end = await conduct({ lab, run: takeUp(folders), model, tools });
  return { end, made, replies: heard[0]?.messages.at(-1) as ModelMessage & { role: "tool" } };
}

describe("a call that was under way when the run was cut off", () => {
  test("a run goes on in the conversation that an earlier version has titled with its id", async () => {
    const run = "run_of_before";
    const options = { idempotencyKey: run };
    const { id } = await lab.agent.startConversation({ title: `sample (${run})` }, options);
    const { signal } = new AbortController();
    expect(await conversationOf(lab.agent, { run, name: "sample", signal })).toBe(id);
    const other = await conversationOf(lab.agent, { run: "run_of_now", name: "sample", signal });
    const { items } = await lab.operator.listConversations();
    expect(items.find((item) => item.id === other)).toMatchObject({ title: "sample" });
  });

  test("is made again with the same id where its tool is repeatable", async () => {
    const folders = newFolders();
    const run = await killWithin(folders, true);
    const { end, made, replies } = await goOn(folders, true);
    expect(end).toEqual({ end: "finished" });
    expect(made).toContain(`hang ${run}:1.1.2`);
    expect(replies.replies.map(({ text }) => text)).toEqual(["quick result", "hang result"]);
  });

  test("is not made again where it is not: the model is told that nobody knows", async () => {
    const folders = newFolders();
    const run = await killWithin(folders, false);
    const { made, replies } = await goOn(folders, false);
    expect(made).not.toContain(`hang ${run}:1.1.2`);
    expect(replies.replies[1]).toMatchObject({ name: "hang", isError: true });
    expect(replies.replies[1]?.text).toContain("nobody knows whether it had its effect");
    const failed = ofType(readLog(logOf(folders, run)), "tool.failed");
    expect(failed.at(-1)).toMatchObject({ tool: "hang", errorType: "OutcomeUnknown" });
  });
});

test("a tool that is recorded as done is not called again", async () => {
  const folders = newFolders();
  const run = begin(folders);
  let count = 0;
  const counting = toolOf("count", { repeatable: true, execute: async () => (count += 1) });
  const broken = modelOf(({ messages }) => {
    if (messages.length > 1) throw new EarshotError("NOT_ALLOWED", "Not now.");
    return { calls: [{ id: "c", name: "count", args: {} }] };
  });
  const end = await conduct({ lab, run, model: broken, tools: [counting] });
  expect(end).toEqual({ end: "failed", message: "Not now." });
  const finished = await conduct({
    lab,
    run: takeUp(folders),
    tools: [counting],
    model: calling("count"),
  });
  expect(finished).toEqual({ end: "finished" });
  expect(count).toBe(1);
});

test("a call of the model that can pass is made three times, then the run stops and can go on", async () => {
  const folders = newFolders();
  let calls = 0;
  const failing = modelOf(() => {
    calls += 1;
    throw new EarshotError("MODEL_FAILED", "The stream broke.");
  });
  const run = begin(folders);
  const end = await conduct({ lab, run, model: failing, tools: [] }, { retryMs: 1 });
  expect([end.end, calls]).toEqual(["failed", 3]);
  const again = await conduct({ lab, run: takeUp(folders), model: calling(), tools: [] });
  expect(again.end).toBe("finished");
});

test("an error that is no fault of the world is on record and thrown", async () => {
  const folders = newFolders();
  const run = begin(folders);
  const model = modelOf(() => {
    throw new TypeError("A fault of ours.");
  });
  await expect(conduct({ lab, run, model, tools: [] })).rejects.toThrow("A fault of ours.");
  expect(readLog(logOf(folders, run.state.run)).at(-1)).toMatchObject({
    type: "run.stopped",
    reason: "failed",
  });
});

/** The log of a whole run with parallel calls in two cycles. */
async function wholeLog(): Promise<{
  path: string;
  folders: RunFoldersOptions;
  records: RunRecord[];
}> {
  const folders = newFolders();
  const experiment = { ...EXPERIMENT, cycles: 2 };
  const run = begin(folders, experiment);
  const tools = ["a", "b"].map((name) =>
    toolOf(name, { repeatable: true, execute: async () => name }),
  );
  await conduct({ lab, run, model: calling("a", "b"), tools });
  const path = logOf(folders, run.state.run);
  return { path, folders, records: [...readLog(path)] };
}

test("from every prefix of a log a run goes on to the same end", async () => {
  const { path, folders, records } = await wholeLog();
  const text = readFileSync(path, "utf8");
  const lines = text.trimEnd().split("\n");
  const tools = ["a", "b"].map((name) =>
    toolOf(name, { repeatable: true, execute: async () => name }),
  );
  const messages = (log: readonly RunRecord[]) =>
    ofType(log, "cycle.finished").map(({ notes, steps }) => [notes, steps]);
  for (let length = 1; length < lines.length; length++) {
    writeFileSync(path, `${lines.slice(0, length).join("\n")}\n{"torn":`);
    const run = takeUp(folders, { ...EXPERIMENT, cycles: 2 });
    expect((await conduct({ lab, run, model: calling("a", "b"), tools })).end).toBe("finished");
    const log = readLog(path);
    expect(messages(log)).toEqual(messages(records));
    expect(ofType(log, "tool.started")).toHaveLength(4);
    expect(ofType(log, "tool.succeeded")).toHaveLength(4);
  }
});

test("the state that a log gives is the one that the run had", async () => {
  const folders = newFolders();
  const run = begin(folders);
  const states: RunState[] = [];
  const tools = [toolOf("a", { repeatable: true, execute: async () => "a" })];
  await conduct(
    { lab, run, model: calling("a"), tools },
    { onRecord: (_, state) => void states.push(state) },
  );
  const rebuilt = readLog(logOf(folders, run.state.run)).reduce<RunState | undefined>(
    advance,
    undefined,
  );
  expect(rebuilt).toEqual(states.at(-1));
  expect(nextStep(rebuilt as RunState)).toEqual({ do: "nothing" });
});

test("a torn last line is cut away before the next record", async () => {
  const folders = newFolders();
  const run = begin(folders);
  run.close();
  const path = logOf(folders, run.state.run);
  appendFileSync(path, '{"v":1,"seq":2,"at":"20');
  const again = takeUp(folders);
  again.close();
  expect(readLog(path).map(({ type }) => type)).toEqual(["run.started", "run.resumed"]);
});

test("a changed line is refused with its number, whatever is wrong with it", async () => {
  const { path, records } = await wholeLog();
  const lines = readFileSync(path, "utf8").split("\n");
  const faults: Readonly<Record<string, string>> = {
    "{": "is not a record: it is not JSON",
    '{"type":"toString"}': "is not a record: it has no type",
    '{"v":1,"seq":3,"at":"x","type":"model.called","cycle":1,"step":1}': "is not a record: at: ",
    [lines[3] ?? ""]: "is not a record: it is record 4 in the place of record 3",
  };
  for (const [line, fault] of Object.entries(faults)) {
    writeFileSync(path, [...lines.slice(0, 2), line, ...lines.slice(3)].join("\n"));
    expect(() => readLog(path)).toThrow(new RegExp(`^Line 3 of .* ${fault}`));
  }
  expect(records.length).toBeGreaterThan(4);
});

test("a run that was killed before its first record is as if it had not been", () => {
  const folders = newFolders();
  const run = begin(folders);
  run.close();
  truncateSync(logOf(folders, run.state.run), 10);
  expect(() => takeUp(folders)).toThrow("There is no run to take up.");
});

test("a log that could not be written takes nothing more", () => {
  const folders = newFolders();
  const { log, state } = begin(folders);
  log.close();
  const append = () => log.append({ type: "cycle.started", cycle: 1, prompt: "" });
  expect(append).toThrow(`cannot be written: EBADF`);
  expect(append).toThrow(`cannot be written: EBADF`);
  expect(readLog(logOf(folders, state.run))).toHaveLength(1);
});
