import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { ROOT, testFolder } from "../support/cli.ts";
import { startModelServer } from "../support/model-server/model-server.ts";
import type { ModelServer, Script } from "../support/model-server/script.ts";
import { ENTER, earshotOnPty } from "../support/pty.ts";
import { type Lab, openLab, recordsOfOnly } from "./support/lab.ts";

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

const PORT = 4300;

/** The example as it stands, but for the port, which another program may have. */
async function openExample(): Promise<{ file: string; model: ModelServer }> {
  const folder = testFolder();
  cpSync(join(ROOT, "examples", "experiment"), folder, { recursive: true });
  const script = JSON.parse(readFileSync(join(folder, "model-script.json"), "utf8")) as Script;
  const model = await startModelServer(script);
  onTestFinished(() => model.close());
  const file = join(folder, "experiment.yaml");
  const text = readFileSync(file, "utf8");
  expect(text).toContain(`http://127.0.0.1:${PORT}/v1`);
  writeFileSync(file, text.replace(`http://127.0.0.1:${PORT}`, model.url));
  return { file, model };
}

test("the example shows its cycles, asks, and is taken up at cycle 3 when it was killed there", async () => {
  const { file, model } = await openExample();
  const start = () => earshotOnPty(["run", file, "--data", lab.data]);
  const killed = start();
  await killed.see("[OPERATOR]: ");
  killed.kill("SIGKILL");
  await killed.exited;
  const pty = start();
  await pty.see("[OPERATOR]: ");
  pty.type(` B, please${ENTER}`);
  expect((await pty.exited).code).toBe(0);
  const [resuming, ...rest] = pty.screen();
  expect(resuming).toMatch(/^Resuming run_\w{26} at cycle 3\.$/);
  expect(rest).toEqual([
    "[AGENT]: A and C repeat after 4 steps, B after 7. Which pattern first?",
    "[OPERATOR]:  B, please",
    "Cycle 3 finished.",
  ]);
  expect(model.heard.at(-1)?.messages.at(-1)).toMatchObject({ role: "tool", text: " B, please" });
  const results = recordsOfOnly(lab, file).flatMap((record) =>
    record.type === "tool.succeeded" ? [record.text] : [],
  );
  expect(results).toContain("Compare the patterns A, B and C.");
  expect(results).toContain("lengths:1: A 4");
});

test("npm run example:model starts the scripted model at the address of the example", () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  expect(scripts["example:model"]).toContain(`--port ${PORT} `);
  expect(scripts["example:model"]).toContain("examples/experiment/model-script.json");
});
