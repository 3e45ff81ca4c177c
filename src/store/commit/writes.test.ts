import { expect, test } from "vitest";
import type { Write } from "../../ports/store/store.ts";
import {
  type LocalCache,
  type SharedCache,
  WRITE_EFFECTS,
} from "../../ports/store/write-effects.ts";
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
  {
    type: "checkpoint.insert",
    checkpoint: { workspace: "default", seq: 1, hash: "h", at: AT, token: "t" },
    after: 0,
  },
  { type: "lease.holds", name: "n", epoch: 1 },
  {
    type: "tool.offer",
    agent: "prn_1",
    offer: { server: "s", tools: [] },
    former: { server: "s", tools: [] },
  },
  {
    type: "subscription.put",
    subscription: {
      workspace: "default",
      agent: "prn_1",
      sealed: "s",
      createdAt: AT,
      version: 2,
    },
  },
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

/** The tables that each cache is read from. */
const READ_FROM: Readonly<Record<SharedCache | LocalCache, readonly string[]>> = {
  keys: ["keys", "principals"],
  passkey_holders: ["passkeys", "principals"],
  addresses: ["links"],
  subscriptions: ["subscriptions"],
  principals: ["principals"],
  callers: ["keys", "principals"],
  policy: ["policies"],
  standing_answers: ["permissions"],
  open_requests: ["requests"],
  memory: ["memory_entries"],
  inbox_counts: ["requests", "mailbox", "riders"],
};

/** What changes a table of a cache, and nothing that the cache holds. */
const LEFT_ALONE = [
  // An agent has no passkey.
  "agent.halt passkey_holders",
  "agent.tie passkey_holders",
  // Nobody who is new has a key or a passkey yet, and what was not found is not kept.
  "principal.insert callers",
  "principal.insert keys",
  "principal.insert passkey_holders",
  "principal.insert principals",
  "key.insert callers",
  // When a key was used last decides nothing.
  "key.use callers",
  "key.use keys",
  // How often a passkey was used is in no cache, nor which link of a chat comes first.
  "passkey.use passkey_holders",
  "link.heard addresses",
  "link.rank addresses",
  // Web sessions are dropped once they have ended, and let nobody in since then.
  "retention.drop callers",
  "retention.drop keys",
];

/** The write that is stored as this kind. */
function typeOf(kind: string): Write["type"] {
  if (kind in WRITE_EFFECTS) return kind as Write["type"];
  const [word = "", act = ""] = kind.split(".");
  const acts: Readonly<Record<string, Write["type"]>> = {
    update: "request.update",
    drop: "retention.drop",
    words: "words.put",
    forget: "words.drop",
  };
  const type = acts[act] ?? `${word}.put`;
  if (!(type in WRITE_EFFECTS)) throw new Error(`${kind} is stored for no write that is known.`);
  return type as Write["type"];
}

test("a write that changes what a cache is read from makes it stale, or leaves what it holds alone", () => {
  const missed = Object.entries(WRITES).flatMap(([kind, { sql }]) => {
    const changed = [...sql.matchAll(/\b(?:insert into|update|delete from) (\w+)/g)].map(
      ([, t]) => t,
    );
    const stale: readonly string[] = WRITE_EFFECTS[typeOf(kind)].stale;
    return Object.entries(READ_FROM)
      .filter(
        ([cache, tables]) => !stale.includes(cache) && tables.some((t) => changed.includes(t)),
      )
      .map(([cache]) => `${typeOf(kind)} ${cache}`);
  });
  expect([...new Set(missed)].sort()).toEqual([...LEFT_ALONE].sort());
});

test("what is inserted without a lock, and may be there already, is inserted in one order", () => {
  const unlocked = Object.values(WRITES).filter(({ unlocked }) => unlocked === "in_order");
  expect(unlocked.map(({ sql }) => sql.includes("order by"))).toEqual([true, true]);
  const fresh = Object.entries(WRITES).filter(([, { unlocked }]) => unlocked === "new");
  expect(fresh.map(([kind]) => kind).filter((kind) => !kind.endsWith(".insert"))).toEqual([]);
  expect(fresh.length).toBeGreaterThan(5);
});
