import { DatabaseSync } from "node:sqlite";
import type { PrincipalId } from "../src/domain/id.ts";
import type { MemoryPlace } from "../src/domain/memory/memory.ts";
import { openSqliteStore } from "../src/store/sqlite-store.ts";
import { systemClock } from "../src/system/clock.ts";

const AGENT: PrincipalId = "prn_01k00000000000000000000000";
export const PLACE: MemoryPlace = { workspace: "default", agent: AGENT, run: "" };
const ENTRY_LENGTH = 200;

const WORDS = [
  "alpha",
  "beta",
  "gamma",
  "delta",
  "epsilon",
  "zeta",
  "result",
  "error",
  "cycle",
  "loss",
];

/** A text of the length that the figures are about; the same number gives the same text. */
export function entryText(n: number): string {
  let text = "";
  for (let at = n; text.length < ENTRY_LENGTH; at = (at * 31 + 7) % 100_003) {
    text += `${WORDS[at % WORDS.length]} ${at % 1_000} `;
  }
  return text.slice(0, ENTRY_LENGTH);
}

/** Makes a database with far more entries in one place than a quota allows. */
export async function fillPlace(path: string, count: number): Promise<void> {
  const store = await openSqliteStore({
    path,
    clock: systemClock,
    onFatal(error) {
      throw error;
    },
  });
  await store.close();
  const db = new DatabaseSync(path);
  const insert = db.prepare(`insert into memory_entries
    (workspace, agent, run, key, id, version, value, bytes, salt, written_at, writer, writer_name, via)
    values ('default', ?, '', ?, 'mem:x', 1, ?, ${ENTRY_LENGTH}, 'salt', 0, ?, 'scout', 'library')`);
  db.exec("begin");
  for (let n = 0; n < count; n++) insert.run(AGENT, `notes/k${n}`, entryText(n), AGENT);
  db.exec("commit");
  db.close();
}
