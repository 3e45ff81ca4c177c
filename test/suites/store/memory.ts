import { expect, test } from "vitest";
import { MEMORY_QUOTA } from "../../../src/domain/limits.ts";
import type { MemoryRecord } from "../../../src/domain/memory/memory.ts";
import type { Change } from "../../../src/ports/store/store.ts";
import { anId } from "../../../src/testing/builders.ts";
import { AT, OTHER, type StoreUnderTest } from "./store-under-test.ts";

const AGENT = anId("prn");

function aRecord(over: Partial<MemoryRecord> = {}): MemoryRecord {
  const value = over.value ?? "text";
  return {
    workspace: "default",
    agent: AGENT,
    run: "",
    key: "k",
    id: "mem:c2FsdHNhbHRzYWx0",
    version: 1,
    value,
    bytes: value.length,
    salt: "c2FsdHNhbHRzYWx0",
    writtenAt: AT,
    writtenBy: { principal: AGENT, name: "scout", via: "http" },
    ...over,
  };
}

/** The change that makes a record the newest version. */
function putting(record: MemoryRecord, added = { keys: 0, bytes: 0 }): Change {
  const { workspace, agent, run } = record;
  return {
    workspace,
    writes: [
      { type: "memory.put", record },
      { type: "memory.count", place: { workspace, agent, run }, added },
    ],
    events: [{ type: "memory.written", at: AT, subject: record.id }],
  };
}

export function memoryFacts(under: StoreUnderTest): void {
  test("versions of an entry are read back as they were, also after a new start", async () => {
    const first = aRecord();
    const { value, ...deletion } = aRecord({ version: 2, bytes: 0 });
    const third = aRecord({ version: 3, restoredFrom: 1 });
    for (const record of [first, deletion, third]) {
      expect(await under.outcomes([putting(record)])).toEqual(["committed"]);
    }
    for (const each of ["as it is", "after a new start"]) {
      if (each === "after a new start") await under.reopen();
      expect(await under.store.findMemory(first)).toEqual(third);
      expect(await under.store.findMemoryVersion(first, 1)).toEqual(first);
      expect(await under.store.findMemoryVersion(first, 2)).toEqual(deletion);
      const versions = { ref: first, limit: 10 };
      expect(await under.store.listMemoryVersions(versions)).toEqual([third, deletion, first]);
      expect(await under.store.listMemoryVersions({ ...versions, before: 3, limit: 1 })).toEqual([
        deletion,
      ]);
    }
  });

  test("a version applies only behind the one before it, also within one batch", async () => {
    const [one, two] = [aRecord(), aRecord({ version: 2, value: "two" })];
    const others = [aRecord({ value: "x" }), aRecord({ version: 2, value: "y" })];
    const batch = [one, others[0], two, others[1], aRecord({ version: 4 })];
    expect(await under.outcomes(batch.map((each) => putting(each ?? one)))).toEqual([
      "committed",
      "conflict",
      "committed",
      "conflict",
      "conflict",
    ]);
    expect(await under.store.findMemory(one)).toEqual(two);
    expect(await under.events()).toHaveLength(3);
  });

  test("what a place holds is counted, and no change makes it more than it may be", async () => {
    const put = (version: number, added: { keys: number; bytes: number }) =>
      under.outcomes([putting(aRecord({ version }), added)]);
    expect(await put(1, { keys: MEMORY_QUOTA.keys - 1, bytes: 5 })).toEqual(["committed"]);
    expect(await put(2, { keys: 2, bytes: 0 })).toEqual(["conflict"]);
    expect(await put(2, { keys: 0, bytes: MEMORY_QUOTA.bytes })).toEqual(["conflict"]);
    expect(await put(2, { keys: 1, bytes: MEMORY_QUOTA.bytes - 5 })).toEqual(["committed"]);
    expect(await put(3, { keys: -1, bytes: -1 })).toEqual(["committed"]);
    expect(await under.store.memoryState(aRecord())).toEqual({
      newest: { id: "mem:c2FsdHNhbHRzYWx0", version: 3, bytes: 4, isDeleted: false },
      used: { keys: MEMORY_QUOTA.keys - 1, bytes: MEMORY_QUOTA.bytes - 1 },
    });
  });

  test("a change whose quota is spent leaves nothing of itself, and its neighbours stand", async () => {
    const full = { keys: MEMORY_QUOTA.keys, bytes: 0 };
    const [one, two, three] = [aRecord(), aRecord({ key: "two" }), aRecord({ key: "three" })];
    const done = await under.outcomes([
      putting(one, full),
      putting(two, { keys: 1, bytes: 0 }),
      putting(three),
    ]);
    expect(done).toEqual(["committed", "conflict", "committed"]);
    expect(await under.store.findMemory(two)).toBeUndefined();
    expect(await under.store.findMemory(three)).toEqual(three);
  });

  test("entries are listed by key within their place, with or without values", async () => {
    const { value, ...deleted } = aRecord({ key: "a/3", bytes: 0 });
    const records = [
      ...["b", "a/2", "a/1"].map((key) => aRecord({ key })),
      deleted,
      aRecord({ key: "a/1", run: "run-1" }),
      aRecord({ key: "a/1", agent: "people" }),
      aRecord({ key: "a/1", agent: anId("prn") }),
      aRecord({ key: "a/1", workspace: OTHER }),
    ];
    await under.store.commit(records.map((record) => putting(record)));
    const place = { workspace: "default", agent: AGENT, run: "" };
    const query = { place, limit: 10, withValues: true };
    const [b, second, first] = records;
    expect(await under.store.listMemory(query)).toEqual([first, second, b]);
    expect(await under.store.listMemory({ ...query, prefix: "a/" })).toEqual([first, second]);
    expect(await under.store.listMemory({ ...query, after: "a/1", limit: 1 })).toEqual([second]);
    const without = await under.store.listMemory({ ...query, prefix: "b", withValues: false });
    expect(without).toMatchObject([{ key: "b", bytes: 4 }]);
    expect(without[0]).not.toHaveProperty("value");
    const others = { ...query, place: { ...place, agent: "people" as const } };
    expect(await under.store.listMemory(others)).toEqual([records[5]]);
  });
}
