import { expect, onTestFinished, test } from "vitest";
import { startServer } from "../../src/compose/compose.ts";
import { asAuthorization } from "../../src/domain/requests/request.ts";
import { systemClock } from "../../src/system/clock.ts";
import { dataPaths, readKeyFile } from "../../src/system/data-folder.ts";
import { ok } from "../support/call.ts";
import { testFolder } from "../support/cli.ts";
import { openContext } from "../support/context.ts";
import { makeEmptyDataFolder } from "../support/empty-record.ts";

const SOURCE = { version: 1, rules: [{ name: "two", tools: ["deploy"], quorum: 2 }] };

/** What a server leaves that is killed as soon as a policy is in force. */
async function leaveUnapplied(folder: string): Promise<void> {
  const { ctx, close } = await openContext(systemClock, dataPaths(folder).database);
  const at = new Date(systemClock.now()).toISOString();
  const policy = { revision: ctx.digest.json(SOURCE), source: SOURCE, at };
  await ctx.commit({ workspace: "default", events: [], writes: [{ type: "policy.put", policy }] });
  await close();
}

test("a server that starts applies a policy that another was killed in the midst of", async () => {
  const folder = testFolder();
  await makeEmptyDataFolder(folder);
  const former = await startServer({ dataFolder: folder, port: 0 });
  const agent = readKeyFile(folder, "agent") ?? "";
  const operator = readKeyFile(folder, "operator") ?? "";
  const input = { tool: "deploy", args: {}, reason: "It is built." };
  const { request } = await ok(former.url, "authorize", { key: agent, input });
  expect(asAuthorization(request).authorization.demand.quorum).toBe(1);
  await former.stop();
  await leaveUnapplied(folder);

  const { url, stop } = await startServer({ dataFolder: folder, port: 0 });
  onTestFinished(stop);
  const shown = async () =>
    asAuthorization((await ok(url, "show", { key: operator, input: { id: request.id } })).request);
  const quorum = async () => (await shown()).authorization.demand.quorum;
  await expect.poll(quorum, { timeout: 50_000 }).toBe(2);
});
