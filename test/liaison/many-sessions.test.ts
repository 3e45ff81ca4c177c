import { afterEach, beforeEach, expect, test } from "vitest";
import { completedBySession } from "../../src/core/closing/completed-by-session.ts";
import { laneOfTask, withdrawnWrites } from "../../src/core/liaison-changes/worker-session.ts";
import type { Session } from "../../src/domain/sessions/session.ts";
import { anId, aSession } from "../../src/testing/builders.ts";
import { createFakeClock } from "../../src/testing/fake-clock.ts";
import { aLiaison } from "../../src/testing/liaison-values.ts";
import { type OpenContext, openContext } from "../support/context.ts";

/* A worker has more sessions in its queue than one look at the queue shows. */

const AT = "2026-01-01T00:01:00.000Z";
const MANY = 250;
const agent = anId("prn");
const liaison = aLiaison({
  phase: "awaiting_task_completion",
  published: 1,
  worker: { agent, name: "scout" },
});
const lane = laneOfTask(liaison);

let home: OpenContext;
let ended: Session;
let follower: Session;

async function store(sessions: readonly Session[]): Promise<void> {
  await home.ctx.store.commit([
    {
      workspace: "default",
      events: [],
      writes: sessions.map((session) => ({ type: "session.insert", session })),
    },
  ]);
}

beforeEach(async () => {
  home = await openContext(createFakeClock());
  ended = aSession({ agent, lane });
  follower = aSession({ agent, lane });
  await home.ctx.store.commit([
    {
      workspace: "default",
      events: [],
      writes: [
        { type: "workspace.insert", id: "default", createdAt: AT },
        { type: "liaison.insert", liaison },
      ],
    },
  ]);
  await store([ended]);
});
afterEach(() => home.close());

const others = () => Array.from({ length: MANY }, () => aSession({ agent }));

test("a result is the task's where nothing of it waits behind", async () => {
  await store(others());
  const { writes } = await completedBySession(home.ctx, ended, { text: "Done.", at: AT });
  expect(writes.map(({ type }) => type)).toContain("liaison.put");
});

test("a result is no longer the task's where a correction waits, whatever else does", async () => {
  await store([follower, ...others()]);
  const { writes } = await completedBySession(home.ctx, ended, { text: "Done.", at: AT });
  expect(writes).toEqual([]);
});

test("a withdrawn task ends what works on it, whatever else waits, and nothing else", async () => {
  await store([follower, ...others()]);
  const after = { ...liaison, phase: "completed" as const };
  const { writes } = await withdrawnWrites(home.ctx, { before: liaison, after, at: AT });
  expect(writes).toMatchObject(
    [follower, ended].map(({ id }) => ({ session: { id, status: "cancelled" } })),
  );
});
