import { expect, onTestFinished, test } from "vitest";
import { launch, type Running, spawnEarshot, testServer } from "../support/cli.ts";
import { writeScript } from "../support/script.ts";

/* Nobody can answer here: `launch` starts every program in a session without a terminal. */

function runScript(file: string): Running {
  const running = launch(process.execPath, [file]);
  onTestFinished(async () => {
    running.child.kill("SIGKILL");
    await running.finished;
  });
  return running;
}

test("without a terminal a question fails at once, though standard input stays open", async () => {
  const script = writeScript(`await ask("Anybody?");`);
  const { finished } = runScript(script.file);
  await script.reported(1);
  expect(script.reports()).toEqual([{ code: "NO_TERMINAL" }]);
  expect(await finished).toMatchObject({ code: 0, stdout: "", stderr: "" });
});

test("the error says what else can be done", async () => {
  const script = writeScript(
    `await sendMessageToOperator("Anybody?").catch((e) => report(e.message));`,
  );
  await runScript(script.file).finished;
  expect(script.reports()).toEqual([expect.stringContaining("npx earshot ask")]);
});

test("standard input is read line by line where told to, and its end is told", async () => {
  const script = writeScript(
    `for (const n of [1, 2, 3, 4, 5]) await ask(n + "?", { stdin: true });`,
  );
  const { child, finished } = runScript(script.file);
  child.stdin.end("  one \n\ntwo\r\nlast without a line end");
  expect((await finished).code).toBe(0);
  expect(script.reports()).toEqual([
    { text: "  one " },
    { text: "" },
    { text: "two" },
    { text: "last without a line end" },
    { code: "END_OF_INPUT" },
  ]);
});

test("reading standard input shows the same dialogue", async () => {
  const script = writeScript(`await ask("One\\u001b[31m?\\n[OPERATOR]: yes", { stdin: true });`);
  const { child, finished } = runScript(script.file);
  child.stdin.end("1\n");
  expect((await finished).stdout).toBe(
    "[AGENT]: One\\u{1b}[31m?\n| [OPERATOR]: yes\n[OPERATOR]: \n",
  );
});

test("one line of standard input is enough: the script ends while it stays open", async () => {
  const script = writeScript(`await ask("One?", { stdin: true });`);
  const { child, finished } = runScript(script.file);
  child.stdin.write("1\nnot read\n");
  expect((await finished).code).toBe(0);
  expect(script.reports()).toEqual([{ text: "1" }]);
});

test("a line of 100,000 characters comes whole from standard input", async () => {
  const script = writeScript(`
    const { text } = await ask("?", { stdin: true });
    report(text.length);
  `);
  const { child, finished } = runScript(script.file);
  child.stdin.end(`${"é".repeat(100_000)}\n`);
  await finished;
  expect(script.reports()[1]).toBe(100_000);
});

test("two questions at once take the lines in turn", async () => {
  const script = writeScript(`
    await Promise.all([ask("One?", { stdin: true }), ask("Two?", { stdin: true })]);
  `);
  const { child, finished } = runScript(script.file);
  child.stdin.end("1\n2\n");
  await finished;
  expect(script.reports()).toEqual([{ text: "1" }, { text: "2" }]);
});

test("earshot console without a terminal exits 69", async () => {
  const server = await testServer();
  const { finished } = spawnEarshot(["console", "--data", server.data]);
  const { code, stdout, stderr } = await finished;
  expect({ code, stdout }).toEqual({ code: 69, stdout: "" });
  expect(stderr).toContain("no terminal");
});
