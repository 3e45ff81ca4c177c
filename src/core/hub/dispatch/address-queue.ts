import type { RemoteChannel } from "../../../domain/channel-kind.ts";
import { type Delivery, laneOf } from "../../../domain/hub/delivery.ts";
import { type DeliveryId, isId, type PrincipalId } from "../../../domain/id.ts";
import { toMs } from "../../../domain/timestamp.ts";

/**
 * The queue of one address, which handles one delivery at a time. Edits come before posts, and each
 * agent's posts keep their order. Agents take turns, and an agent with a request comes first, so a
 * talkative agent silences nobody.
 */
interface Lane {
  readonly name: string;
  readonly channel: RemoteChannel;
  readonly edits: Delivery[];
  /** By agent; the agent served last is at the end. */
  readonly posts: Map<PrincipalId, Delivery[]>;
  isBusy: boolean;
  isInLine: boolean;
  notBeforeMs: number;
}

/** What the lanes do next; `wakeAtMs` says when if the next must wait. */
export interface Lanes {
  /** Takes in deliveries that are not known yet. */
  add(deliveries: readonly Delivery[]): void;
  /**
   * The next delivery that may begin now, if its channel has room. Its lane is busy until `done`.
   */
  next(nowMs: number, hasRoom: (channel: RemoteChannel) => boolean): Delivery | undefined;
  /** The delivery has ended; its lane stays quiet until that moment. */
  done(delivery: Delivery, notBeforeMs: number): void;
  /** The delivery, and those behind it, must be read again. Nothing overtakes them meanwhile. */
  again(delivery: Delivery, notBeforeMs: number): void;
  /** The lane cannot take this one yet. */
  putBack(delivery: Delivery, notBeforeMs: number): void;
  /** When a waiting lane may go on. */
  wakeAtMs(): number;
  /** How many are known and not done. */
  readonly size: number;
  /** How many could begin if there were room. */
  ready(): number;
  clear(): void;
}

export function createLanes(): Lanes {
  const lanes = new Map<string, Lane>();
  const known = new Map<DeliveryId, number>();
  const lines = createLines();

  function laneFor(delivery: Delivery): Lane {
    const name = laneOf(delivery.address);
    const there = lanes.get(name);
    if (there !== undefined) return there;
    const { channel } = delivery.address;
    const state = { isBusy: false, isInLine: false, notBeforeMs: 0 };
    const lane: Lane = { name, channel, edits: [], posts: new Map(), ...state };
    lanes.set(name, lane);
    return lane;
  }

  function free(lane: Lane, notBeforeMs: number): void {
    lane.isBusy = false;
    lane.notBeforeMs = Math.max(lane.notBeforeMs, notBeforeMs);
    lines.join(lane);
  }

  function end(lane: Lane, notBeforeMs: number): void {
    free(lane, notBeforeMs);
    if (isEmpty(lane)) lanes.delete(lane.name);
  }

  return {
    add(deliveries) {
      for (const delivery of deliveries) {
        if ((known.get(delivery.id) ?? 0) >= delivery.version) continue;
        const lane = laneFor(delivery);
        forgetIn(lane, delivery);
        known.set(delivery.id, delivery.version);
        insert(lane, delivery);
        lines.join(lane);
      }
    },
    done(delivery, notBeforeMs) {
      const lane = laneFor(delivery);
      if (known.get(delivery.id) === delivery.version) known.delete(delivery.id);
      end(lane, notBeforeMs);
    },
    again(delivery, notBeforeMs) {
      const lane = laneFor(delivery);
      if (known.get(delivery.id) === delivery.version) known.delete(delivery.id);
      if (delivery.job === "post") {
        for (const { id } of lane.posts.get(delivery.agent) ?? []) known.delete(id);
        lane.posts.delete(delivery.agent);
      }
      free(lane, notBeforeMs);
    },
    putBack(delivery, notBeforeMs) {
      const lane = laneFor(delivery);
      insert(lane, delivery);
      end(lane, notBeforeMs);
    },
    next: lines.next,
    wakeAtMs: lines.wakeAtMs,
    ready: lines.ready,
    get size() {
      return known.size;
    },
    clear() {
      for (const lane of lanes.values()) {
        lane.edits.length = 0;
        lane.posts.clear();
      }
      known.clear();
      lines.clear();
    },
  };
}

/** Lanes with something to do, one line per channel. */
interface Lines extends Pick<Lanes, "next" | "wakeAtMs" | "ready" | "clear"> {
  /** Queues a free lane with something waiting in it. */
  join(lane: Lane): void;
}

function createLines(): Lines {
  const inLine = new Map<RemoteChannel, Lane[]>();
  const waiting = new Set<Lane>();

  function join(lane: Lane): void {
    if (lane.isBusy || lane.isInLine || isEmpty(lane)) return;
    lane.isInLine = true;
    const line = inLine.get(lane.channel);
    if (line === undefined) inLine.set(lane.channel, [lane]);
    else line.push(lane);
  }

  /** The next lane in a channel's line that may begin now. */
  function nextIn(line: Lane[], nowMs: number): Delivery | undefined {
    for (let lane = line.shift(); lane !== undefined; lane = line.shift()) {
      lane.isInLine = false;
      if (startOf(lane) > nowMs) {
        waiting.add(lane);
        continue;
      }
      const delivery = dueMsOf(lane.edits[0]) <= nowMs ? lane.edits.shift() : takePost(lane, nowMs);
      if (delivery === undefined) continue;
      lane.isBusy = true;
      return delivery;
    }
    return undefined;
  }

  function wakeWaiting(nowMs: number): void {
    for (const lane of waiting) {
      if (startOf(lane) > nowMs) continue;
      waiting.delete(lane);
      join(lane);
    }
  }

  return {
    join,
    next(nowMs, hasRoom) {
      wakeWaiting(nowMs);
      for (const [channel, line] of inLine) {
        const delivery = hasRoom(channel) ? nextIn(line, nowMs) : undefined;
        if (delivery !== undefined) return delivery;
      }
      return undefined;
    },
    wakeAtMs: () =>
      [...waiting].reduce(
        (soonest, lane) => Math.min(soonest, startOf(lane)),
        Number.POSITIVE_INFINITY,
      ),
    ready: () => [...inLine.values()].reduce((sum, line) => sum + line.length, 0),
    clear() {
      inLine.clear();
      waiting.clear();
    },
  };
}

function isEmpty({ edits, posts }: Lane): boolean {
  return edits.length === 0 && posts.size === 0;
}

/**
 * When the lane may go on. A post that waits for its next attempt is not overtaken by another of
 * its agent.
 */
function startOf({ edits, posts, notBeforeMs }: Lane): number {
  let soonest = dueMsOf(edits[0]);
  for (const [head] of posts.values()) soonest = Math.min(soonest, dueMsOf(head));
  return Math.max(notBeforeMs, soonest);
}

/** The first post of the agent whose turn it is. */
function takePost({ posts }: Lane, nowMs: number): Delivery | undefined {
  const due = [...posts].filter(([, [head]]) => dueMsOf(head) <= nowMs);
  const [agent, queue] = due.find(([, [head]]) => isId("req", head?.item ?? "")) ?? due[0] ?? [];
  if (agent === undefined || queue === undefined) return undefined;
  const post = queue.shift();
  posts.delete(agent);
  if (queue.length > 0) posts.set(agent, queue);
  return post;
}

function dueMsOf(head: Delivery | undefined): number {
  if (head === undefined) return Number.POSITIVE_INFINITY;
  return head.dueAt === undefined ? 0 : toMs(head.dueAt);
}

function queueOf({ edits, posts }: Lane, { job, agent }: Delivery): Delivery[] {
  if (job === "edit") return edits;
  const queue = posts.get(agent) ?? [];
  posts.set(agent, queue);
  return queue;
}

function insert(lane: Lane, delivery: Delivery): void {
  const queue = queueOf(lane, delivery);
  // Usually at the end.
  let at = queue.length;
  while (at > 0 && (queue[at - 1]?.id ?? "") > delivery.id) at -= 1;
  queue.splice(at, 0, delivery);
}

/** A post that was sent comes back as an edit. */
function forgetIn({ edits, posts }: Lane, { id, agent }: Delivery): void {
  for (const queue of [edits, posts.get(agent) ?? []]) {
    const at = queue.findIndex((one) => one.id === id);
    if (at >= 0) queue.splice(at, 1);
  }
  if (posts.get(agent)?.length === 0) posts.delete(agent);
}
