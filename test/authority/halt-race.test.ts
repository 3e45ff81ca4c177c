import { expect, test } from "vitest";
import type { Context } from "../../src/core/call/context.ts";
import { callerWithAllRights, found } from "../../src/core/callers/bootstrap.ts";
import { createEarshot } from "../../src/core/create-earshot.ts";
import { asAuthorization } from "../../src/domain/requests/request.ts";
import { createFakeClock } from "../../src/testing/fake-clock.ts";
import { openContext } from "../support/context.ts";

const PAY = { tool: "pay", args: { user: "user123" } };

async function granted(ctx: Context) {
  const { owner, agent } = await found(ctx, { owner: "ana", agent: "scout" });
  const ana = createEarshot(ctx, callerWithAllRights(owner.principal));
  const scout = createEarshot(ctx, callerWithAllRights(agent.principal));
  const sought = await scout.authorize({ ...PAY, reason: "An invoice." });
  const { id, authorization } = asAuthorization(sought.request);
  await ana.approve({ id, digest: authorization.digest });
  const { grant } = await scout.collect({ id });
  return { ana, scout, agent: agent.principal, input: { ...PAY, grant } };
}

test("a redemption under way when its agent is halted uses nothing up", async () => {
  const { ctx, close } = await openContext(createFakeClock());
  const { ana, scout, agent, input } = await granted(ctx);
  const halting: Context = {
    ...ctx,
    commit: async (change) => {
      // All has been looked at, and found good, when the halt comes.
      if (change.writes.some(({ type }) => type === "grant.consume")) {
        await ana.haltAgent({ id: agent.id });
      }
      return await ctx.commit(change);
    },
  };
  const redeemed = createEarshot(halting, callerWithAllRights(agent)).redeem(input);
  await expect(redeemed).rejects.toMatchObject({
    code: "GRANT_REFUSED",
    details: { reason: "agent_halted" },
  });
  await ana.resumeAgent({ id: agent.id });
  expect((await scout.redeem(input)).request.status).toBe("approved");
  await close();
});

test("what a rule allows at once is not redeemed where the agent is halted meanwhile", async () => {
  const { ctx, close } = await openContext(createFakeClock());
  const { owner, agent } = await found(ctx, { owner: "ana", agent: "scout" });
  const ana = createEarshot(ctx, callerWithAllRights(owner.principal));
  await ana.applyPolicy({
    source: { version: 1, rules: [{ name: "free", tools: ["pay"], decision: "allow" }] },
  });
  const halting: Context = {
    ...ctx,
    commit: async (change) => {
      if (change.writes.some(({ type }) => type === "grant.put")) {
        await ana.haltAgent({ id: agent.principal.id });
      }
      return await ctx.commit(change);
    },
  };
  const allowed = createEarshot(halting, callerWithAllRights(agent.principal)).authorize({
    ...PAY,
    reason: "An invoice.",
    redeemIfAllowed: true,
  });
  await expect(allowed).rejects.toMatchObject({
    code: "NOT_ALLOWED",
    details: { reason: "agent_halted" },
  });
  const { workspace } = agent.principal;
  const log = await ctx.store.readEvents({ workspace, after: 0, limit: 100 });
  expect(log.filter(({ type }) => type === "grant.redeemed")).toEqual([]);
  await close();
});

test("an approval under way when its agent is halted is refused, and no vote is noted", async () => {
  const { ctx, close } = await openContext(createFakeClock());
  const { owner, agent } = await found(ctx, { owner: "ana", agent: "scout" });
  const ana = createEarshot(ctx, callerWithAllRights(owner.principal));
  const scout = createEarshot(ctx, callerWithAllRights(agent.principal));
  const { id, authorization } = asAuthorization(
    (await scout.authorize({ ...PAY, reason: "An invoice." })).request,
  );
  const halting: Context = {
    ...ctx,
    commit: async (change) => {
      // Who approves has been proved, which takes time, when the halt comes.
      if (change.writes.some(({ type }) => type === "request.update")) {
        await ana.haltAgent({ id: agent.principal.id });
      }
      return await ctx.commit(change);
    },
  };
  const approving = createEarshot(halting, callerWithAllRights(owner.principal));
  const { digest } = authorization;
  await expect(approving.approve({ id, digest })).rejects.toMatchObject({
    code: "NOT_ALLOWED",
    details: { reason: "agent_halted" },
  });
  const { request } = await ana.show({ id });
  expect(request).toMatchObject({ status: "open", authorization: { votes: [] } });
  await ana.resumeAgent({ id: agent.principal.id });
  expect((await ana.approve({ id, digest })).status).toBe("approved");
  await close();
});

test("a grant that is minted while its agent is halted is refused for that, and not as used", async () => {
  const { ctx, close } = await openContext(createFakeClock());
  const { ana, scout, agent } = await granted(ctx);
  const { items } = await ana.list({});
  const [request] = items;
  if (request === undefined) throw new Error("There is none.");
  const { id } = request;
  const halting: Context = {
    ...ctx,
    commit: async (change) => {
      if (change.writes.some(({ type }) => type === "grant.put")) {
        await ana.haltAgent({ id: agent.id });
      }
      return await ctx.commit(change);
    },
  };
  const collected = createEarshot(halting, callerWithAllRights(agent)).collect({ id });
  await expect(collected).rejects.toMatchObject({
    code: "NOT_ALLOWED",
    details: { reason: "agent_halted" },
  });
  await ana.resumeAgent({ id: agent.id });
  expect((await scout.collect({ id })).tool).toBe(PAY.tool);
  await close();
});

test("of many who halt and resume at once, the log tells each change once", async () => {
  const { ctx, close } = await openContext(createFakeClock());
  const { ana, agent } = await granted(ctx);
  const { id } = agent;
  await Promise.all(Array.from({ length: 20 }, () => ana.haltAgent({ id })));
  await Promise.all(Array.from({ length: 20 }, () => ana.resumeAgent({ id })));
  const { workspace } = agent;
  const events = await ctx.store.readEvents({ workspace, subject: id, after: 0, limit: 100 });
  const changes = events.map(({ type }) => type).filter((type) => type !== "principal.created");
  expect(changes).toEqual(["agent.halted", "agent.resumed"]);
  await close();
});
