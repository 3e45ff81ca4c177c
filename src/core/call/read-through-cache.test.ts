import { expect, test } from "vitest";
import type { WorkspaceId } from "../../domain/id.ts";
import type { Event, EventType } from "../../domain/log/event.ts";
import type { Write } from "../../ports/store/store.ts";
import { createFakeClock, settled } from "../../testing/fake-clock.ts";
import type { EventListener } from "../waking/follow-nodes.ts";
import { createInvalidations, createReadThroughCache } from "./read-through-cache.ts";

const HERE = "here" as WorkspaceId;
const THERE = "there" as WorkspaceId;
const REVOKE = { type: "key.revoke", id: "key_1", revokedAt: "" } as unknown as Write;
const RANK = { type: "link.rank", id: "lnk_1", rank: 1 } as unknown as Write;

/** A node with a cache of keys over a record that the test changes. */
function node({ isByWorkspace }: { readonly isByWorkspace?: true } = {}) {
  const hears: EventListener[] = [];
  const doubters: (() => void)[] = [];
  const state = { isSure: true, record: 1, reads: 0 };
  const by = createInvalidations({
    isSure: () => state.isSure,
    onEvent: (listener) => void hears.push(listener),
    onDoubt: (listener) => void doubters.push(listener),
  });
  const cache = createReadThroughCache<number>({
    invalidated: { by, as: "keys", ...(isByWorkspace && { isByWorkspace }) },
  });
  return {
    state,
    cache,
    get: (key: string = HERE) =>
      cache.get(key, async () => {
        state.reads += 1;
        return state.record;
      }),
    commits(write: Write, workspace = HERE) {
      by.committed(
        { workspace, writes: [write], events: [] },
        { outcome: "committed", events: [] },
      );
    },
    refuses(write: Write) {
      by.committed({ workspace: HERE, writes: [write], events: [] }, { outcome: "conflict" });
    },
    hears(type: EventType, workspace = HERE) {
      for (const hear of hears) hear({ type, workspace } as Event);
    },
    loses() {
      for (const forget of doubters) forget();
    },
  };
}

test("what was read is served until a commit of this node changes it", async () => {
  const { state, get, commits, refuses } = node();
  expect([await get(), await get()]).toEqual([1, 1]);
  state.record = 2;
  commits(RANK);
  refuses(REVOKE);
  expect([await get(), state.reads]).toEqual([1, 1]);
  commits(REVOKE);
  expect([await get(), state.reads]).toEqual([2, 2]);
});

test("what another node tells in the log is read again, and what says nothing of it is not", async () => {
  const { state, get, hears } = node();
  await get();
  state.record = 2;
  hears("channel.linked");
  expect(await get()).toBe(1);
  hears("key.revoked");
  expect(await get()).toBe(2);
});

test("after a lost notification everything is read again", async () => {
  const { state, get, loses } = node({ isByWorkspace: true });
  await get(HERE);
  await get(THERE);
  state.record = 2;
  loses();
  expect([await get(HERE), await get(THERE)]).toEqual([2, 2]);
});

test("while changes may be unheard nothing is served and nothing is kept", async () => {
  const { state, get } = node();
  await get();
  state.isSure = false;
  state.record = 2;
  expect([await get(), await get(), state.reads]).toEqual([2, 2, 3]);
});

test("a read that ends when changes may be unheard is not kept", async () => {
  const { state, cache, get } = node();
  const { promise, resolve } = Promise.withResolvers<number>();
  const reading = cache.get(HERE, () => promise);
  state.isSure = false;
  resolve(1);
  expect(await reading).toBe(1);
  state.isSure = true;
  state.record = 2;
  expect(await get()).toBe(2);
});

test("a read on its way while it is told of a change is not kept, nor shared with who comes later", async () => {
  const { state, cache, get, commits } = node();
  const { promise, resolve } = Promise.withResolvers<number>();
  const early = cache.get(HERE, () => promise);
  state.record = 2;
  commits(REVOKE);
  const late = get();
  resolve(1);
  expect(await early).toBe(1);
  expect([await late, await get(), state.reads]).toEqual([2, 2, 1]);
});

test("calls of one moment share a read", async () => {
  const { state, get } = node();
  expect(await Promise.all([get(), get(), get()])).toEqual([1, 1, 1]);
  expect(state.reads).toBe(1);
});

test("a change in one workspace leaves the others alone where keys are workspaces, else none", async () => {
  const apart = node({ isByWorkspace: true });
  await apart.get(HERE);
  await apart.get(THERE);
  apart.commits(REVOKE, THERE);
  await apart.get(HERE);
  expect(apart.state.reads).toBe(2);
  await apart.get(THERE);
  expect(apart.state.reads).toBe(3);

  const together = node();
  await together.get("a hash");
  together.commits(REVOKE, THERE);
  await together.get("a hash");
  expect(together.state.reads).toBe(2);
});

test("a read that fails or finds nothing is not kept", async () => {
  const cache = createReadThroughCache<number | undefined>({});
  await expect(cache.get("a", () => Promise.reject(new Error("away")))).rejects.toThrow("away");
  expect(await cache.get("a", async () => undefined)).toBeUndefined();
  expect(await cache.get("a", async () => 1)).toBe(1);
  expect(await cache.get("a", async () => 2)).toBe(1);
});

test("a failed read takes nothing with it that was read after it began", async () => {
  const { cache, commits, state, get } = node();
  const { promise, reject } = Promise.withResolvers<number>();
  const early = cache.get(HERE, () => promise);
  commits(REVOKE);
  await get();
  reject(new Error("away"));
  await expect(early).rejects.toThrow("away");
  await settled();
  await get();
  expect(state.reads).toBe(1);
});

test("a value is served until it expires", async () => {
  const clock = createFakeClock();
  const cache = createReadThroughCache<number>({
    expiry: { clock, atMs: (value) => (value === 1 ? clock.now() + 1_000 : undefined) },
  });
  await cache.get("a", async () => 1);
  clock.jump(999);
  expect(await cache.get("a", async () => 2)).toBe(1);
  clock.jump(1);
  expect(await cache.get("a", async () => 2)).toBe(2);
  clock.jump(1_000_000);
  expect(await cache.get("a", async () => 3)).toBe(2);
});

test("it never holds more than it may", async () => {
  const cache = createReadThroughCache<number>({ maxEntries: 2 });
  await cache.get("a", async () => 1);
  await cache.get("b", async () => 1);
  await cache.get("c", async () => 1);
  const again = await Promise.all(["c", "a"].map((key) => cache.get(key, async () => 2)));
  expect(again).toEqual([1, 2]);
});
