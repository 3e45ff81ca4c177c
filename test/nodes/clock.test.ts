import { expect, test } from "vitest";
import type { EarshotError } from "../../src/domain/errors.ts";
import { DAY_MS, HOUR_MS, SECOND_MS } from "../../src/domain/time.ts";
import { queryServer } from "../support/postgres.ts";
import { type TestNode, testDeployment } from "./nodes.ts";

/* Nodes over a database whose clock is set. */

/** Sets the database's clock, which goes on from there. */
async function setClock(database: string, byMs: number): Promise<void> {
  await queryServer(
    database,
    `create or replace function earshot_now() returns bigint language sql volatile
      as 'select (extract(epoch from clock_timestamp()) * 1000)::bigint + ${byMs}'`,
  );
}

const states = async (nodes: readonly TestNode[]) =>
  await Promise.all(nodes.map(async ({ operator }) => (await operator.clock()).state));

const PATIENCE = { timeout: 30_000 };

test("a database's clock that is set back takes no node's time back, nor one's that starts later", {
  timeout: 120_000,
}, async () => {
  const { database, start } = await testDeployment();
  const one = await start();
  await one.agent.tell({ text: "I am here." });
  const { now: before } = await one.operator.clock();
  await setClock(database, -HOUR_MS);
  await expect.poll(() => states([one]), PATIENCE).toEqual(["behind"]);
  const two = await start();
  expect(await states([two])).toEqual(["behind"]);
  await two.agent.tell({ text: "So am I." });
  const { now } = await two.operator.clock();
  expect(Date.parse(now)).toBeGreaterThan(Date.parse(before) - SECOND_MS);
  const report = await one.operator.verifyAudit();
  expect(report.intact).toBe(true);
  expect(report).not.toHaveProperty("wentBack");
});

test("a jump of the database's clock waits on all nodes, and one yes is good for all", {
  timeout: 120_000,
}, async () => {
  const { database, start } = await testDeployment();
  const nodes = [await start(), await start()] as const;
  const [one, two] = nodes;
  await setClock(database, DAY_MS);
  await expect.poll(() => states(nodes), PATIENCE).toEqual(["jumped", "jumped"]);
  const ready = await fetch(new URL("/readyz", two.url));
  expect(await ready.text()).toContain("the clock jumped ahead");
  const { told } = await one.operator.clock();
  await one.operator.acceptClock({ told });
  await expect.poll(() => states(nodes), PATIENCE).toEqual(["right", "right"]);
  await two.agent.tell({ text: "It is tomorrow." });
});

test("what is over by a node's time and not by the store's is acted on by nobody until it is decided", {
  timeout: 120_000,
}, async () => {
  const { database, start } = await testDeployment();
  const one = await start();
  const { request } = await one.agent.ask({ text: "Soon?", expiresInMs: 2 * SECOND_MS });
  const { id, expiresAt = "" } = request;
  await setClock(database, -HOUR_MS);
  await expect.poll(async () => (await one.operator.clock()).now > expiresAt, PATIENCE).toBe(true);
  const answered = () => one.operator.answer({ id, answer: { text: "Yes." } });
  await expect
    .poll(() => answered().catch(({ code }: EarshotError) => code), PATIENCE)
    .toBe("STORE_UNAVAILABLE");
  expect(await one.agent.wait({ id })).toMatchObject({ outcome: "pending" });
  await setClock(database, 0);
  await expect
    .poll(() => answered().catch(({ code }: EarshotError) => code), PATIENCE)
    .toBe("REQUEST_CLOSED");
  expect(await one.agent.wait({ id })).toMatchObject({ outcome: "expired" });
});
