import { expect, test } from "vitest";
import type { Lease } from "../../ports/store/lease.ts";
import { createFakeClock, settled } from "../../testing/fake-clock.ts";
import type { Context } from "./context.ts";
import { startLeasedJob } from "./leased-job.ts";

/** Leases as a store keeps them, by a clock that nodes go by too. */
function leases() {
  const clock = createFakeClock();
  const state: { lease: Lease | undefined; epoch: number; isAway: boolean } = {
    lease: undefined,
    epoch: 0,
    isAway: false,
  };
  const store = {
    async takeLease({ name, holder, ms }: { name: string; holder: string; ms: number }) {
      if (state.isAway) throw new Error("away");
      const { lease } = state;
      const isHeld = lease !== undefined && Date.parse(lease.until) > clock.now();
      if (isHeld && lease.holder !== holder) return undefined;
      if (!isHeld) state.epoch += 1;
      const until = new Date(clock.now() + ms).toISOString();
      state.lease = { name, holder, epoch: state.epoch, until };
      return state.lease;
    },
    async releaseLease({ holder, epoch }: Pick<Lease, "holder" | "epoch">) {
      if (state.isAway) throw new Error("away");
      if (state.lease?.holder === holder && state.lease.epoch === epoch) state.lease = undefined;
    },
  };
  /** One node; `taken` counts how often the job has become its own. */
  const node = (name: string) => {
    const counted = { taken: 0 };
    const ctx = { clock, store, others: { node: name } } as unknown as Context;
    const onTaken = () => {
      counted.taken += 1;
    };
    return { counted, job: startLeasedJob(ctx, { name: "work", onTaken }) };
  };
  return { clock, state, store, node };
}

const holds = (epoch: number) => [{ type: "lease.holds", name: "work", epoch }];

test("over a store of one's own the job is there from the start, and no commit carries anything", async () => {
  let taken = 0;
  const onTaken = () => {
    taken += 1;
  };
  const job = startLeasedJob({} as Context, { name: "work", onTaken });
  expect(taken).toBe(0);
  await settled();
  expect(taken).toBe(1);
  expect(job.guard()).toEqual([]);
  await job.stop();
  expect(job.guard()).toBeUndefined();
});

test("one of two nodes does the job, as long as it renews it", async () => {
  const { clock, node } = leases();
  const [first, second] = [node("a"), node("b")];
  await clock.advance(60_000);
  expect(first.job.guard()).toEqual(holds(1));
  expect(second.job.guard()).toBeUndefined();
  expect([first.counted.taken, second.counted.taken]).toEqual([1, 0]);
});

test("a job that is given back is taken up by the other within seconds", async () => {
  const { clock, node } = leases();
  const [first, second] = [node("a"), node("b")];
  await clock.advance(1_000);
  await first.job.stop();
  expect(first.job.guard()).toBeUndefined();
  await clock.advance(3_000);
  expect(second.job.guard()).toEqual(holds(2));
  expect(second.counted.taken).toBe(1);
});

test("a node that cannot renew does nothing once its time has run out", async () => {
  const { clock, state, node } = leases();
  const { job } = node("a");
  await clock.advance(1_000);
  state.isAway = true;
  await clock.advance(8_000);
  expect(job.guard()).toEqual(holds(1));
  await clock.advance(2_000);
  expect(job.guard()).toBeUndefined();
});

test("a node that was stopped past its lease finds that it may do nothing, and takes up no old epoch", async () => {
  const { clock, store, node } = leases();
  const { job, counted } = node("a");
  await settled();
  // Time goes on, and no timer of this node runs.
  clock.jump(11_000);
  expect(job.guard()).toBeUndefined();
  await store.takeLease({ name: "work", holder: "b", ms: 10_000 });
  await clock.advance(3_000);
  expect(job.guard()).toBeUndefined();
  await clock.advance(10_000);
  expect(job.guard()).toEqual(holds(3));
  expect(counted.taken).toBe(2);
});

test("a node that did nothing for a moment since its time had run out is told when it is renewed", async () => {
  const { clock, state, node } = leases();
  const { job, counted } = node("a");
  await settled();
  clock.jump(11_000);
  expect(job.guard()).toBeUndefined();
  // By the store's clock the lease had not run out yet.
  if (state.lease !== undefined) {
    state.lease = { ...state.lease, until: new Date(clock.now() + 60_000).toISOString() };
  }
  await clock.advance(3_000);
  expect(job.guard()).toEqual(holds(1));
  expect(counted.taken).toBe(2);
});
