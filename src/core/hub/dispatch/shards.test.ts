import fc from "fast-check";
import { expect, test } from "vitest";
import { casesOf } from "../../../../scripts/proofs/proofs.ts";
import { SHARDS } from "../../../domain/hub/delivery.ts";
import { toTimestamp } from "../../../domain/timestamp.ts";
import type { Lease, Leases } from "../../../ports/store/lease.ts";
import { createFakeClock, type FakeClock, settled } from "../../../testing/fake-clock.ts";
import type { Context } from "../../call/context.ts";
import { holdShards, type Shards } from "./shards.ts";

const ALL = Array.from({ length: SHARDS }, (_, shard) => shard);
const LEASE_MS = 10_000;
const RENEWAL_MS = 3_000;

/** Leases as a store keeps them, by a clock that all nodes go by. */
function leaseTable(clock: FakeClock) {
  const rows = new Map<string, Lease>();
  const isHeld = ({ until }: Lease) => Date.parse(until) > clock.now();
  const store: Leases = {
    async takeLease({ name, holder, ms }) {
      const there = rows.get(name);
      const isTheirs = there !== undefined && isHeld(there);
      if (isTheirs && there.holder !== holder) return undefined;
      const epoch = (there?.epoch ?? 0) + (isTheirs ? 0 : 1);
      const lease = { name, holder, epoch, until: toTimestamp(clock.now() + ms) };
      rows.set(name, lease);
      return lease;
    },
    async releaseLease({ name, holder, epoch }) {
      const there = rows.get(name);
      if (there?.holder !== holder || there.epoch !== epoch) return;
      rows.set(name, { ...there, until: toTimestamp(clock.now()) });
    },
    listLeases: async (prefix = "") =>
      [...rows.values()].filter((lease) => lease.name.startsWith(prefix) && isHeld(lease)),
  };
  const holderOf = (shard: number) => {
    const lease = rows.get(`hub shard ${shard}`);
    return lease !== undefined && isHeld(lease) ? lease : undefined;
  };
  return { store, holderOf };
}

interface TestNode {
  readonly name: string;
  readonly shards: Shards;
  readonly taken: number[];
  readonly busy: Set<number>;
  isAway: boolean;
}

function cluster() {
  const clock = createFakeClock();
  const table = leaseTable(clock);
  const nodes: TestNode[] = [];

  function start(): TestNode {
    const name = `n${nodes.length}`;
    const state = { isAway: false };
    const call = async <T>(work: () => Promise<T>): Promise<T> => {
      if (state.isAway) throw new Error("The store is away.");
      return await work();
    };
    const store: Leases = {
      takeLease: (by) => call(() => table.store.takeLease(by)),
      releaseLease: (lease) => call(() => table.store.releaseLease(lease)),
      listLeases: (prefix) => call(() => table.store.listLeases(prefix)),
    };
    const ctx = { clock, store, others: { node: name } } as unknown as Context;
    const taken: number[] = [];
    const busy = new Set<number>();
    const shards = holdShards(ctx, {
      onTaken: (shard) => taken.push(shard),
      isIdle: (shard) => !busy.has(shard),
    });
    const node: TestNode = Object.assign(state, { name, shards, taken, busy });
    nodes.push(node);
    return node;
  }

  return { clock, nodes, start, holderOf: table.holderOf };
}

const isGood = ({ shards }: TestNode, shard: number) => shards.guard(shard) !== undefined;

/** No two may write for one part, and who may holds its lease. */
function expectOneHolder({ nodes, holderOf }: ReturnType<typeof cluster>): void {
  for (const shard of ALL) {
    const good = nodes.filter((node) => isGood(node, shard));
    expect(good.length).toBeLessThanOrEqual(1);
    for (const node of good) expect(holderOf(shard)?.holder).toBe(node.name);
  }
}

test("over a store of one's own all parts are this process's from the start, until the stop", async () => {
  const taken: number[] = [];
  const onTaken = (shard: number) => taken.push(shard);
  const shards = holdShards({} as Context, { onTaken, isIdle: () => true });
  expect(taken).toEqual([]);
  await settled();
  expect(taken).toEqual(ALL);
  expect(shards.mine()).toEqual(ALL);
  await shards.stop();
  expect(shards.mine()).toEqual([]);
  // What was under way is stored.
  expect(shards.guard(0)).toEqual([]);
});

test("a node that is alone takes all parts, and every commit names its lease", async () => {
  const { clock, start } = cluster();
  const { shards, taken } = start();
  await clock.advance(0);
  expect(taken).toEqual(ALL);
  expect(shards.guard(3)).toEqual([{ type: "lease.holds", name: "hub shard 3", epoch: 1 }]);
  await clock.advance(10 * LEASE_MS);
  expect(shards.mine()).toEqual(ALL);
  expect(taken).toEqual(ALL);
});

test("nodes share the parts evenly, whoever comes when", async () => {
  const world = cluster();
  const { clock, nodes, start } = world;
  for (const share of [8, 4, 3]) {
    start();
    await clock.advance(3 * RENEWAL_MS);
    const counts = nodes.map(({ shards }) => shards.mine().length);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(SHARDS);
    expect(Math.max(...counts)).toBeLessThanOrEqual(share);
    expectOneHolder(world);
  }
});

test("a part in which something is under way is given up only behind that", async () => {
  const { clock, start } = cluster();
  const first = start();
  await clock.advance(0);
  for (const shard of ALL) first.busy.add(shard);
  const second = start();
  await clock.advance(3 * RENEWAL_MS);
  expect(second.shards.mine()).toEqual([]);
  // Nothing more begins in what is to go, and what is under way may be stored.
  expect(first.shards.mine()).toHaveLength(4);
  expect(ALL.every((shard) => isGood(first, shard))).toBe(true);
  first.busy.clear();
  await clock.advance(2 * RENEWAL_MS);
  expect(second.shards.mine()).toHaveLength(4);
});

test("what a node leaves is taken over at its next look, what a dead one held when that runs out", async () => {
  const { clock, start } = cluster();
  const [first, second, third] = [start(), start(), start()];
  await clock.advance(3 * RENEWAL_MS);
  await first.shards.stop();
  await clock.advance(2 * RENEWAL_MS);
  expect([...second.shards.mine(), ...third.shards.mine()].sort()).toEqual(ALL);
  second.isAway = true;
  await clock.advance(LEASE_MS + 2 * RENEWAL_MS);
  expect(second.shards.mine()).toEqual([]);
  expect(third.shards.mine()).toHaveLength(SHARDS);
});

test("a node that was away for longer than its time reads anew what it takes again", async () => {
  const { clock, start } = cluster();
  const node = start();
  await clock.advance(0);
  node.isAway = true;
  await clock.advance(LEASE_MS + 1);
  expect(isGood(node, 0)).toBe(false);
  node.isAway = false;
  node.taken.length = 0;
  await clock.advance(RENEWAL_MS);
  expect([...node.taken].sort()).toEqual(ALL);
  expect(node.shards.guard(0)).toMatchObject([{ epoch: 2 }]);
});

const happenings = fc.array(
  fc.record({
    what: fc.constantFrom("start", "stop", "away", "back", "busy", "idle"),
    which: fc.nat(3),
    shard: fc.nat(SHARDS - 1),
    ms: fc.integer({ min: 0, max: 6_000 }),
  }),
  { minLength: 1, maxLength: 25 },
);

const HAPPENINGS: Readonly<Record<string, (node: TestNode, shard: number) => unknown>> = {
  stop: ({ shards }) => shards.stop(),
  away: (node) => {
    node.isAway = true;
  },
  back: (node) => {
    node.isAway = false;
  },
  busy: ({ busy }, shard) => busy.add(shard),
  idle: ({ busy }, shard) => busy.delete(shard),
};

test("whatever happens to the nodes, no part ever has two who may write for it", async () => {
  await fc.assert(
    fc.asyncProperty(happenings, async (all) => {
      const world = cluster();
      const { clock, nodes, start } = world;
      const first = start();
      for (const { what, which, shard, ms } of all) {
        if (what === "start" && nodes.length < 4) start();
        await HAPPENINGS[what]?.(nodes[which % nodes.length] ?? first, shard);
        await clock.advance(ms);
        expectOneHolder(world);
      }
    }),
    { numRuns: casesOf(40) },
  );
});
