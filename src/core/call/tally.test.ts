import { describe, expect, test } from "vitest";
import { present } from "../../domain/present.ts";
import type { Change, CommitResult, Write } from "../../ports/store/store.ts";
import type { TallyCount } from "../../ports/system/tally.ts";
import { createFakeClock, settled } from "../../testing/fake-clock.ts";
import { createTally } from "./tally.ts";

const START = Date.UTC(2026, 0, 1);
const BUCKET = "2026-01-01T00:00:00.000Z";

/** A tally with a log of what it has committed, which fails for as long as it is told to. */
function aTally() {
  const clock = createFakeClock(START);
  const writes: Write[] = [];
  const state = { isAway: false };
  const gate = Promise.withResolvers<void>();
  gate.resolve();
  let open = gate.promise;
  const commit = async (change: Change): Promise<CommitResult> => {
    await open;
    if (state.isAway) throw new Error("The store is away.");
    expect(change.events).toEqual([]);
    writes.push(...change.writes);
    return { outcome: "committed", events: [] };
  };
  const tally = createTally({ clock, commit });
  const added = () =>
    writes.flatMap((write): readonly TallyCount[] =>
      write.type === "tally.add" ? write.counts : [],
    );
  const hold = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    open = promise;
    return resolve;
  };
  return { clock, tally, writes, added, state, hold };
}

const counted = (kind: TallyCount["kind"], count: number, workspace?: string) => ({
  ...present({ workspace }),
  bucket: BUCKET,
  kind,
  count,
});

describe("the tally", () => {
  test("writes what was counted within a second, once", async () => {
    const { clock, tally, added } = aTally();
    for (let call = 0; call < 100; call++) tally.count("calls", "default");
    tally.count("calls", "other");
    await clock.advance(999);
    expect(added()).toEqual([]);
    await clock.advance(1);
    expect(added()).toEqual([counted("calls", 100, "default"), counted("calls", 1, "other")]);
    await clock.advance(10_000);
    expect(added()).toHaveLength(2);
  });

  test("writes a violation within 50 ms, together with what waits", async () => {
    const { clock, tally, added } = aTally();
    tally.count("calls", "default");
    tally.count("refused_key");
    await clock.advance(50);
    expect(added()).toEqual([counted("calls", 1, "default"), counted("refused_key", 1)]);
  });

  test("writes a violation within 50 ms of a write that was under way", async () => {
    const { clock, tally, added, hold } = aTally();
    const release = hold();
    tally.count("calls", "default");
    await clock.advance(1_000);
    tally.count("refused_scope", "default");
    release();
    await settled();
    await clock.advance(50);
    expect(added()).toEqual([
      counted("calls", 1, "default"),
      counted("refused_scope", 1, "default"),
    ]);
  });

  test("keeps the counts while the store is away, and writes them all once it is back", async () => {
    const { clock, tally, added, state } = aTally();
    state.isAway = true;
    tally.count("refused_key");
    await clock.advance(5_000);
    tally.count("refused_key");
    await clock.advance(5_000);
    expect(added()).toEqual([]);
    expect(await tally.unwritten()).toEqual([counted("refused_key", 2)]);
    state.isAway = false;
    await clock.advance(1_000);
    expect(added()).toEqual([counted("refused_key", 2)]);
    expect(await tally.unwritten()).toEqual([]);
  });

  test("says what is unwritten only once a write that is under way has ended", async () => {
    const { clock, tally, hold } = aTally();
    const release = hold();
    tally.count("calls", "default");
    await clock.advance(1_000);
    tally.count("limited", "default");
    const unwritten = tally.unwritten();
    release();
    expect(await unwritten).toEqual([counted("limited", 1, "default")]);
  });

  test("writes all at the stop, also what came during the last write", async () => {
    const { clock, tally, added, hold } = aTally();
    const release = hold();
    tally.count("calls", "default");
    await clock.advance(1_000);
    tally.count("limited", "default");
    const stopped = tally.stop();
    release();
    await stopped;
    expect(added()).toEqual([counted("calls", 1, "default"), counted("limited", 1, "default")]);
    tally.count("calls", "default");
    await clock.advance(10_000);
    expect(added()).toHaveLength(2);
  });

  test("stops though the store is away", async () => {
    const { tally, state } = aTally();
    state.isAway = true;
    tally.count("calls", "default");
    await expect(tally.stop()).resolves.toBeUndefined();
  });

  test("begins a bucket every ten minutes, and drops those older than 25 hours", async () => {
    const { clock, tally, writes, added } = aTally();
    for (let bucket = 0; bucket < 3; bucket++) {
      tally.count("calls", "default");
      tally.count("calls", "default");
      await clock.advance(2_000);
      tally.count("calls", "default");
      await clock.advance(598_000);
    }
    expect(added().map(({ bucket, count }) => `${bucket.slice(11, 16)} ${count}`)).toEqual([
      "00:00 2",
      "00:00 1",
      "00:10 2",
      "00:10 1",
      "00:20 2",
      "00:20 1",
    ]);
    const drops = writes.filter(({ type }) => type === "tally.drop");
    expect(drops).toHaveLength(3);
    expect(drops[0]).toEqual({ type: "tally.drop", before: "2025-12-30T23:00:01.000Z" });
  });
});
