import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createClient } from "../../src/client/client.ts";
import { startServer } from "../../src/compose/compose.ts";
import type { RunningServer } from "../../src/compose/server.ts";
import { readKeyFile } from "../../src/system/data-folder.ts";
import { testFolder } from "../support/cli.ts";
import { connectClient, envelopeOf } from "./door.ts";

const CALLS_A_MINUTE = 12;

interface Home {
  readonly dataFolder: string;
  readonly server: RunningServer;
}

async function start(dataFolder: string): Promise<Home> {
  const server = await startServer({ dataFolder, port: 0, toolCallsPerMinute: CALLS_A_MINUTE });
  onTestFinished(() => server.stop());
  return { dataFolder, server };
}

/** What the tool says to an agent of its own, whose calls nobody has limited yet. */
async function statusOf({ dataFolder, server: { url } }: Home, agent: string) {
  const operator = createClient({ url, key: readKeyFile(dataFolder, "operator") ?? "" });
  const { secret } = await operator.createKey({ kind: "agent", name: agent });
  const client = await connectClient({ url, key: secret });
  const args = { include_metrics: true };
  const result = await client.callTool({ name: "check_security_status", arguments: args });
  return envelopeOf(result).data;
}

const refusedKey = ({ server: { url } }: Home) =>
  fetch(`${url}/mcp`, { method: "POST", headers: { authorization: "Bearer ear_live_forged" } });
const foreignOrigin = ({ server: { url } }: Home) =>
  fetch(`${url}/mcp`, { method: "POST", headers: { origin: "https://evil.example" } });

test("the score follows what was refused and limited, and a restart forgets none of it", async () => {
  const home = await start(join(testFolder(), "data"));
  expect(await statusOf(home, "first")).toMatchObject({
    security_score: "HIGH",
    security_violations: 0,
    rate_limit_hits: 0,
    pending_authorizations: 0,
    detailed_metrics: { memory_usage: expect.stringMatching(/^\d+MB$/) },
  });

  expect((await refusedKey(home)).status).toBe(401);
  expect((await foreignOrigin(home)).status).toBe(403);
  expect(await statusOf(home, "second")).toMatchObject({
    security_score: "MEDIUM",
    security_violations: 2,
  });

  for (let n = 0; n < 2; n++) await refusedKey(home);
  const agent = await connectClient({
    url: home.server.url,
    key: readKeyFile(home.dataFolder, "agent") ?? "",
  });
  const calls = Array.from({ length: 2 * CALLS_A_MINUTE }, () =>
    agent.callTool({ name: "format_response", arguments: { content: "x" } }),
  );
  const limited = (await Promise.all(calls)).filter(({ isError }) => isError === true).length;
  expect(limited).toBe(CALLS_A_MINUTE);
  const low = await statusOf(home, "third");
  expect(low).toMatchObject({
    security_score: "LOW",
    security_violations: 4,
    rate_limit_hits: limited,
  });
  expect(JSON.stringify(low["recent_logs"])).toContain("WARNING");

  await home.server.stop();
  const again = await start(home.dataFolder);
  const after = await statusOf(again, "fourth");
  expect(after).toMatchObject({
    security_score: "LOW",
    security_violations: 4,
    rate_limit_hits: limited,
  });
  expect(Number(after["total_requests"])).toBeGreaterThan(Number(low["total_requests"]));
  expect(Number(after["uptime"])).toBeGreaterThanOrEqual(0);
});
