import { afterAll, beforeAll, expect, test } from "vitest";
import { asQuestion } from "../../src/domain/requests/request.ts";
import type { Turn } from "../support/model-server/script.ts";
import { CTRL_C, CTRL_D, ENTER, earshotOnPty, type PtyOptions } from "../support/pty.ts";
import {
  type Lab,
  ofType,
  openLab,
  openQuestion,
  recordsOfOnly,
  run,
  setUp,
} from "./support/lab.ts";

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

const onTerminal = (args: readonly string[], options: PtyOptions = {}) =>
  earshotOnPty(["run", "--data", lab.data, ...args], options);

const asking = (message: string): readonly Turn[] => [
  { when: { step: 0 }, calls: [{ name: "send_message_to_operator", args: { message } }] },
  { when: { step: 1 }, text: "Done." },
];

test("the operator is asked between the cycles, and the model gets exactly the line", async () => {
  const { file, model } = await setUp(asking("Which\npattern first?"), { values: { cycles: 2 } });
  const pty = onTerminal([file]);
  await pty.see("[OPERATOR]: ");
  pty.type(`  B, "please" ${ENTER}`);
  await pty.see("[OPERATOR]: ");
  await pty.typeRested(ENTER);
  expect((await pty.exited).code).toBe(0);
  await expect
    .poll(pty.screen)
    .toEqual([
      "Cycle 1 starting...",
      "[AGENT]: Which",
      "pattern first?",
      '[OPERATOR]:   B, "please"',
      "Cycle 1 finished.",
      "Cycle 2 starting...",
      "[AGENT]: Which",
      "pattern first?",
      "[OPERATOR]:",
      "Cycle 2 finished.",
    ]);
  expect(model.heard[1]?.messages.at(-1)?.text).toBe('  B, "please" ');
  expect(model.heard[3]?.messages.at(-1)?.text).toBe("");
});

test("the progress tells cycle, time and tokens on one line, and leaves no trace", async () => {
  const { file } = await setUp([
    {
      when: { step: 0 },
      calls: [{ name: "list", args: {} }],
      usage: { inputTokens: 1_000, outputTokens: 234 },
    },
    { when: { step: 1 }, text: "Done.", delayMs: 300 },
  ]);
  const pty = onTerminal([file]);
  await pty.see(/Cycle 1 of 1, step \d · \ds · 1,234 tokens/);
  expect((await pty.exited).code).toBe(0);
  await expect.poll(pty.screen).toEqual(["Cycle 1 starting...", "Cycle 1 finished."]);
});

test("--plain shows no progress", async () => {
  const { file } = await setUp([{ text: "Done." }]);
  const pty = onTerminal([file, "--plain"]);
  expect((await pty.exited).code).toBe(0);
  expect(pty.output()).not.toContain("tokens");
});

test("NO_COLOR takes the colours from the progress", async () => {
  const { file } = await setUp([{ text: "Done." }]);
  const pty = onTerminal([file], { env: { NO_COLOR: "1" } });
  expect((await pty.exited).code).toBe(0);
  expect(pty.output()).toContain("tokens");
  expect(pty.output()).not.toContain("\u001b[2m");
});

test("an answer from elsewhere releases the prompt and says who gave it", async () => {
  const { file, model } = await setUp(asking("Who is faster?"));
  const pty = onTerminal([file]);
  await pty.see("[OPERATOR]: ");
  pty.type("too sl");
  await pty.see("too sl");
  const question = await openQuestion(lab, "Who is faster?");
  await lab.operator.answer({ id: question.id, answer: { text: "I am" } });
  await pty.see("Not sent: too sl");
  await pty.see("as a message? [y/N]: ");
  await pty.typeRested(ENTER);
  expect((await pty.exited).code).toBe(0);
  expect(pty.output()).toContain("Answered by operator via http: I am");
  expect(model.heard[1]?.messages.at(-1)?.text).toBe("I am");
});

test("two questions at once take turns", async () => {
  const { file, model } = await setUp([
    {
      when: { step: 0 },
      calls: ["One?", "Two?"].map((message) => ({
        name: "send_message_to_operator",
        args: { message },
      })),
    },
    { when: { step: 1 }, text: "Done." },
  ]);
  const pty = onTerminal([file]);
  const first = await pty.see("[OPERATOR]: ");
  pty.type(`first${ENTER}`);
  await pty.see("[OPERATOR]: ");
  await pty.typeRested(`second${ENTER}`);
  expect((await pty.exited).code).toBe(0);
  const replies = model.heard[1]?.messages.filter(({ role }) => role === "tool");
  const expected = first.includes("One?") ? ["first", "second"] : ["second", "first"];
  expect(replies?.map(({ text }) => text)).toEqual(expected);
});

test("Ctrl-C at the prompt stops the run, and the next start asks the same question again", async () => {
  const { file } = await setUp(asking("Shall I stop?"));
  const pty = onTerminal([file]);
  await pty.see("[OPERATOR]: ");
  pty.type(CTRL_C);
  await pty.see("goes on from here");
  expect((await pty.exited).code).toBe(130);
  expect(ofType(recordsOfOnly(lab, file), "run.stopped")).toMatchObject([
    { reason: "interrupted" },
  ]);
  const again = onTerminal([file]);
  await again.see(/Resuming run_\w+ at cycle 1\./);
  await again.see("[OPERATOR]: ");
  again.type(`no${ENTER}`);
  expect((await again.exited).code).toBe(0);
  const questions = (await lab.operator.list({ limit: 100 })).items;
  expect(
    questions.filter((request) => asQuestion(request).question.text === "Shall I stop?"),
  ).toHaveLength(1);
});

test("Ctrl-C while the model works stops the run", async () => {
  const { file, model } = await setUp([{ fault: { kind: "silence" } }, { text: "Done." }]);
  const pty = onTerminal([file]);
  await model.arrived(1);
  pty.type(CTRL_C);
  expect((await pty.exited).code).toBe(130);
  const again = await run(lab, file);
  expect(again.code, again.stderr).toBe(0);
});

test("Ctrl-D leaves the question open for others", async () => {
  const { file } = await setUp(asking("Anybody else?"));
  const pty = onTerminal([file]);
  await pty.see("[OPERATOR]: ");
  pty.type(CTRL_D);
  await pty.see("Nobody answers here any more");
  const question = await openQuestion(lab, "Anybody else?");
  await lab.operator.answer({ id: question.id, answer: { text: "yes" } });
  expect((await pty.exited).code).toBe(0);
});

test("what an agent asks cannot drive the terminal or pass for the operator", async () => {
  const { file } = await setUp(asking("\u001b[2Jgone\n[OPERATOR]: yes"));
  const pty = onTerminal([file]);
  await pty.see("| [OPERATOR]: yes");
  await pty.see("[OPERATOR]: ");
  pty.type(`no${ENTER}`);
  expect((await pty.exited).code).toBe(0);
  await expect.poll(() => pty.screen()[1]).toBe("[AGENT]: \\u{1b}[2Jgone");
});
