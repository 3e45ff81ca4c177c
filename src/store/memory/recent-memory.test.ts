import { describe, expect, test } from "vitest";
import type { MemoryRecord } from "../../domain/memory/memory.ts";
import { createRecentMemory } from "./recent-memory.ts";

const KIB = 1024;

function aRecord(over: Partial<MemoryRecord> = {}): MemoryRecord {
  return {
    workspace: "default",
    agent: "prn_a",
    run: "",
    key: "k",
    id: "mem:a",
    version: 1,
    value: "v",
    bytes: 1,
    salt: "s",
    writtenAt: "2026-01-01T00:00:00.000Z",
    writtenBy: { principal: "prn_a", name: "scout", via: "library" },
    ...over,
  };
}

describe("the entries that are kept at hand", () => {
  test("are told apart by every part of their place", () => {
    const recent = createRecentMemory();
    const record = aRecord();
    recent.put(record);
    expect(recent.get(record)).toBe(record);
    for (const other of [{ workspace: "x" }, { agent: "people" }, { run: "x" }, { key: "x" }]) {
      expect(recent.get({ ...record, ...(other as Partial<MemoryRecord>) })).toBeUndefined();
    }
  });

  test("follow what was committed, and nothing that was not", () => {
    const recent = createRecentMemory();
    const [one, two] = [aRecord(), aRecord({ version: 2, value: "two" })];
    const put = (record: MemoryRecord) => ({
      workspace: "default",
      writes: [{ type: "memory.put" as const, record }],
      events: [],
    });
    recent.committed(
      [put(one), put(two)],
      [{ outcome: "committed", events: [] }, { outcome: "conflict" }],
    );
    expect(recent.get(one)).toBe(one);
  });

  test("take no more than their share: the oldest go, and large ones are not taken", () => {
    const recent = createRecentMemory(100 * KIB);
    for (let n = 0; n < 50; n++) recent.put(aRecord({ key: `k${n}`, bytes: 10 * KIB }));
    const kept = Array.from({ length: 50 }, (_, n) => n).filter(
      (n) => recent.get(aRecord({ key: `k${n}` })) !== undefined,
    );
    expect(kept.length).toBeGreaterThan(4);
    expect(kept.length).toBeLessThan(10);
    expect(kept.at(-1)).toBe(49);
    recent.put(aRecord({ key: "k49", version: 2, bytes: 65 * KIB }));
    expect(recent.get(aRecord({ key: "k49" }))).toBeUndefined();
  });
});
