import { expect, test } from "vitest";
import { createFakeClock, settled } from "../../testing/fake-clock.ts";
import type { Context } from "../call/context.ts";
import { type BackupJob, startBackups } from "./back-up.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const EVERY_MS = 24 * HOUR_MS;

/** A folder of backups, and nodes that look into it; one of them at a time holds the lease. */
function world() {
  const clock = createFakeClock();
  const folder: { newestMs: number | undefined; drilledMs: number | undefined } = {
    newestMs: undefined,
    drilledMs: undefined,
  };
  const state: { holder: string | undefined; isFull: boolean } = {
    holder: undefined,
    isFull: false,
  };
  const taken: string[] = [];
  const drills: string[] = [];
  const faults: string[] = [];
  const store = {
    async takeLease({ name, holder, ms }: { name: string; holder: string; ms: number }) {
      state.holder ??= holder;
      if (state.holder !== holder) return undefined;
      return { name, holder, epoch: 1, until: new Date(clock.now() + ms).toISOString() };
    },
    async releaseLease({ holder }: { holder: string }) {
      if (state.holder === holder) state.holder = undefined;
    },
  };
  const signer = { publicKeys: () => ({ keys: [{ kid: "k1" }] }) };
  const node = (name: string, drillEveryMs?: number): BackupJob =>
    startBackups({ clock, store, signer, others: { node: name } } as unknown as Context, {
      everyMs: EVERY_MS,
      drillEveryMs,
      keeper: {
        newestMs: async (keyIds) => (keyIds.has("k1") ? folder.newestMs : undefined),
        async take() {
          if (state.isFull) throw new Error("The disk is full.");
          taken.push(name);
          folder.newestMs = clock.now();
        },
        drilledMs: () => folder.drilledMs,
        async drill() {
          drills.push(name);
          folder.drilledMs = clock.now();
        },
      },
      onFault: (_error, what) => faults.push(what),
    });
  /** In steps that let each look come to its end. */
  const pass = async (ms: number) => {
    for (let left = ms; left > 0; left -= MINUTE_MS) {
      await clock.advance(Math.min(left, MINUTE_MS));
      await settled();
    }
  };
  return { clock, folder, state, taken, drills, faults, node, pass };
}

test("a backup is taken soon after a start where there is none, and then as often as was said", async () => {
  const { node, pass, taken } = world();
  const job = node("a");
  await settled();
  await pass(10_000);
  expect(taken).toEqual(["a"]);
  await pass(EVERY_MS - 60_000);
  expect(taken).toEqual(["a"]);
  await pass(60_000);
  expect(taken).toEqual(["a", "a"]);
  await job.stop();
  await pass(2 * EVERY_MS);
  expect(taken).toHaveLength(2);
});

test("a restart takes none where the newest is not old enough", async () => {
  const { clock, folder, node, pass, taken } = world();
  folder.newestMs = clock.now() - EVERY_MS + HOUR_MS;
  const job = node("a");
  await settled();
  await pass(HOUR_MS - 30_000);
  expect(taken).toEqual([]);
  await pass(60_000);
  expect(taken).toEqual(["a"]);
  await job.stop();
});

test("of two nodes one takes them, and the other goes on where it ends", async () => {
  const { node, pass, taken } = world();
  const first = node("a");
  const second = node("b");
  await settled();
  await pass(2 * EVERY_MS + HOUR_MS);
  expect(taken).toEqual(["a", "a", "a"]);
  await first.stop();
  await pass(HOUR_MS);
  expect(taken).toHaveLength(3);
  await pass(EVERY_MS);
  expect(taken).toEqual(["a", "a", "a", "b"]);
  await second.stop();
});

test("one that failed is counted and tried again soon, and no drill is made of an older one meanwhile", async () => {
  const { node, pass, state, taken, drills, faults } = world();
  state.isFull = true;
  const job = node("a", EVERY_MS);
  await settled();
  await pass(25 * 60_000);
  expect(job.failures()).toBe(faults.length);
  expect(faults).toEqual(["backup", "backup", "backup"]);
  expect(drills).toEqual([]);
  state.isFull = false;
  await pass(10 * 60_000);
  expect(taken).toEqual(["a"]);
  expect(drills).toEqual(["a"]);
  await job.stop();
});

test("a drill is made as often as was said", async () => {
  const { node, pass, drills } = world();
  const job = node("a", 2 * EVERY_MS);
  await settled();
  await pass(EVERY_MS + HOUR_MS);
  expect(drills).toHaveLength(1);
  await pass(EVERY_MS);
  expect(drills).toHaveLength(2);
  await job.stop();
});
