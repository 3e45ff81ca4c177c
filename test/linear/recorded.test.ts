import { expect, onTestFinished, test } from "vitest";
import { createRandom } from "../../src/testing/simulator/random.ts";
import { enlist } from "../crash/harness/found.ts";
import { startHomeServer } from "../support/server.ts";
import { checkHistory } from "./check-history.ts";
import { playScene } from "./scene.ts";

test("histories of requests at a server over SQLite are linear", async () => {
  const server = await startHomeServer();
  onTestFinished(() => server.close());
  const members = await enlist(server.url, server.folder);
  const random = createRandom(1);
  const nodes = () => [server.url, server.url];
  const histories = await playScene({ nodes, members, random, requests: 40, name: "scene" });
  expect(histories).toHaveLength(40);
  for (const history of histories) {
    const verdict = checkHistory(history);
    expect(verdict.isLinear, verdict.isLinear ? "" : verdict.fault).toBe(true);
  }
});
