import { expect, onTestFinished, test } from "vitest";
import { volumeOf } from "../../scripts/proofs/proofs.ts";
import { startSendingHeld } from "../../src/core/authority/send-held.ts";
import type { Context } from "../../src/core/call/context.ts";
import { callerWithAllRights, found } from "../../src/core/callers/bootstrap.ts";
import { createEarshot } from "../../src/core/create-earshot.ts";
import { isEarshotError } from "../../src/domain/errors.ts";
import { UNDO_MS } from "../../src/domain/limits.ts";
import type { Event } from "../../src/domain/log/event.ts";
import type { Earshot } from "../../src/ports/earshot/earshot.ts";
import { createFakeClock, type FakeClock, settled } from "../../src/testing/fake-clock.ts";
import { openContext } from "../support/context.ts";

/* Many decisions that are held at once, by a clock that is not to be relied on. */

const MANY = volumeOf("held");
const AT_ONCE = 50;
/** Fewer than one agent may have open. */
const EACH = 500;
type Id = `req_${string}`;

interface World {
  readonly ctx: Context;
  readonly clock: FakeClock;
  readonly agent: Earshot;
  readonly owner: Earshot;
}

async function openWorld(): Promise<World> {
  const clock = createFakeClock();
  const { ctx, close } = await openContext(clock);
  const home = await found(ctx, { owner: "owner", agent: "scout" });
  const stop = startSendingHeld(ctx, {
    onFault(error) {
      throw error;
    },
  });
  onTestFinished(async () => {
    await stop();
    await close();
  });
  const agent = createEarshot(ctx, callerWithAllRights(home.agent.principal));
  const owner = createEarshot(ctx, callerWithAllRights(home.owner.principal));
  return { ctx, clock, agent, owner };
}

const answer = { text: "Yes." };

async function holdAnswer({ agent, owner }: World, text: string): Promise<Id> {
  const { id } = (await agent.ask({ text })).request;
  await owner.answer({ id, answer, undoMs: UNDO_MS });
  return id;
}

async function undoes({ owner }: World, id: Id): Promise<boolean> {
  try {
    await owner.undo({ id });
    return true;
  } catch (error) {
    if (isEarshotError(error, "REQUEST_CLOSED")) return false;
    throw error;
  }
}

async function noneHeld({ ctx }: World): Promise<void> {
  while ((await ctx.store.nextHeld()) !== undefined) await settled();
}

async function logged({ ctx }: World): Promise<readonly Event[]> {
  const all: Event[] = [];
  for (;;) {
    const after = all.at(-1)?.seq ?? 0;
    const events = await ctx.store.readEvents({ workspace: "default", after, limit: 10_000 });
    if (events.length === 0) return all;
    all.push(...events);
  }
}

function subjectsOf(events: readonly Event[], wanted: Event["type"]): string[] {
  return events.flatMap(({ type, subject }) => (type === wanted ? [subject ?? ""] : []));
}

test(`each of ${MANY} held decisions is sent once or taken back, never both, though both come at the same moment`, {
  timeout: 600_000,
}, async () => {
  const world = await openWorld();
  const ids: Id[] = [];
  const back = new Set<Id>();
  while (ids.length < MANY) {
    const texts = Array.from({ length: AT_ONCE }, (_, n) => `Is number ${ids.length + n} right?`);
    const made = await Promise.all(texts.map((text) => holdAnswer(world, text)));
    ids.push(...made);
    // Every second is taken back as late as can be.
    const late = made.filter((_, n) => n % 2 === 0);
    await world.clock.advance(UNDO_MS - 1);
    const undone = late.map(async (id) => {
      if (await undoes(world, id)) back.add(id);
    });
    await Promise.all([world.clock.advance(1), ...undone]);
    await noneHeld(world);
    // An agent has only so many open.
    for (const id of late.filter((one) => back.has(one))) await world.agent.cancel({ id });
  }
  const events = await logged(world);
  const sent = subjectsOf(events, "request.answered");
  expect(new Set(sent).size).toBe(sent.length);
  expect(new Set(sent)).toEqual(new Set(ids.filter((id) => !back.has(id))));
  expect(new Set(subjectsOf(events, "request.decision_undone"))).toEqual(back);
  expect(sent.length + back.size).toBe(ids.length);
});

test(`${MANY} that are held at once are all sent`, { timeout: 600_000 }, async () => {
  const world = await openWorld();
  const { ctx, owner, clock } = world;
  const ids: Id[] = [];
  while (ids.length < MANY) {
    const { principal } = await owner.createKey({ kind: "agent", name: `agent-${ids.length}` });
    const agent = createEarshot(ctx, callerWithAllRights(principal));
    const texts = Array.from(
      { length: Math.min(EACH, MANY - ids.length) },
      (_, n) => `Number ${n}?`,
    );
    ids.push(...(await Promise.all(texts.map((text) => holdAnswer({ ...world, agent }, text)))));
  }
  await clock.advance(UNDO_MS);
  await noneHeld(world);
  expect(subjectsOf(await logged(world), "request.answered").toSorted()).toEqual(ids.toSorted());
});

test("a clock that jumps ahead sends what is held, as of the moment at which it was decided", async () => {
  const world = await openWorld();
  const { clock, owner } = world;
  const decidedAt = new Date(clock.now()).toISOString();
  const id = await holdAnswer(world, "Now?");
  clock.jump(3 * 60 * 60_000);
  // Asleep no longer than that, whatever the clock says.
  await clock.advance(30_000);
  await noneHeld(world);
  expect((await owner.show({ id })).request).toMatchObject({
    status: "answered",
    closedAt: decidedAt,
  });
});

test("a clock that is set back keeps what is held, and loses nothing of it", async () => {
  const world = await openWorld();
  const { clock, owner } = world;
  const id = await holdAnswer(world, "Now?");
  clock.set(-60_000);
  await clock.advance(UNDO_MS);
  expect((await owner.show({ id })).request).toMatchObject({
    status: "open",
    held: { does: "answer" },
  });
  await clock.advance(61_000);
  await noneHeld(world);
  expect((await owner.show({ id })).request.status).toBe("answered");
});

test("of two people who decide in the same moment one is held, and the other hears by whom", async () => {
  const world = await openWorld();
  const { agent, owner, clock } = world;
  const { id } = (await agent.ask({ text: "Which?" })).request;
  const both = ["One.", "Two."].map((text) =>
    owner.answer({ id, answer: { text }, undoMs: UNDO_MS }),
  );
  const ends = await Promise.allSettled(both);
  expect(ends.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  const refused = ends.find((end) => end.status === "rejected");
  expect(refused?.reason).toMatchObject({ code: "DECISION_HELD" });
  await clock.advance(UNDO_MS);
  await noneHeld(world);
  expect(subjectsOf(await logged(world), "request.answered")).toEqual([id]);
});
