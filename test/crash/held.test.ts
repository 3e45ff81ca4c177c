import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createClient } from "../../src/client/index.ts";
import { UNDO_MS } from "../../src/domain/limits.ts";
import { readKeyFile } from "../../src/system/data-folder.ts";
import { collect } from "../suites/earshot/world.ts";
import { programOf } from "../support/built-programs.ts";
import { testFolder } from "../support/cli.ts";
import { launch, type ServerProcess } from "../support/server-process.ts";

/* A server that is killed while a decision is held. */

async function started(dataFolder: string): Promise<{ url: string; server: ServerProcess }> {
  const server = await launch({ main: programOf("crash-main"), args: [] });
  onTestFinished(() => server.kill());
  return { url: await server.start(dataFolder), server };
}

test("what was decided before a kill -9 is sent once by the next server, and what was taken back is not", async () => {
  const data = join(testFolder(), "data");
  const first = await started(data);
  const as = (url: string, of: "operator" | "agent") =>
    createClient({ url, key: readKeyFile(data, of) ?? "" });
  const ask = async (text: string) => (await as(first.url, "agent").ask({ text })).request.id;
  const [kept, undone] = [await ask("Kept?"), await ask("Undone?")];
  for (const id of [kept, undone]) {
    await as(first.url, "operator").answer({ id, answer: { text: "Yes." }, undoMs: UNDO_MS });
  }
  const action = { tool: "pay", args: { to: "ben" }, reason: "Rent." };
  const paid = (await as(first.url, "agent").authorize(action)).request.id;
  await as(first.url, "operator").respond({ id: paid, text: "It was paid.", undoMs: UNDO_MS });
  await as(first.url, "operator").undo({ id: undone });
  await first.server.kill();
  const { url } = await started(data);
  const waited = await as(url, "agent").wait({ id: kept, holdMs: 20_000 });
  expect(waited.request).toMatchObject({ status: "answered", answer: { text: "Yes." } });
  const told = await as(url, "agent").wait({ id: paid, holdMs: 20_000 });
  expect(told.request).toMatchObject({ status: "responded", response: "It was paid." });
  const events = await collect(as(url, "operator").events());
  const answered = events.filter(({ type }) => type === "request.answered");
  expect(answered.map(({ subject }) => subject)).toEqual([kept]);
  expect((await as(url, "operator").show({ id: undone })).request.status).toBe("open");
});
