import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { WireFormat } from "../support/model-server/script.ts";
import {
  type Lab,
  ofType,
  openLab,
  openQuestion,
  recordsOfOnly,
  run,
  setUp,
  startRun,
} from "./support/lab.ts";

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

const FORMATS: readonly WireFormat[] = ["openai", "ollama"];

describe.each(FORMATS)("an experiment with a model that speaks %s", (format) => {
  test("runs its cycles, remembers, asks, and gives the model exactly what was typed", async () => {
    const { file, model } = await setUp(
      [
        {
          when: { prompt: "Cycle 1", step: 0 },
          text: "I write it down.",
          calls: [{ name: "write", args: { key: "plan", value: "first A, then B" } }],
        },
        { when: { prompt: "Cycle 1", step: 1 }, text: "The plan is stored." },
        {
          when: { prompt: "Cycle 2", step: 0 },
          calls: [{ name: "send_message_to_operator", args: { message: `Go on? (${format})` } }],
        },
        { when: { prompt: "Cycle 2", step: 1 }, calls: [{ name: "read", args: { key: "plan" } }] },
        { when: { prompt: "Cycle 2", step: 2 }, text: "Asked and read." },
      ],
      { format, values: { cycles: 2 } },
    );
    const running = startRun(lab, [file]);
    const question = await openQuestion(lab, `Go on? (${format})`);
    await lab.operator.answer({ id: question.id, answer: { text: "  yes, but\tcarefully " } });
    const { code, stdout } = await running.finished;
    expect(stdout).toBe(
      [
        "Cycle 1 starting...",
        "Cycle 1 finished.",
        "Cycle 2 starting...",
        `[AGENT]: Go on? (${format})`,
        "[OPERATOR]:   yes, but\tcarefully ",
        "Cycle 2 finished.",
        "",
      ].join("\n"),
    );
    expect(code).toBe(0);
    expect(model.heard.map(({ refused }) => refused)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    const afterAnswer = model.heard[3]?.messages.at(-1);
    expect(afterAnswer).toMatchObject({ role: "tool", text: "  yes, but\tcarefully " });
    expect(model.heard[4]?.messages.at(-1)).toMatchObject({ text: "first A, then B" });
    expect(model.heard[2]?.messages.at(-1)?.text).toBe(
      "Cycle 2 of 2.\n\nYour notes from cycle 1:\nThe plan is stored.",
    );
    expect(model.heard[0]?.messages[0]).toMatchObject({
      role: "system",
      text: "You are a careful researcher.",
    });
    expect(model.heard[0]?.tools).toEqual([
      "write",
      "read",
      "list",
      "delete",
      "pattern_search",
      "send_message_to_operator",
    ]);
  });

  test("makes the calls of one reply at the same time and answers them in their order", async () => {
    const { file, model } = await setUp(
      [
        {
          when: { step: 0 },
          calls: [
            { name: "send_message_to_operator", args: { message: `One? (${format})` } },
            { name: "send_message_to_operator", args: { message: `Two? (${format})` } },
            { name: "list", args: {} },
          ],
        },
        { when: { step: 1 }, text: "Done." },
      ],
      { format },
    );
    const running = startRun(lab, [file]);
    const two = await openQuestion(lab, `Two? (${format})`);
    const one = await openQuestion(lab, `One? (${format})`);
    await lab.operator.answer({ id: two.id, answer: { text: "2" } });
    await lab.operator.answer({ id: one.id, answer: { text: "1" } });
    expect((await running.finished).code).toBe(0);
    const replies = model.heard[1]?.messages.filter(({ role }) => role === "tool");
    expect(replies?.map(({ text }) => text)).toEqual(["1", "2", "Nothing is stored yet."]);
  });

  test("tells the model of malformed arguments and unknown tools, and goes on", async () => {
    const { file, model } = await setUp(
      [
        {
          when: { step: 0 },
          calls: [
            { name: "wriet", args: { key: "a", value: "b" } },
            { name: "write", args: format === "openai" ? '{"key": "a", ' : { key: "a" } },
          ],
        },
        { when: { step: 1 }, text: "I was told." },
      ],
      { format },
    );
    expect((await run(lab, file)).code).toBe(0);
    const [unknown, malformed] =
      model.heard[1]?.messages.filter(({ role }) => role === "tool") ?? [];
    expect(unknown?.text).toContain('Did you mean "write"?');
    expect(malformed?.text).toContain("write");
    const failed = ofType(recordsOfOnly(lab, file), "tool.failed");
    expect(failed.map(({ errorType }) => errorType).sort()).toEqual([
      "InvalidArguments",
      "UnknownTool",
    ]);
  });

  test("goes on after 429 and after a stream that broke", async () => {
    const { file } = await setUp(
      [
        { fault: { kind: "status", status: 429, retryAfter: "0" } },
        { text: "This will never be whole.", fault: { kind: "cut" } },
        { text: "Now it is." },
      ],
      { format },
    );
    const { code, stdout, stderr } = await run(lab, file);
    expect(code, stderr).toBe(0);
    expect(stdout).toContain("Cycle 1 finished.");
    const records = recordsOfOnly(lab, file);
    expect(ofType(records, "model.failed").map(({ code: what }) => what)).toEqual(["MODEL_FAILED"]);
    expect(ofType(records, "cycle.finished")[0]?.notes).toBe("Now it is.");
  });
});

test("a model that is not let in stops the run with what to do, and a second start goes on", async () => {
  const { file, model } = await setUp({ turns: [], apiKey: "right" });
  const refused = await run(lab, file);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain("goes on from here");
  expect(ofType(recordsOfOnly(lab, file), "run.stopped")[0]?.reason).toBe("failed");
  model.say([{ text: "Done." }]);
  const again = await run(lab, file);
  expect(again.code).toBe(0);
  expect(again.stdout).toMatch(/^Resuming run_\w+ at cycle 1\.\n/);
});

test("a cycle ends at its limit of steps with what there is", async () => {
  const { file, model } = await setUp(
    {
      turns: [{ when: { step: 0 }, text: "I look.", calls: [{ name: "list", args: {} }] }],
      otherwise: { calls: [{ name: "list", args: {} }] },
    },
    { values: { cycles: 2, limits: { steps: 3 } } },
  );
  expect((await run(lab, file)).code).toBe(0);
  expect(model.heard).toHaveLength(6);
  const [first] = ofType(recordsOfOnly(lab, file), "cycle.finished");
  expect(first).toMatchObject({ steps: 3 });
  expect(first?.notes).toMatch(
    /^I look\.\n\n\(The cycle before this one was ended at its limit of 3/,
  );
});

test("a spent budget stops the run, and a raised limit lets it go on", async () => {
  const { file, change } = await setUp(
    { turns: [], otherwise: { text: "Notes.", usage: { inputTokens: 60, outputTokens: 40 } } },
    { values: { cycles: 4, limits: { tokens: 150 } } },
  );
  const stopped = await run(lab, file);
  expect(stopped.code).toBe(1);
  expect(stopped.stderr).toContain("200 of 150 tokens");
  expect(ofType(recordsOfOnly(lab, file), "run.stopped")[0]?.reason).toBe("budget");
  change({ limits: { tokens: 1_000 } });
  const again = await run(lab, file);
  expect(again.stdout).toMatch(
    /^Resuming run_\w+ at cycle 3\.\nCycle 3 finished\.\nCycle 4 starting\.\.\.\n/,
  );
  expect(again.stderr).not.toContain("has changed");
  expect(ofType(recordsOfOnly(lab, file), "run.finished")[0]?.usage).toEqual({
    inputTokens: 240,
    outputTokens: 160,
  });
});

test("later cycles can start with a prompt of their own, with the notes where it wants them", async () => {
  const { file, model } = await setUp(
    { turns: [], otherwise: { text: "What I know." } },
    { values: { cycles: 2, continue_prompt: "Go on from <{{notes}}> in {{ cycle }}." } },
  );
  expect((await run(lab, file)).code).toBe(0);
  expect(model.heard.map(({ messages }) => messages.at(-1)?.text)).toEqual([
    "Cycle 1 of 2.",
    "Go on from <What I know.> in 2.",
  ]);
});

test("ids that a server gives twice are told apart in the log", async () => {
  const { file } = await setUp(
    [
      { calls: [{ name: "list", args: {}, id: "call_0" }] },
      { calls: [{ name: "list", args: {}, id: "call_0" }] },
      { text: "Done." },
    ],
    {},
  );
  expect((await run(lab, file)).code).toBe(0);
  const ids = ofType(recordsOfOnly(lab, file), "tool.succeeded").map(({ call }) => call);
  expect(new Set(ids).size).toBe(2);
});

test("two runs of one file keep their memories apart", async () => {
  const { file, model } = await setUp({
    turns: [
      {
        when: { step: 0 },
        calls: [
          { name: "list", args: {} },
          { name: "write", args: { key: "k", value: "v" } },
        ],
      },
      { when: { step: 1 }, text: "Done." },
    ],
  });
  expect((await run(lab, file)).code).toBe(0);
  expect((await run(lab, file, "--new")).code).toBe(0);
  const lists = [model.heard[1], model.heard[3]].map(
    (heard) => heard?.messages.find(({ role }) => role === "tool")?.text,
  );
  expect(lists).toEqual(["Nothing is stored yet.", "Nothing is stored yet."]);
});
