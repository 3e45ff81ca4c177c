import { expect, test } from "vitest";
import type { Event } from "../../domain/log/event.ts";
import { createFollowedLog } from "./follow-log.ts";

function eventOf(seq: number, timeline = "s"): Event {
  return { workspace: "w", seq, type: "message.created", at: "", subject: `${timeline}${seq}` };
}

function events(...seqs: number[]): Event[] {
  return seqs.map((seq) => eventOf(seq));
}

/** A log over a store that holds what the test has put there, and answers when the test says so. */
function logOver({ stored = 0, from = 0 }: { stored?: number; from?: number } = {}) {
  const world = { stored, isAway: false, timeline: "s", setBacks: 0, lost: 0 };
  const heard: { seq: number; isOwn: boolean }[] = [];
  const reads: { after: number; limit: number }[] = [];
  let answer = Promise.resolve();
  const log = createFollowedLog({
    from,
    async read({ after, limit }) {
      reads.push({ after, limit });
      await answer;
      if (world.isAway) throw new Error("away");
      const last = Math.min(world.stored, after + limit);
      const seqs = Array.from({ length: Math.max(last - after, 0) }, (_, i) => after + 1 + i);
      return seqs.map((seq) => eventOf(seq, world.timeline));
    },
    setBack: (lost) => {
      world.setBacks += 1;
      world.lost = lost.seq;
    },
    hear(fresh, isOwn) {
      for (const { seq } of fresh) heard.push({ seq, isOwn });
    },
  });
  const hold = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    answer = promise;
    return resolve;
  };
  const seqs = () => heard.map(({ seq }) => seq);
  return { log, world, heard, reads, hold, seqs };
}

test("what this node commits without others is heard at once, and nothing is read", () => {
  const { log, heard, reads } = logOver();
  log.committed(events(1, 2));
  log.committed(events(3));
  expect(heard).toEqual([1, 2, 3].map((seq) => ({ seq, isOwn: true })));
  expect(reads).toEqual([]);
});

test("what others committed before one's own is read first, and no more than that", async () => {
  const { log, world, heard, reads } = logOver();
  log.committed(events(1));
  world.stored = 5;
  log.committed(events(4, 5));
  expect(log.isBehind()).toBe(true);
  await log.settled();
  expect(heard).toEqual([
    { seq: 1, isOwn: true },
    { seq: 2, isOwn: false },
    { seq: 3, isOwn: false },
    { seq: 4, isOwn: true },
    { seq: 5, isOwn: true },
  ]);
  expect(reads).toEqual([{ after: 1, limit: 2 }]);
});

test("what is committed while a gap is read waits for it, and comes in order", async () => {
  const { log, world, hold, seqs } = logOver({ stored: 1 });
  const goOn = hold();
  log.reached(1);
  const settled = log.settled();
  world.stored = 6;
  log.committed(events(3));
  log.committed(events(5, 6));
  expect(seqs()).toEqual([]);
  goOn();
  await settled;
  await log.settled();
  expect(seqs()).toEqual([1, 2, 3, 4, 5, 6]);
});

test("one's own events that a notice brought first are not heard twice", async () => {
  const { log, world, seqs } = logOver();
  world.stored = 3;
  log.reached(3);
  await log.settled();
  log.committed(events(2, 3));
  log.committed(events(4));
  expect(seqs()).toEqual([1, 2, 3, 4]);
});

test("a reply that comes while the same events are read is heard once", async () => {
  const { log, hold, seqs } = logOver({ stored: 2 });
  const goOn = hold();
  log.reached(2);
  const settled = log.settled();
  log.committed(events(1, 2));
  goOn();
  await settled;
  expect(seqs()).toEqual([1, 2]);
});

test("a long log is read in pages, from where it was left", async () => {
  const { log, world, seqs, reads } = logOver({ from: 10 });
  world.stored = 600;
  log.reached(600);
  await log.settled();
  expect(seqs()).toHaveLength(590);
  expect(reads.map(({ after }) => after)).toEqual([10, 266, 522]);
});

test("a store that is away loses nothing: it is read when asked again", async () => {
  const { log, world, seqs } = logOver({ stored: 2 });
  world.isAway = true;
  log.reached(2);
  await expect(log.settled()).rejects.toThrow("away");
  world.isAway = false;
  await log.settled();
  expect(seqs()).toEqual([1, 2]);
});

test("a head beyond what can be read is an error and no endless loop", async () => {
  const { log } = logOver({ stored: 1 });
  log.reached(4);
  await expect(log.settled()).rejects.toThrow("after event 1");
});

test("a head that was wrong does not keep it behind, and what comes later is heard", async () => {
  const { log, world, seqs } = logOver({ stored: 1 });
  log.reached(900_000_000);
  await expect(log.settled()).rejects.toThrow("after event 1");
  expect(log.isBehind()).toBe(false);
  await log.settled();
  world.stored = 3;
  log.reached(3);
  await log.settled();
  expect(seqs()).toEqual([1, 2, 3]);
});

test("after a doubt nothing changes where the log holds what was heard last", async () => {
  const { log, world, seqs } = logOver();
  log.committed(events(1, 2));
  log.doubt();
  world.stored = 4;
  log.committed(events(4));
  expect(seqs()).toEqual([1, 2]);
  log.reached(4);
  await log.settled();
  expect(seqs()).toEqual([1, 2, 3, 4]);
  expect(world.setBacks).toBe(0);
});

test.each([
  ["shorter", 1],
  ["as long", 3],
  ["longer", 5],
])("a log that went back, and is %s by now, is heard on from its head", async (_, stored) => {
  const { log, world, seqs } = logOver();
  log.committed(events(1, 2, 3));
  log.doubt();
  Object.assign(world, { stored, timeline: "t" });
  log.reached(stored);
  await log.settled();
  expect([world.setBacks, world.lost, log.position()]).toEqual([1, 3, stored]);
  log.committed([eventOf(stored + 1, "t")]);
  expect(seqs()).toEqual([1, 2, 3, stored + 1]);
});

test("also one of which nothing was heard yet, where it remembers the event it began at", async () => {
  const { log, world } = logOver({ stored: 3, from: 3 });
  await log.remember();
  log.doubt();
  Object.assign(world, { stored: 4, timeline: "t" });
  log.reached(4);
  await log.settled();
  expect([world.setBacks, log.position()]).toEqual([1, 4]);
});
