import { expect, onTestFinished, test } from "vitest";
import type { AnchorPlace } from "../../ports/system/anchor-places.ts";
import { createFakeClock, settled } from "../../testing/fake-clock.ts";
import type { Context } from "../call/context.ts";
import { type Anchoring, startAnchoring } from "./anchor-elsewhere.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Nodes over one store with one checkpoint, and places that fail or hang while they are told to. */
function world() {
  const clock = createFakeClock();
  const state: { holder: string | undefined; isSealed: boolean } = {
    holder: undefined,
    isSealed: true,
  };
  const store = {
    async takeLease({ name, holder, ms }: { name: string; holder: string; ms: number }) {
      state.holder ??= holder;
      if (state.holder !== holder) return undefined;
      return { name, holder, epoch: 1, until: new Date(clock.now() + ms).toISOString() };
    },
    async releaseLease({ holder }: { holder: string }) {
      if (state.holder === holder) state.holder = undefined;
    },
    listWorkspaces: async () => ["default"],
    lastCheckpoint: async () =>
      state.isSealed ? { workspace: "default", seq: 7, hash: "h", at: "t", token: "k" } : undefined,
  };
  const written: string[] = [];
  const faults: string[] = [];
  const doneMs = new Map<string, number>();
  const place = (id: string) => {
    const mood = { isBroken: false, hangs: false };
    const made: AnchorPlace = {
      id,
      name: id,
      async write(lines) {
        if (mood.hangs) await new Promise(() => {});
        if (mood.isBroken) throw new Error("no room");
        written.push(`${id} ${lines.map((line) => JSON.parse(line).seq).join()}`);
      },
    };
    return { mood, made };
  };
  const node = (name: string, places: readonly AnchorPlace[]): Anchoring => {
    const made = startAnchoring({ clock, store, others: { node: name } } as unknown as Context, {
      everyMs: HOUR_MS,
      places,
      notes: {
        doneMs: ({ id }) => doneMs.get(`${name} ${id}`),
        done: ({ id }) => void doneMs.set(`${name} ${id}`, clock.now()),
        failed: () => {},
      },
      onFault: (error, at) => faults.push(`${at}: ${(error as Error).message}`),
    });
    onTestFinished(() => made.stop());
    return made;
  };
  /** In steps that renew the lease, and let each look come to its end. */
  const pass = async (ms: number) => {
    for (let left = ms; left > 0; left -= 3_000) {
      await clock.advance(Math.min(left, 3_000));
      await settled();
    }
  };
  return { clock, state, written, faults, doneMs, place, node, pass };
}

test("the newest checkpoint goes to each place soon after a start, and once in each period", async () => {
  const { written, place, node, pass } = world();
  const [one, two] = [place("one"), place("two")];
  node("a", [one.made, two.made]);
  await pass(MINUTE_MS);
  expect(written).toEqual(["one 7", "two 7"]);
  await pass(58 * MINUTE_MS);
  expect(written).toHaveLength(2);
  await pass(2 * MINUTE_MS);
  expect(written).toEqual(["one 7", "two 7", "one 7", "two 7"]);
});

test("of two nodes one writes, and the other takes over when it stops", async () => {
  const { written, place, node, pass } = world();
  const { made } = place("one");
  const first = node("a", [made]);
  node("b", [made]);
  await pass(2 * HOUR_MS - MINUTE_MS);
  expect(written).toHaveLength(2);
  await first.stop();
  await pass(MINUTE_MS);
  expect(written).toHaveLength(3);
});

test("a start within the period writes nothing again", async () => {
  const { written, place, node, pass } = world();
  const { made } = place("one");
  const first = node("a", [made]);
  await pass(MINUTE_MS);
  await first.stop();
  node("a", [made]);
  await pass(30 * MINUTE_MS);
  expect(written).toHaveLength(1);
});

test("where nothing is sealed yet, it looks again after the next seal", async () => {
  const { state, written, place, node, pass } = world();
  state.isSealed = false;
  node("a", [place("one").made]);
  await pass(MINUTE_MS);
  expect(written).toEqual([]);
  state.isSealed = true;
  await pass(MINUTE_MS);
  expect(written).toEqual(["one 7"]);
});

test("a place that fails is tried again after five minutes, and the others get their anchor", async () => {
  const { written, faults, place, node, pass } = world();
  const [one, two] = [place("one"), place("two")];
  one.mood.isBroken = true;
  const anchoring = node("a", [one.made, two.made]);
  await pass(6 * MINUTE_MS);
  expect(written).toEqual(["two 7"]);
  expect(faults).toEqual(["one: no room", "one: no room"]);
  expect(anchoring.failures()).toBe(2);
  one.mood.isBroken = false;
  await pass(5 * MINUTE_MS);
  expect(written).toEqual(["two 7", "one 7"]);
});

test("a place that hangs holds up neither the others nor the stop", async () => {
  const { written, faults, place, node, pass } = world();
  const [one, two] = [place("one"), place("two")];
  one.mood.hangs = true;
  const anchoring = node("a", [one.made, two.made]);
  await pass(7 * MINUTE_MS);
  expect(written).toEqual(["two 7"]);
  expect(faults).toEqual(["one: It took too long", "one: It still hangs from the time before"]);
  await anchoring.stop();
});
