import { expect, test } from "vitest";
import { createChainCheck } from "../../../src/domain/log/chain-check.ts";
import { toTimestamp } from "../../../src/domain/timestamp.ts";
import type { Change } from "../../../src/ports/store/store.ts";
import type { TallyCount } from "../../../src/ports/system/tally.ts";
import { logHashes } from "../../../src/store/events/hash-chain.ts";
import { anOpenRequest, asking } from "../../../src/testing/builders.ts";
import { AT, OTHER, type StoreUnderTest } from "./store-under-test.ts";

export function tallyFacts(under: StoreUnderTest): void {
  const adding = (...counts: readonly TallyCount[]): Change => ({
    workspace: "default",
    writes: [{ type: "tally.add", counts }],
    events: [],
  });
  const later = toTimestamp(Date.parse(AT) + 600_000);
  const mine: TallyCount = { workspace: "default", bucket: AT, kind: "calls", count: 2 };
  const nobodys: TallyCount = { bucket: later, kind: "refused_key", count: 1 };
  const read = (since = AT) => under.store.tallySince({ workspace: "default", since });

  test("counts add up, also over a new start; those of another workspace stay apart", async () => {
    await under.store.commit([adding(mine, nobodys, { ...mine, workspace: OTHER, count: 9 })]);
    await under.reopen();
    await under.store.commit([adding(mine), adding({ ...mine, count: 3 })]);
    expect(await read()).toEqual([{ ...mine, count: 7 }, nobodys]);
    expect(await read(later)).toEqual([nobodys]);
    expect(await under.store.tallySince({ workspace: OTHER, since: AT })).toEqual([
      { ...mine, workspace: OTHER, count: 9 },
      nobodys,
    ]);
  });

  test("buckets that begin before a moment are dropped", async () => {
    await under.store.commit([adding(mine, nobodys)]);
    const drop: Change = {
      workspace: "default",
      writes: [{ type: "tally.drop", before: later }],
      events: [],
    };
    expect(await under.outcomes([drop])).toEqual(["committed"]);
    expect(await read()).toEqual([nobodys]);
  });

  test("a change that only counts appends nothing to the log, whose chain holds", async () => {
    const before = await under.store.head("default");
    await under.store.commit([adding(mine), asking(anOpenRequest()), adding(mine)]);
    await under.store.commit([adding(mine)]);
    const log = await under.store.readLog({ workspace: "default", after: 0, limit: 100 });
    const check = createChainCheck(logHashes);
    check.add(log);
    expect(check.report()).toMatchObject({ intact: true, events: before.seq + 1 });
    expect((await under.store.head("default")).seq).toBe(before.seq + 1);
  });
}
