import { afterEach, beforeEach, expect, test } from "vitest";
import { callerOf, found } from "../../src/core/bootstrap.ts";
import { createEarshot } from "../../src/core/create-earshot.ts";
import { startTurns } from "../../src/core/liaison/drive-turns.ts";
import type { Liaison } from "../../src/domain/liaison.ts";
import { toTimestamp } from "../../src/domain/timestamp.ts";
import { anId } from "../../src/testing/builders.ts";
import { createFakeClock, type FakeClock } from "../../src/testing/fake-clock.ts";
import { aLiaison } from "../../src/testing/liaison-values.ts";
import { type OpenContext, openContext } from "../support/context.ts";

let clock: FakeClock;
let home: OpenContext;

beforeEach(async () => {
  clock = createFakeClock();
  home = await openContext(clock);
});
afterEach(() => home.close());

test("turns that cannot be made keep no other from its own", async () => {
  const { ctx } = home;
  const { owner, agent } = await found(ctx, { owner: "ana", agent: "scout" });
  await createEarshot(ctx, callerOf(owner.principal)).haltAgent({ id: agent.principal.id });
  const owed = (agoMs: number, over: Partial<Liaison>) =>
    aLiaison({
      ...{ id: anId("cnv"), dueAt: toTimestamp(clock.now() - agoMs) },
      exchanges: [
        {
          ...{ id: anId("msg"), role: "human", content: "I need a report.", round: 1 },
          ...{ phase: "problem_definition", timestamp: toTimestamp(clock.now()) },
        },
      ],
      ...over,
    });
  const stuck = Array.from({ length: 60 }, () => owed(60_000, { agent: agent.principal.id }));
  const other = owed(1_000, {});
  // Behind the back of whoever hears of commits, as a process leaves them that has ended.
  await ctx.store.commit(
    [...stuck, other].map((liaison) => ({
      ...{ workspace: "default", events: [] },
      writes: [{ type: "liaison.insert", liaison }],
    })),
  );
  const stop = startTurns(ctx, { onFault: () => {} });
  await expect
    .poll(async () => {
      await clock.advance(20_000);
      return (await ctx.store.findLiaison("default", other.id))?.exchanges.length;
    })
    .toBe(2);
  await stop();
});
