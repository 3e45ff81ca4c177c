import { expect, test } from "vitest";
import { CTRL_C, CTRL_D, ENTER, openPty } from "../support/pty.ts";
import { once, writeScript } from "../support/script.ts";

/* `sendMessageToOperator` from a plain script on a terminal of its own, without any server. */

const AGENT = "[AGENT]: ";
const OPERATOR = "[OPERATOR]: ";

test("a script asks, the operator answers, and the script ends by itself", async () => {
  const script = writeScript(`await ask("Which pattern first: A, B or C?");`);
  const pty = openPty([script.file]);
  await pty.see(OPERATOR);
  await expect
    .poll(pty.screen)
    .toEqual(["[AGENT]: Which pattern first: A, B or C?", "[OPERATOR]:"]);
  pty.type(`  B!${ENTER}`);
  expect(await pty.exited).toEqual({ code: 0, signal: 0 });
  expect(script.reports()).toEqual([{ text: "  B!" }]);
  await expect
    .poll(pty.screen)
    .toEqual(["[AGENT]: Which pattern first: A, B or C?", "[OPERATOR]:   B!"]);
});

const TYPED = [
  ["blanks at both ends", "  B!  "],
  ["nothing", ""],
  ["only blanks", "   "],
  ["signs", "!@#$%^&*()_+-={}[]|:;\"'<>,.?/~`"],
  ["a backslash at the end", "go on \\"],
  ["tabs", "\ta\tb\t"],
  ["letters of many scripts", "Grüße, 你好, Привет, नमस्ते, שלום"],
  ["characters beyond the first plane", "👍🏽 👨‍👩‍👧 𝔘"],
  ["marks that combine", "e\u0301a\u0308"],
  ["a line longer than the terminal's own 4,095 bytes", "0123456789".repeat(600)],
  ["a long line of wide characters", "漢字".repeat(1_500)],
] as const;

/** What one script was answered, to one question after another. */
const answered = once(async () => {
  const script = writeScript(`for (const _ of Array(${TYPED.length})) await ask("?");`);
  const pty = openPty([script.file]);
  for (const [, text] of TYPED) {
    await pty.see(OPERATOR);
    pty.type(text + ENTER);
  }
  expect((await pty.exited).code).toBe(0);
  return script.reports();
});

test.each(TYPED.map(([what, text], at) => [what, text, at] as const))(
  "the answer is exactly what was typed: %s",
  async (_, text, at) => {
    expect((await answered())[at]).toEqual({ text });
  },
);

test("the answer is what stands on the line after it was edited", async () => {
  const script = writeScript(`await ask("?");`);
  const pty = openPty([script.file]);
  await pty.see(OPERATOR);
  const [left, backspace] = ["\u001b[D", "\u007f"];
  pty.type(`abd${left}c${backspace}C${ENTER}`);
  await pty.exited;
  expect(script.reports()).toEqual([{ text: "abCd" }]);
});

test("a message of several lines prints whole", async () => {
  const lines = ["First I measured.", "", "\tThen I cut.", "  Now?"];
  const script = writeScript(`await ask(${JSON.stringify(lines.join("\n"))});`);
  const pty = openPty([script.file]);
  await pty.see(OPERATOR);
  await expect
    .poll(pty.screen)
    .toEqual(["[AGENT]: First I measured.", "", "        Then I cut.", "  Now?", "[OPERATOR]:"]);
});

test("a message of 64 KiB prints whole and a longer one is refused", async () => {
  const script = writeScript(`
    await ask("x".repeat(64 * 1024 + 1));
    await ask("y".repeat(64 * 1024));
  `);
  const pty = openPty([script.file]);
  await pty.see(AGENT);
  const printed = await pty.see(OPERATOR);
  expect(printed.match(/y/g)).toHaveLength(64 * 1024);
  expect(script.reports()).toEqual([{ code: "INVALID_INPUT" }]);
});

test("end of input, interrupt and an empty line are three outcomes, and the next question works", async () => {
  const script = writeScript(`for (const n of [1, 2, 3, 4]) await ask("Question " + n + "?");`);
  const pty = openPty([script.file]);
  const keys = [CTRL_D, CTRL_C, ENTER, `four${ENTER}`];
  for (const [index, key] of keys.entries()) {
    await pty.see(`Question ${index + 1}?`);
    await pty.see(OPERATOR);
    pty.type(key);
  }
  expect((await pty.exited).code).toBe(0);
  expect(script.reports()).toEqual([
    { code: "END_OF_INPUT" },
    { code: "INTERRUPTED" },
    { text: "" },
    { text: "four" },
  ]);
});

test("what stood on an interrupted line is no part of the next answer", async () => {
  const script = writeScript(`await ask("One?"); await ask("Two?");`);
  const pty = openPty([script.file]);
  await pty.see(OPERATOR);
  pty.type(`secret draft${CTRL_C}`);
  await pty.see("Two?");
  await pty.see(OPERATOR);
  pty.type(`two${ENTER}`);
  await pty.exited;
  expect(script.reports()).toEqual([{ code: "INTERRUPTED" }, { text: "two" }]);
  await expect
    .poll(pty.screen)
    .toEqual(["[AGENT]: One?", "[OPERATOR]: secret draft", "[AGENT]: Two?", "[OPERATOR]: two"]);
});

test("a line of 6,000 characters comes whole also after an end of input", async () => {
  const text = "0123456789".repeat(600);
  const script = writeScript(`await ask("One?"); await ask("Two?");`);
  const pty = openPty([script.file]);
  await pty.see(OPERATOR);
  pty.type(CTRL_D);
  await pty.see("Two?");
  await pty.see(OPERATOR);
  pty.type(text + ENTER);
  await pty.exited;
  expect(script.reports()).toEqual([{ code: "END_OF_INPUT" }, { text }]);
});

test("two questions at once take turns", async () => {
  const script = writeScript(`await Promise.all([ask("One?"), ask("Two?")]);`);
  const pty = openPty([script.file]);
  await pty.see(OPERATOR);
  pty.type(`1${ENTER}`);
  await pty.see("Two?");
  await pty.see(OPERATOR);
  pty.type(`2${ENTER}`);
  expect((await pty.exited).code).toBe(0);
  expect(script.reports()).toEqual([{ text: "1" }, { text: "2" }]);
  await expect
    .poll(pty.screen)
    .toEqual(["[AGENT]: One?", "[OPERATOR]: 1", "[AGENT]: Two?", "[OPERATOR]: 2"]);
});

test("a question that fails does not hold up the next one", async () => {
  const script = writeScript(`await Promise.all([ask("One?"), ask("Two?")]);`);
  const pty = openPty([script.file]);
  await pty.see(OPERATOR);
  pty.type(CTRL_C);
  await pty.see("Two?");
  await pty.see(OPERATOR);
  pty.type(`2${ENTER}`);
  await pty.exited;
  expect(script.reports()).toEqual([{ code: "INTERRUPTED" }, { text: "2" }]);
});

test("lines that were typed ahead of their prompts answer them in turn", async () => {
  const script = writeScript(`
    await ask("One?");
    await ask("Two?");
    await goOn();
    await ask("Three?");
  `);
  const pty = openPty([script.file]);
  await pty.see(OPERATOR);
  pty.type(`one${ENTER}two${ENTER}`);
  await script.reported(2);
  pty.type(`three${ENTER}`);
  await pty.see("three");
  script.goOn();
  expect((await pty.exited).code).toBe(0);
  expect(script.reports()).toEqual([{ text: "one" }, { text: "two" }, { text: "three" }]);
});

test("between prompts the terminal is as it was: Ctrl-C ends the script", async () => {
  const script = writeScript(`await ask("One?"); await goOn();`);
  const pty = openPty([script.file]);
  await pty.see(OPERATOR);
  pty.type(`1${ENTER}`);
  await script.reported(1);
  pty.type(CTRL_C);
  const SIGINT = 2;
  expect(await pty.exited).toEqual({ code: 0, signal: SIGINT });
});

test("a signal takes the prompt away and what was typed with it", async () => {
  const script = writeScript(`
    const controller = new AbortController();
    const asked = ask("One?", { signal: controller.signal });
    await goOn();
    controller.abort();
    await asked;
    await ask("Two?");
  `);
  const pty = openPty([script.file]);
  await pty.see(OPERATOR);
  pty.type("half an ans");
  await pty.see("half an ans");
  script.goOn();
  await pty.see("Two?");
  await pty.see(OPERATOR);
  await pty.typeRested(`2${ENTER}`);
  await pty.exited;
  expect(script.reports()).toEqual([{ name: "AbortError" }, { text: "2" }]);
});

test("where standard input and output lead elsewhere, the controlling terminal is asked", async () => {
  const script = writeScript(`await ask("Here?"); console.log("data");`);
  const pty = openPty(
    ["-c", `echo piped | "$0" "$1" | sed s/^/out:/`, process.execPath, script.file],
    { command: "bash" },
  );
  await pty.see(OPERATOR);
  pty.type(`yes${ENTER}`);
  expect((await pty.exited).code).toBe(0);
  expect(script.reports()).toEqual([{ text: "yes" }]);
  await expect.poll(pty.screen).toEqual(["[AGENT]: Here?", "[OPERATOR]: yes", "out:data"]);
});
