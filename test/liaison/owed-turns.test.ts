import { afterEach, beforeEach, expect, test } from "vitest";
import { callerWithAllRights, found } from "../../src/core/callers/bootstrap.ts";
import { createEarshot } from "../../src/core/create-earshot.ts";
import { startTurns } from "../../src/core/liaison/drive-turns.ts";
import type { Liaison } from "../../src/domain/liaison/liaison.ts";
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

function owed(agoMs: number, over: Partial<Liaison> = {}): Liaison {
  return aLiaison({
    id: anId("cnv"),
    dueAt: toTimestamp(clock.now() - agoMs),
    exchanges: [
      {
        id: anId("msg"),
        role: "human",
        content: "I need a report.",
        round: 1,
        phase: "problem_definition",
        timestamp: toTimestamp(clock.now()),
      },
    ],
    ...over,
  });
}

/** Commits without any listener hearing of it, as a process does that ends right afterwards. */
async function leave(liaisons: readonly Liaison[]): Promise<void> {
  await home.ctx.store.commit(
    liaisons.map((liaison) => ({
      workspace: "default",
      events: [],
      writes: [{ type: "liaison.insert", liaison }],
    })),
  );
}

async function exchangesOf(liaison: Liaison): Promise<number | undefined> {
  await clock.advance(20_000);
  return (await home.ctx.store.findLiaison("default", liaison.id))?.exchanges.length;
}

test("turns that cannot be made keep no other from its own", async () => {
  const { ctx } = home;
  const { owner, agent } = await found(ctx, { owner: "ana", agent: "scout" });
  await createEarshot(ctx, callerWithAllRights(owner.principal)).haltAgent({
    id: agent.principal.id,
  });
  const stuck = Array.from({ length: 60 }, () => owed(60_000, { agent: agent.principal.id }));
  const other = owed(1_000);
  await leave([...stuck, other]);
  const stop = startTurns(ctx, { onFault: () => {} });
  await expect.poll(() => exchangesOf(other)).toBe(2);
  await stop();
});

test("a halted liaison is told of once a conversation, and speaks when it is resumed", async () => {
  const { ctx } = home;
  const { owner, agent } = await found(ctx, { owner: "ana", agent: "scout" });
  const { id } = agent.principal;
  const ana = createEarshot(ctx, callerWithAllRights(owner.principal));
  await ana.haltAgent({ id });
  const stuck = [owed(60_000, { agent: id }), owed(50_000, { agent: id })];
  await leave(stuck);
  const faults: unknown[] = [];
  const stop = startTurns(ctx, { onFault: (error) => faults.push(error) });
  await expect.poll(() => exchangesOf(stuck[0] as Liaison).then(() => faults.length)).toBe(2);
  for (let round = 0; round < 5; round++) await exchangesOf(stuck[0] as Liaison);
  expect(faults).toMatchObject(stuck.map(() => ({ code: "NOT_ALLOWED" })));
  await ana.resumeAgent({ id });
  for (const one of stuck) await expect.poll(() => exchangesOf(one)).toBe(2);
  expect(faults).toHaveLength(2);
  await stop();
});
