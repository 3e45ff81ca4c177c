import { expect, onTestFinished, test } from "vitest";
import { found } from "../../src/core/callers/bootstrap.ts";
import { startRedemand } from "../../src/core/policy/redemand.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import { asAuthorization } from "../../src/domain/requests/request.ts";
import { createMemorySecrets } from "../../src/system/memory-secrets.ts";
import { eventually } from "../support/cli.ts";
import { type NodeContext, openNodeContext } from "../support/node-context.ts";
import { databaseWithTables } from "../support/postgres.ts";

/* What a node put in force and could not apply to what is open any more, another node applies. */

const policyOf = (quorum: number): JsonObject => ({
  version: 1,
  rules: [
    { name: "pays", tools: ["pay"], level: "MEDIUM", approvers: { roles: ["owner"] }, quorum },
  ],
});

async function twoNodes() {
  const { url, drop } = await databaseWithTables();
  const secrets = createMemorySecrets();
  const nodes = [await openNodeContext({ url, secrets }), await openNodeContext({ url, secrets })];
  const [one, two] = nodes as [NodeContext, NodeContext];
  onTestFinished(async () => {
    await Promise.all(nodes.map((node) => node.close()));
    await drop();
  });
  const { owner, agent } = await found(one.ctx, { owner: "ada", agent: "scout" });
  return { one, two, owner, agent };
}

/** Puts it in force as a node does that dies before it has told what is open. */
async function putUntold({ ctx }: NodeContext, source: JsonObject): Promise<void> {
  const former = (await ctx.store.currentPolicy("default"))?.revision ?? "";
  const at = new Date(ctx.clock.now()).toISOString();
  const revision = ctx.digest.json(source);
  const policy = { revision, source, at };
  const done = await ctx.commit({
    workspace: "default",
    writes: [{ type: "policy.put", policy, former }],
    events: [{ type: "policy.changed", at, subject: "default", data: { revision } }],
  });
  expect(done.outcome).toBe("committed");
}

test("the lower demand of a policy reaches what is open by another node, also after the one at it stopped", async () => {
  const { one, two, owner, agent } = await twoNodes();
  await one.as(owner).applyPolicy({ source: policyOf(3) });
  const asked = await two.as(agent).authorize({ tool: "pay", args: {}, reason: "Invoice" });
  const { id } = asked.request;
  const quorum = async () =>
    asAuthorization((await one.as(owner).show({ id })).request).authorization.demand.quorum;
  const changes = async () =>
    (await one.as(owner).show({ id })).history.filter(
      ({ type }) => type === "request.demand_changed",
    );
  expect(await quorum()).toBe(3);
  const faults: unknown[] = [];
  const onFault = (error: unknown) => void faults.push(error);
  const stopOne = startRedemand(one.ctx, { onFault });
  const stopTwo = startRedemand(two.ctx, { onFault });
  onTestFinished(async () => {
    await Promise.all([stopOne(), stopTwo()]);
  });

  await putUntold(two, policyOf(2));
  await eventually(async () => (await quorum()) === 2);
  expect(await changes()).toHaveLength(1);

  await stopOne();
  await putUntold(one, policyOf(1));
  await eventually(async () => (await quorum()) === 1);
  expect(await changes()).toHaveLength(2);
  expect(faults).toEqual([]);
});
