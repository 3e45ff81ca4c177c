import { expect, test } from "vitest";
import type { Write } from "../../ports/store/store.ts";
import { namesOf } from "../schema/write-row.ts";
import { toEntry, WRITES } from "./writes.ts";

const AT = "2026-01-01T00:00:00.000Z";
const GRANT = {
  workspace: "default",
  request: "req_1",
  id: "grt_1",
  agent: "prn_1",
  digest: "d",
  mintedAt: AT,
  expiresAt: AT,
} as const;

/** Writes whose statements read the one row by name: a name that it lacks would be null. */
const ONE_ROW: readonly Write[] = [
  { type: "grant.put", grant: GRANT },
  {
    type: "grant.consume",
    grant: GRANT,
    at: AT,
    while: { revision: "r", keys: [], permission: "per_1", agent: "prn_1" },
  },
  { type: "policy.put", policy: { revision: "r", source: {}, at: AT } },
  { type: "passphrase.put", principal: "prn_2", hash: "h" },
  { type: "lease.holds", name: "n", epoch: 1 },
];

test("what is judged by the first row alone is never done for the rows of many changes", () => {
  const ofMany = Object.entries(WRITES).filter(([, { isMany }]) => isMany === true);
  expect(ofMany.length).toBeGreaterThan(5);
  expect(ofMany.filter(([, { sql }]) => sql.includes("_one")).map(([kind]) => kind)).toEqual([]);
});

test("a write that something depends on says in PostgreSQL whether it was done", () => {
  const conditional = Object.entries(WRITES).filter(([, { when }]) => when === "if");
  const silent = conditional.filter(([, { sql }]) => sql !== "" && !sql.includes("_hit"));
  expect(silent.map(([kind]) => kind)).toEqual([]);
});

test("PostgreSQL's statements name only columns of the rows that they take apart", () => {
  const unknown = Object.entries(WRITES).flatMap(([kind, { sql }]) => {
    const taken = [...sql.matchAll(/ as r\(c integer, ([^)]*)\)/g)].flatMap(([, columns = ""]) =>
      namesOf(columns),
    );
    const known = [...taken.map((name) => name.replaceAll('"', "")), "c", "alike"];
    const named = [...sql.matchAll(/\b_r\."?(\w+)"?/g)].map(([, name = ""]) => name);
    return named.filter((name) => !known.includes(name)).map((name) => `${kind} ${name}`);
  });
  expect(unknown).toEqual([]);
});

test("PostgreSQL's statements over one row name only what such a row has", () => {
  const named = Object.entries(WRITES).map(([kind, { sql }]) => {
    const names = [...sql.matchAll(/_one->>?'(\w+)'/g)].map(([, name = ""]) => name);
    return [kind, names.filter((name) => name !== "c")] as const;
  });
  const ofOneRow = named.filter(([, names]) => names.length > 0);
  expect(ofOneRow.map(([kind]) => kind).sort()).toEqual(ONE_ROW.map(({ type }) => type).sort());
  for (const write of ONE_ROW) {
    const { kind, rows } = toEntry("default", write);
    const [, names = []] = ofOneRow.find(([of]) => of === kind) ?? [];
    expect(Object.keys(rows[0] ?? {})).toEqual(expect.arrayContaining([...names]));
  }
});
