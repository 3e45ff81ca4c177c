import { join } from "node:path";
import { expect, test } from "vitest";
import { callerWithAllRights, found } from "../../src/core/callers/bootstrap.ts";
import { createEarshot } from "../../src/core/create-earshot.ts";
import { createFakeClock } from "../../src/testing/fake-clock.ts";
import { testFolder } from "../support/cli.ts";
import { openContext } from "../support/context.ts";

test("a rejection for what is like it is made when its log says, however often the clock ticks", async () => {
  const clock = createFakeClock();
  let reads = 0;
  const ticking = { ...clock, now: () => clock.now() + ++reads };
  const { ctx, close } = await openContext(ticking, join(testFolder(), "earshot.db"));
  const { owner, agent } = await found(ctx, { owner: "owner", agent: "scout" });
  const person = createEarshot(ctx, callerWithAllRights(owner.principal));
  const action = { tool: "mail", args: { to: "ben" }, reason: "asked for", holdMs: 0 };
  const { request } = await createEarshot(ctx, callerWithAllRights(agent.principal)).authorize(
    action,
  );
  await person.reject({ id: request.id, reason: "Not today", covers: "like" });
  const { record } = await person.verifyAudit({});
  expect(record?.faults).toEqual([]);
  await close();
});
