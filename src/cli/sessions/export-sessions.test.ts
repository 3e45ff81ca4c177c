import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { EarshotClient } from "../../client/client.ts";
import { exportToFolder } from "./export-sessions.ts";

/** Gives so many lines of the ledger, and then breaks off or is done. */
const ledgerOf = (lines: readonly string[], fault?: Error) => ({
  async exportSessions() {
    return (async function* () {
      yield* lines;
      if (fault !== undefined) throw fault;
    })();
  },
  listSessions: async () => ({ items: [] }),
});

test("an export that breaks off leaves the one that was there whole, and nothing beside it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "earshot-export-"));
  const write = (from: object) => exportToFolder(from as EarshotClient, { folder });
  try {
    await write(ledgerOf(["one", "two"]));
    const cut = write(ledgerOf(["other"], new Error("cut off")));
    await expect(cut).rejects.toThrow("cut off");
    expect(readFileSync(join(folder, "sessions.jsonl"), "utf8")).toBe('"one"\n"two"\n');
    expect(readdirSync(folder).sort()).toEqual(["sessions", "sessions.jsonl"]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
