import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WORDS_PLACES } from "../../ports/earshot/words.ts";
import { openSqliteStore } from "../sqlite-store.ts";
import { WORDS_TABLES } from "./words-tables.ts";

/** Tables in which nobody's words or names stand: ids, counts, times, digests and secrets. */
const WORDLESS = [
  "workspaces",
  "mailbox",
  "memory_usage",
  "tally",
  "grants",
  "passphrases",
  "checkpoints",
  "tickets",
  "snoozes",
  "riders",
  "graph_edges",
  "event_subjects",
  "leases",
  "migrations",
];

/** Columns of the other tables that hold an id, a digest, the name of a kind, or what is sealed. */
const WORDLESS_COLUMNS = [
  "workspace",
  "id",
  "kind",
  "status",
  "role",
  "owner",
  "agent",
  "principal",
  "phase",
  "worker",
  "device",
  "person",
  "moment",
  "outcome",
  "relation",
  "source",
  "target",
  "salt",
  "digest",
  "hash",
  "version",
  "level",
  "via",
  "conversation",
  "late_answer_to",
  "corrects",
  "asks_back",
  "voters",
  "sealed",
  "former",
  "trace",
  "likeness",
  "secret_hash",
  "made_by",
  "made_with",
  "tied_by",
  "invited_by",
  "statement",
  "signature",
  "scopes",
  "key",
  "channel",
  "item",
  "operator",
  "job",
  "held_for",
  "behind",
  "nonce",
  "root",
  "continues",
  "waits_for",
  "place_channel",
  "place_message",
  "session",
  "delivery",
  "message",
  "request",
  "scope",
  "args_digest",
  "tool_schema_hash",
  "created_by",
  "rp_id",
  "credential_id",
  "public_key",
  "transports",
  "actor",
  "subject",
  "type",
  "revision",
  "purpose",
];

let database: DatabaseSync;
beforeAll(async () => {
  database = new DatabaseSync(":memory:");
  await openSqliteStore({ path: database, clock: { now: () => 0 }, onFatal() {} });
});
afterAll(() => database.close());

test("every table is known: words stand in it, or it can hold none", () => {
  const tables = database
    .prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'")
    .all()
    .map(({ name }) => String(name));
  expect(tables.toSorted()).toEqual([...WORDS_PLACES, ...WORDLESS].toSorted());
});

test.each(WORDS_PLACES)(
  "every text column of %s is looked through, or can hold no words",
  (place) => {
    const { key, texts } = WORDS_TABLES[place];
    const columns = database
      .prepare(`pragma table_info(${place})`)
      .all()
      .filter(({ type }) => String(type).toLowerCase() === "text")
      .map(({ name }) => String(name));
    const unknown = columns.filter(
      (name) => ![...key, ...texts, ...WORDLESS_COLUMNS].includes(name),
    );
    expect(unknown).toEqual([]);
    const primary = database
      .prepare(`pragma table_info(${place})`)
      .all()
      .filter(({ pk }) => Number(pk) > 0)
      .map(({ name }) => String(name));
    expect(["workspace", ...key].toSorted()).toEqual(primary.toSorted());
  },
);
