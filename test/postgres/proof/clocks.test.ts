import { expect, onTestFinished, test } from "vitest";
import { untilClosed } from "../../../src/client/index.ts";
import type { RequestId } from "../../../src/domain/id.ts";
import { toMs } from "../../../src/domain/timestamp.ts";
import { byFile, takeShare } from "../../support/share.ts";
import { type ProofNodes, startNodes } from "./nodes.ts";

takeShare("node-faults", byFile);

const HOUR_MS = 60 * 60 * 1_000;
const DAY_MS = 24 * HOUR_MS;
const NEAR_MS = 10 * 60 * 1_000;

async function begin(main?: string): Promise<ProofNodes> {
  const all = await startNodes(main === undefined ? {} : { main });
  onTestFinished(() => all.close());
  return all;
}

async function asked(all: ProofNodes, expiresInMs: number): Promise<RequestId> {
  const { request } = await all.nodes[0].agent.ask({ text: "by when?", expiresInMs });
  return request.id;
}

/** How far from the real time the node says that it is, in what it stores now. */
async function offBy(all: ProofNodes): Promise<number> {
  const { createdAt } = await all.nodes[0].agent.tell({ text: "now" });
  return toMs(createdAt) - Date.now();
}

test("a node whose machine's clock jumps, ahead and back, goes by the database's time", async () => {
  const all = await begin("jumping-clock-main");
  const [jumping, steady] = all.nodes;
  const inAnHour = await asked(all, HOUR_MS);

  process.kill(jumping.server.pid, "SIGUSR1");
  const soon = await asked(all, 1_000);
  expect(Math.abs(await offBy(all))).toBeLessThan(NEAR_MS);
  expect(await untilClosed(steady.agent, soon)).toMatchObject({ outcome: "expired" });
  expect(await jumping.agent.wait({ id: inAnHour })).toMatchObject({ outcome: "pending" });

  process.kill(jumping.server.pid, "SIGUSR2");
  const later = await asked(all, 1_000);
  expect(Math.abs(await offBy(all))).toBeLessThan(NEAR_MS);
  expect(await untilClosed(jumping.agent, later)).toMatchObject({ outcome: "expired" });
  await steady.operator.answer({ id: inAnHour, answer: { text: "by then" } });
  expect(await untilClosed(jumping.agent, inAnHour)).toMatchObject({ outcome: "answered" });
  expect(await jumping.operator.verifyAudit()).toMatchObject({ intact: true });
});

/** All of Earshot's SQL asks this function for the time, so that a test can set the clock. */
function databaseClock(offsetMs: number): string {
  return `create or replace function earshot_now() returns bigint language sql volatile as
    $$ select (extract(epoch from clock_timestamp()) * 1000)::bigint + ${offsetMs} $$`;
}

/** All nodes have seen what the database's clock did. */
async function reached(all: ProofNodes, state: string): Promise<void> {
  const states = () =>
    Promise.all(all.nodes.map(async ({ operator }) => (await operator.clock()).state));
  await expect.poll(states, { timeout: 30_000 }).toEqual(all.nodes.map(() => state));
}

test("a database whose clock jumps takes all nodes with it once an owner says so, and nothing that was promised is lost", {
  timeout: 120_000,
}, async () => {
  const all = await begin();
  const [first, second] = all.nodes;
  const inAnHour = await asked(all, HOUR_MS);
  const inTwoDays = await asked(all, 2 * DAY_MS);
  const never = (await first.agent.ask({ text: "ever?" })).request.id;

  await all.query(databaseClock(DAY_MS));
  await reached(all, "jumped");
  // Nobody has said that it is right: nothing ends of it, and nothing is written by it.
  expect(await second.agent.wait({ id: inAnHour })).toMatchObject({ outcome: "pending" });
  await expect(
    second.operator.answer({ id: inAnHour, answer: { text: "too early" } }),
  ).rejects.toMatchObject({ code: "CLOCK_JUMPED" });

  const { told } = await first.operator.clock();
  await first.operator.acceptClock({ told });
  await reached(all, "right");
  expect(await untilClosed(second.agent, inAnHour)).toMatchObject({ outcome: "expired" });
  expect(await offBy(all)).toBeGreaterThan(DAY_MS - NEAR_MS);
  await expect(
    second.operator.answer({ id: inAnHour, answer: { text: "too late" } }),
  ).rejects.toMatchObject({ code: "REQUEST_CLOSED" });

  await all.query(databaseClock(-DAY_MS));
  await reached(all, "behind");
  // No node goes back with it.
  expect(await offBy(all)).toBeGreaterThan(DAY_MS - NEAR_MS);
  for (const id of [inTwoDays, never]) {
    await second.operator.answer({ id, answer: { text: "still open" } });
    expect(await untilClosed(first.agent, id)).toMatchObject({ outcome: "answered" });
  }
  // What has closed stays closed, whatever the time says now.
  expect(await first.agent.wait({ id: inAnHour })).toMatchObject({ outcome: "expired" });
  const report = await first.operator.verifyAudit();
  expect(report).toMatchObject({ intact: true });
  expect(report).not.toHaveProperty("wentBack");
});
