import { join } from "node:path";
import { expect, test } from "vitest";
import { blocksOf, matches, stepsOf } from "../docs/page.ts";
import { earshot, testFolder } from "../support/cli.ts";
import { logText, runId, sampleRun, storeRun } from "./sample-run.ts";

/* docs/guides/runs.md shows runs that no page can make; here its commands meet those very runs. */

const PAGE = new URL("../../docs/guides/runs.md", import.meta.url);
const steps = blocksOf(PAGE)
  .filter(({ text }) => text.startsWith("$ "))
  .flatMap(stepsOf);

test.each(steps)("the guide shows what $command prints", async ({ command, expected }) => {
  const folder = testFolder();
  const data = join(folder, ".earshot");
  const young = sampleRun({ run: runId(90), model: "llama3.1:8b" }).slice(0, 24);
  storeRun(data, runId(0), logText(sampleRun()));
  storeRun(data, runId(90), logText(young));
  const [npx, program, ...args] = command.split(" ");
  expect([npx, program]).toEqual(["npx", "earshot"]);
  const { stdout, stderr, code } = await earshot(args, {
    cwd: folder,
    env: { EARSHOT_DATA: data },
  });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(matches(stdout, expected), stdout).toBe(true);
});

test("the guide shows each command that prints", () => {
  const shown = steps.map(({ command }) => command.split(" ")[3] ?? "");
  expect(new Set(shown)).toEqual(new Set(["", "show", "compare", "report", "--json"]));
});
