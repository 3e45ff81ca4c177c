import { expect, test } from "vitest";
import type { Event } from "../../domain/log/event.ts";
import type { Request } from "../../domain/requests/request.ts";
import type { Others, OthersListener } from "../../ports/store/others.ts";
import { createFakeClock, settled } from "../../testing/fake-clock.ts";
import { createEventTail } from "./event-tail.ts";
import { createFollowing } from "./follow-nodes.ts";
import { createWaiters } from "./waiters.ts";

const W = "w";

function eventOf(seq: number, over: Partial<Event> = {}): Event {
  return { workspace: W, seq, type: "message.created", at: "", subject: `s${seq}`, ...over };
}

/** A node that hears what the test says, over a log that the test writes. */
async function node() {
  const clock = createFakeClock();
  const stored: Event[] = [];
  const requests = new Map<string, Request>();
  const world = { isAway: false, hasNoRequests: false };
  let listener: OthersListener | undefined;
  const others: Others = {
    node: "here",
    async listen(given) {
      listener = given;
      given.reached([{ workspace: W, seq: stored.length }]);
      given.hearing(true);
      return async () => {};
    },
    compared: () => {},
    async catchUp(workspace) {
      listener?.reached([{ workspace, seq: stored.length }]);
    },
  };
  const tail = createEventTail();
  const waiters = createWaiters();
  const following = createFollowing({
    clock,
    others,
    tail,
    waiters,
    store: {
      async readEvents({ after, limit }) {
        if (world.isAway) throw new Error("away");
        return stored.slice(after, after + limit);
      },
      async findRequest(_, id) {
        if (world.hasNoRequests) throw new Error("away");
        return requests.get(id);
      },
    },
  });
  stored.push(eventOf(1), eventOf(2));
  await following.start();
  await settled();
  const heard: number[] = [];
  following.onEvent(({ seq }) => void heard.push(seq));
  const reach = () => listener?.reached([{ workspace: W, seq: stored.length }]);
  const look = () => {
    reach();
    listener?.hearing(true);
  };
  const goDeaf = () => listener?.hearing(false);
  return { clock, stored, requests, world, tail, waiters, following, heard, reach, look, goDeaf };
}

test("what was committed before a node began is not heard; what comes then is, in order", async () => {
  const { stored, reach, heard, tail } = await node();
  stored.push(eventOf(3), eventOf(4));
  reach();
  await settled();
  expect(heard).toEqual([3, 4]);
  expect(tail.since(W, 2)?.map(({ seq }) => seq)).toEqual([3, 4]);
});

test("a workspace that other nodes have made since is heard from its first event", async () => {
  const { stored, following, heard } = await node();
  stored.splice(0, stored.length, eventOf(1, { workspace: "new" }));
  await following.catchUp("new");
  expect(heard).toEqual([1]);
});

test("who catches up has heard everything when that resolves, or is told that it failed", async () => {
  const { stored, following, heard, world } = await node();
  stored.push(eventOf(3));
  await following.catchUp(W);
  expect(heard).toEqual([3]);
  stored.push(eventOf(4));
  world.isAway = true;
  await expect(following.catchUp(W)).rejects.toThrow("away");
});

test("whoever waits for a request is woken by the event that closes it, also after a store was away", async () => {
  const { clock, stored, requests, waiters, world, reach } = await node();
  const woken: unknown[] = [];
  const closed = { id: "req_1", status: "answered" } as unknown as Request;
  requests.set("req_1", closed);
  waiters.attach("req_1", (request) => woken.push(request));
  stored.push(eventOf(3, { type: "request.answered", subject: "req_1" }));
  reach();
  await settled();
  expect(woken).toEqual([closed]);

  waiters.attach("req_1", (request) => woken.push(request));
  stored.push(eventOf(4, { type: "request.cancelled", subject: "req_1" }));
  world.hasNoRequests = true;
  reach();
  await settled();
  expect(woken).toHaveLength(1);
  world.hasNoRequests = false;
  await clock.advance(1_000);
  expect(woken).toHaveLength(2);
});

test("memory is relied on while logs are looked at, and for no longer", async () => {
  const { clock, following, look } = await node();
  expect(following.isSure()).toBe(true);
  await clock.advance(4_000);
  expect(following.isSure()).toBe(true);
  await clock.advance(1_000);
  expect(following.isSure()).toBe(false);
  look();
  await settled();
  expect(following.isSure()).toBe(true);
});

test("a clock that is set, in either direction, makes nothing surer", async () => {
  const { clock, following } = await node();
  clock.jump(-60_000);
  expect(following.isSure()).toBe(false);
  clock.jump(120_000);
  expect(following.isSure()).toBe(false);
});

test("where notices may be missed all is forgotten, until every log has been looked at and read", async () => {
  const { following, stored, world, look, goDeaf, heard } = await node();
  let forgotten = 0;
  following.onDoubt(() => {
    forgotten += 1;
  });
  goDeaf();
  goDeaf();
  expect([following.isSure(), forgotten]).toEqual([false, 1]);
  stored.push(eventOf(3));
  world.isAway = true;
  look();
  await settled();
  expect(following.isSure()).toBe(false);
  world.isAway = false;
  look();
  await settled();
  expect([following.isSure(), heard]).toEqual([true, [3]]);
});

test("notices that cease while the logs are read leave doubt", async () => {
  const { following, stored, look, goDeaf } = await node();
  stored.push(eventOf(3));
  look();
  goDeaf();
  await settled();
  expect(following.isSure()).toBe(false);
});

test("over a store of one's own memory is always relied on", async () => {
  const clock = createFakeClock();
  const [tail, waiters] = [createEventTail(), createWaiters()];
  const store = { readEvents: async () => [], findRequest: async () => undefined };
  const following = createFollowing({ store, clock, tail, waiters });
  expect(following.isSure()).toBe(true);
  following.committed(W, [eventOf(1)]);
  expect(tail.since(W, 0)).toHaveLength(1);
});
