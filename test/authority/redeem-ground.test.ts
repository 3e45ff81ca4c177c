import { expect, test } from "vitest";
import type { Context } from "../../src/core/call/context.ts";
import { callerWithAllRights, found } from "../../src/core/callers/bootstrap.ts";
import { createEarshot } from "../../src/core/create-earshot.ts";
import { asAuthorization } from "../../src/domain/requests/request.ts";
import { createFakeClock } from "../../src/testing/fake-clock.ts";
import { openContext } from "../support/context.ts";

test("a redemption whose ground keeps changing ends, and has used nothing up", async () => {
  const { ctx, close } = await openContext(createFakeClock());
  const { owner, agent } = await found(ctx, { owner: "ana", agent: "scout" });
  const scout = createEarshot(ctx, callerWithAllRights(agent.principal));
  const args = { user: "user123" };
  const sought = await scout.authorize({ tool: "pay", args, reason: "An invoice." });
  const { id, authorization } = asAuthorization(sought.request);
  const { digest } = authorization;
  await createEarshot(ctx, callerWithAllRights(owner.principal)).approve({ id, digest });
  const { grant } = await scout.collect({ id });
  // The possible reply of a store that another node is writing to.
  const changing: Context = { ...ctx, commit: async () => ({ outcome: "conflict" }) };
  const redeeming = createEarshot(changing, callerWithAllRights(agent.principal));
  const input = { grant, tool: "pay", args };
  await expect(redeeming.redeem(input)).rejects.toMatchObject({ code: "CONFLICT" });
  expect((await scout.redeem(input)).request.id).toBe(id);
  await close();
});
