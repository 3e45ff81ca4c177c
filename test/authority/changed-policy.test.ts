import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { startServer } from "../../src/compose/compose.ts";
import { createContext } from "../../src/core/call/context.ts";
import { callerWithAllRights, found } from "../../src/core/callers/bootstrap.ts";
import { createEarshot } from "../../src/core/create-earshot.ts";
import { startRetention } from "../../src/core/upkeep/retention.ts";
import { asAuthorization } from "../../src/domain/requests/request.ts";
import { dataPaths } from "../../src/system/data-folder.ts";
import { createFakeClock } from "../../src/testing/fake-clock.ts";
import { codeOf } from "../suites/earshot/world.ts";
import { eventually, testFolder } from "../support/cli.ts";
import { openContext } from "../support/context.ts";

/* Somebody who can write to the store changes the policy in force behind the back of the server. */

const STRICT = { version: 1, rules: [{ name: "people", tools: ["pay"], decision: "ask" }] };
const LOOSE = { version: 1, rules: [{ name: "all", decision: "allow" }] };
const FORGETFUL = { ...STRICT, retention: { requests: "1d" } };

const SOURCE = "update policies set source = ? where in_force is not null";
const REVISION = "update policies set revision = ? where in_force is not null";
const CHANGES: readonly (readonly [what: string, statement: string, value: string])[] = [
  ["other rules", SOURCE, JSON.stringify(LOOSE)],
  ["a rule less", SOURCE, JSON.stringify({ ...STRICT, rules: [] })],
  ["another retention", SOURCE, JSON.stringify(FORGETFUL)],
  ["what is no policy", SOURCE, "{}"],
  ["what has no canonical form", SOURCE, '{"version":1,"rules":[],"x":"\\ud800"}'],
  ["another revision", REVISION, "another"],
];

const PAY = { tool: "pay", args: { amount: 1 }, reason: "An invoice." };

async function scene() {
  const clock = createFakeClock();
  const database = new DatabaseSync(":memory:");
  const { ctx, close } = await openContext(clock, database);
  onTestFinished(close);
  const { owner, agent } = await found(ctx, { owner: "ana", agent: "scout" });
  const callers = {
    ana: callerWithAllRights(owner.principal),
    scout: callerWithAllRights(agent.principal),
  };
  // As after a start of the server: nothing earlier is remembered.
  const started = () => {
    const anew = createContext(ctx);
    return {
      ctx: anew,
      ana: createEarshot(anew, callers.ana),
      scout: createEarshot(anew, callers.scout),
    };
  };
  const approved = async () => {
    const { ana, scout } = started();
    const { id, authorization } = asAuthorization((await scout.authorize(PAY)).request);
    await ana.approve({ id, digest: authorization.digest });
    return id;
  };
  return { clock, database, started, approved };
}

test.each(CHANGES)("by %s nothing is decided", async (_, statement, value) => {
  const { database, started, approved } = await scene();
  await started().ana.applyPolicy({ source: STRICT });
  const id = await approved();
  const { grant } = await started().scout.collect({ id });
  database.prepare(statement).run(value);
  const rows = () => JSON.stringify(database.prepare("select * from requests").all());
  const before = rows();
  const { ana, scout } = started();
  const codes = await Promise.all([
    codeOf(scout.authorize({ ...PAY, args: { amount: 2 }, redeemIfAllowed: true })),
    codeOf(scout.redeem({ grant, tool: PAY.tool, args: PAY.args })),
    codeOf(ana.policy()),
    codeOf(ana.testPolicy({ tool: PAY.tool, args: {} })),
    codeOf(ana.dryRunPolicy({ source: STRICT })),
  ]);
  expect(codes).toEqual(codes.map(() => "DIGEST_MISMATCH"));
  expect(rows()).toBe(before);
  const { revision } = await ana.applyPolicy({ source: STRICT });
  expect(await ana.policy()).toMatchObject({ revision, source: STRICT });
  expect((await started().ana.policy()).revision).toBe(revision);
  const { request } = await scout.authorize({ ...PAY, args: { amount: 2 } });
  expect(request.status).toBe("open");
  await scout.redeem({ grant, tool: PAY.tool, args: PAY.args });
});

test("by a retention that nobody has applied nothing is erased", async () => {
  const { clock, database, started, approved } = await scene();
  await started().ana.applyPolicy({ source: STRICT });
  const id = await approved();
  database.prepare(SOURCE).run(JSON.stringify(FORGETFUL));
  const { ctx, ana } = started();
  await clock.advance(10 * 86_400_000);
  const faults: unknown[] = [];
  const stop = startRetention(ctx, { onFault: (error) => void faults.push(error) });
  onTestFinished(stop);
  await eventually(async () => {
    await clock.advance(5_000);
    return faults.length > 0;
  });
  expect(faults[0]).toMatchObject({ code: "DIGEST_MISMATCH" });
  expect((await ana.show({ id })).request.erasedAt).toBeUndefined();
});

test("a server does not start on it, but with the policy to put in force instead", async () => {
  const dataFolder = testFolder();
  const options = { dataFolder, port: 0 };
  await (await startServer({ ...options, policy: STRICT })).stop();
  const database = new DatabaseSync(dataPaths(dataFolder).database);
  database.prepare(SOURCE).run(JSON.stringify(LOOSE));
  database.close();
  await expect(startServer(options)).rejects.toMatchObject({ code: "DIGEST_MISMATCH" });
  await (await startServer({ ...options, policy: STRICT })).stop();
  await (await startServer(options)).stop();
});
