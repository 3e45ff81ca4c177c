import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AuditReport } from "../../src/ports/earshot/audit.ts";
import { createDirectAuditReader } from "../../src/store/log/in-memory-reader.ts";
import { digest } from "../../src/system/digest.ts";
import { statements } from "../../src/system/votes/statements.ts";
import { openScene, type Scene } from "../attacks/scene.ts";
import { forge, forgeWhole } from "../support/forge.ts";
import { FORGERIES, WHOLE_ROWS } from "../support/forgeries.ts";
import { liveInRecord } from "../support/lived-record.ts";

const hashes = { digest, statements };

/* Somebody with access to the store changes its rows; the log tells what they were. */

let scene: Scene;
let lived: Uint8Array;

beforeAll(async () => {
  scene = await openScene();
  await liveInRecord(scene.as);
  lived = scene.bytes();
});

afterAll(async () => {
  await scene.close();
});

/** What the check finds in a tampered copy of the record. */
async function reportAfter(
  change: (run: (text: string) => Promise<never[]>) => Promise<string>,
): Promise<{ readonly id: string; readonly report: AuditReport }> {
  const database = new DatabaseSync(":memory:");
  database.deserialize(lived);
  database.exec("pragma foreign_keys = off");
  try {
    const id = await change(async (text) => database.prepare(text).all() as never[]);
    return { id, report: await createDirectAuditReader(database, hashes).verify("default") };
  } finally {
    database.close();
  }
}

test("a record that nobody was at is what its log says", async () => {
  const { report } = await reportAfter(async () => "");
  expect(report).toMatchObject({ intact: true, record: { erased: 1, faults: [], more: 0 } });
  expect(report.record?.rows).toBeGreaterThan(60);
});

/** What tells that a row has been there: the event that made it, or the digest of a content. */
function traceOf(table: string) {
  return table === "contents"
    ? { fact: expect.stringMatching(/^missing content sha256:[0-9a-f]{64}$/) }
    : { seq: expect.any(Number) };
}

describe("whoever is at the record", () => {
  test.each(FORGERIES.map((one) => [one.does, one] as const))("%s, and is seen", async (_, one) => {
    const { id, report } = await reportAfter((run) => forge(run, one));
    const { kind, fact = "" } = one.finds;
    const found = report.record?.faults ?? [];
    const named = found.filter((fault) => fault.kind === kind && fault.id === id);
    expect(named.map((fault) => fault.fact?.slice(0, fact.length))).toContain(fact);
    expect(report.intact).toBe(false);
    expect(report.fault).toContain(id);
    // Nothing else is blamed, but the keys of whoever is somebody else now.
    const others = found.filter((fault) => fault.id !== id && fault.id !== "default");
    expect(others.filter((fault) => kind !== "principal" || fault.kind !== "key")).toEqual([]);
  });

  test.each(WHOLE_ROWS.map((one) => [one.does, one] as const))(
    "%s, and is seen",
    async (_, one) => {
      const { id, report } = await reportAfter((run) => forgeWhole(run, one));
      expect(report.intact).toBe(false);
      expect(report.record?.faults).toContainEqual(
        expect.objectContaining({
          kind: one.kind,
          id,
          ...(one.is === "gone" && traceOf(one.table)),
        }),
      );
    },
  );
});
