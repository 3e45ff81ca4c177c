import { SHARDS } from "../../../domain/hub/delivery.ts";
import type { Lease } from "../../../ports/store/lease.ts";
import type { Write } from "../../../ports/store/store.ts";
import type { Context } from "../../call/context.ts";

const LEASE_MS = 10_000;
/** As a share of the lease; three missed renewals lose it. */
const RENEWAL = 0.3;
const NODES = "hub node ";
const SHARD = "hub shard ";

/** The shards of the hub that this node handles. */
export interface Shards {
  /** Shards in which something may begin. */
  mine(): readonly number[];
  /**
   * Goes into a commit of the shard; undefined while another node has it, and nothing may be done.
   */
  guard(shard: number): readonly Write[] | undefined;
  stop(): Promise<void>;
}

export interface ShardsOptions {
  /** Called with each shard that becomes this node's. */
  readonly onTaken: (shard: number) => void;
  /** Whether nothing is under way in it; only then may another node get it. */
  readonly isIdle: (shard: number) => boolean;
  /** After this time another node takes over what a dead one held. */
  readonly leaseMs?: number | undefined;
}

const ALL = Array.from({ length: SHARDS }, (_, shard) => shard);

export function holdShards(ctx: Context, options: ShardsOptions): Shards {
  return ctx.others === undefined
    ? ownShards(options)
    : sharedShards(ctx, ctx.others.node, options);
}

function ownShards({ onTaken }: ShardsOptions): Shards {
  let isStopped = false;
  queueMicrotask(() => {
    if (!isStopped) for (const shard of ALL) onTaken(shard);
  });
  return {
    mine: () => (isStopped ? [] : ALL),
    // Work under way at a stop is finished and stored.
    guard: () => [],
    async stop() {
      isStopped = true;
    },
  };
}

interface Held {
  readonly lease: Lease;
  readonly untilMs: number;
}

/** Nodes share the shards evenly: each announces itself and takes no more than its share. */
function sharedShards(
  ctx: Context,
  node: string,
  { onTaken, isIdle, leaseMs = LEASE_MS }: ShardsOptions,
): Shards {
  const { clock, store } = ctx;
  const held = new Map<number, Held>();
  const leaving = new Set<number>();
  let isStopped = false;
  let cancelTimer = () => {};
  let ticking = tick();

  async function take(name: string): Promise<Held | undefined> {
    const untilMs = clock.now() + leaseMs;
    const lease = await store.takeLease({ name, holder: node, ms: leaseMs });
    return lease === undefined ? undefined : { lease, untilMs };
  }

  async function tick(): Promise<void> {
    try {
      await take(NODES + node);
      const [nodes, taken] = await Promise.all([store.listLeases(NODES), store.listLeases(SHARD)]);
      const share = Math.ceil(SHARDS / Math.max(nodes.length, 1));
      await renew();
      await giveBack(share);
      await takeFree(share, new Set(taken.map(({ name }) => Number(name.slice(SHARD.length)))));
    } catch {
      // The store is away. A held lease stays until its time runs out.
    }
    if (isStopped) return;
    cancelTimer = clock.after(leaseMs * RENEWAL, () => {
      ticking = tick();
    });
  }

  async function renew(): Promise<void> {
    for (const [shard, { lease }] of [...held]) {
      const again = await take(SHARD + shard);
      if (again === undefined) {
        held.delete(shard);
        leaving.delete(shard);
        continue;
      }
      held.set(shard, again);
      // The lease had run out, so another node may have held it meanwhile.
      if (again.lease.epoch !== lease.epoch) onTaken(shard);
    }
  }

  async function giveBack(share: number): Promise<void> {
    leaving.clear();
    for (const shard of [...held.keys()].slice(share)) leaving.add(shard);
    for (const shard of [...leaving]) {
      const one = held.get(shard);
      if (one === undefined || !isIdle(shard)) continue;
      held.delete(shard);
      leaving.delete(shard);
      await store.releaseLease(one.lease);
    }
  }

  async function takeFree(share: number, taken: ReadonlySet<number>): Promise<void> {
    const free = ALL.filter((shard) => !held.has(shard) && !taken.has(shard));
    for (const shard of free.slice(0, Math.max(share - held.size, 0))) {
      const one = isStopped ? undefined : await take(SHARD + shard);
      if (one === undefined) continue;
      held.set(shard, one);
      onTaken(shard);
    }
  }

  return {
    mine: () => [...held].filter(([shard, one]) => isGood(shard, one)).map(([shard]) => shard),
    guard(shard) {
      const one = held.get(shard);
      if (one === undefined || one.untilMs <= clock.now()) return undefined;
      return [{ type: "lease.holds", name: one.lease.name, epoch: one.lease.epoch }];
    },
    async stop() {
      isStopped = true;
      cancelTimer();
      await ticking;
      const all = [...held.values()];
      held.clear();
      for (const { lease } of all) await store.releaseLease(lease).catch(() => {});
      const here = (await store.listLeases(NODES).catch(() => [])).find(
        ({ name }) => name === NODES + node,
      );
      if (here !== undefined) await store.releaseLease(here).catch(() => {});
    },
  };

  function isGood(shard: number, { untilMs }: Held): boolean {
    return !isStopped && !leaving.has(shard) && untilMs > clock.now();
  }
}
