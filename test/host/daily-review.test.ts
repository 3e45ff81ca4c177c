import { expect, test } from "vitest";
import { callerWithAllRights, found } from "../../src/core/callers/bootstrap.ts";
import { createEarshot } from "../../src/core/create-earshot.ts";
import { startReview } from "../../src/core/review/start-review.ts";
import { createFakeClock } from "../../src/testing/fake-clock.ts";
import { eventually } from "../suites/earshot/world.ts";
import { openContext } from "../support/context.ts";

const HOUR = 60 * 60_000;

async function opened() {
  const clock = createFakeClock();
  const { ctx, close } = await openContext(clock);
  const { owner, agent } = await found(ctx, { owner: "ana", agent: "scout" });
  const ana = createEarshot(ctx, callerWithAllRights(owner.principal));
  const scout = createEarshot(ctx, callerWithAllRights(agent.principal));
  const faults: unknown[] = [];
  const start = () => startReview(ctx, { onFault: (error) => faults.push(error) });
  /** Goes on so slowly that whatever becomes due meanwhile can be done. */
  const pass = async (hours: number) => {
    for (let hour = 0; hour < hours; hour += 0.5) {
      await clock.advance(HOUR / 2);
      for (let turn = 0; turn < 20; turn++) await new Promise((done) => setImmediate(done));
    }
  };
  return { ana, scout, start, pass, faults, close };
}

test("the daily review reminds of what is open for a day, once a day", async () => {
  const { ana, scout, start, pass, faults, close } = await opened();
  const stop = start();
  const { request } = await scout.ask({ text: "Which colour?" });
  const reminded = async () => {
    const { history } = await ana.show({ id: request.id });
    return history.filter(({ type }) => type === "request.reminded");
  };
  await pass(23);
  expect(await reminded()).toEqual([]);
  await pass(26);
  await eventually(async () => (await reminded()).length === 1);
  const [event] = await reminded();
  expect(event?.at.slice(11, 13)).toBe("09");
  expect(event).not.toHaveProperty("actor");
  await stop();
  const again = start();
  await pass(1);
  expect(await reminded()).toHaveLength(1);
  expect(faults).toEqual([]);
  await again();
  await close();
});

test("what an agent can judge is left to it for two hours, in a session of its own", async () => {
  const { ana, scout, start, pass, faults, close } = await opened();
  await scout.registerAgent({ channels: [], judges: true });
  const stop = start();
  const { request } = await scout.ask({ text: "Which colour?" });
  await pass(49);
  const { items } = await ana.listSessions();
  const first = items.at(-1);
  expect(first).toMatchObject({ cause: "schedule", status: "queued", agentName: "scout" });
  expect(first?.task).toContain(request.id);
  const { history } = await ana.show({ id: request.id });
  const event = history.find(({ type }) => type === "request.reminded");
  expect(event?.at.slice(11, 13)).toBe("11");
  expect(faults).toEqual([]);
  await stop();
  await close();
});

test("the daily review counts which skills were read, and names those that nobody reads", async () => {
  const { ana, scout, start, pass, faults, close } = await opened();
  await scout.registerAgent({ channels: [], skills: ["read-logs", "write-well"] });
  const stop = start();
  await pass(8 * 24);
  await scout.recordSkillRead({ skill: "read-logs" });
  await pass(24);
  const counted = async () => {
    const all = [];
    for await (const event of await ana.events()) {
      if (event.type === "skills.counted") all.push(event.data);
    }
    return all;
  };
  await eventually(async () => (await counted()).at(-1)?.kind === "1 of 2 read");
  expect((await counted()).at(-1)).toEqual({
    kind: "1 of 2 read",
    name: "unread for a week: write-well",
  });
  const { items } = await ana.skillUse();
  expect(items[0]?.skills[1]?.recommendation).toContain("week");
  expect(items[0]?.skills[0]).not.toHaveProperty("recommendation");
  expect(faults).toEqual([]);
  await stop();
  await close();
});
