import { expect } from "vitest";
import { createClient } from "../../src/client/index.ts";
import { dataPaths, readKeyFile } from "../../src/system/data-folder.ts";
import { createDiskCheck } from "./harness/disk-check.ts";
import { integrityOf } from "./harness/disk-tables.ts";
import type { Ledger } from "./harness/ledger.ts";

/** What a restarted server must show: everything it promised, and nothing half done. */
export async function checkLedger(
  ledger: Ledger,
  { url, folder }: { url: string; folder: string },
): Promise<void> {
  const { database } = dataPaths(folder);
  createDiskCheck(database, ledger).check({ operations: ledger.operations, told: [] });
  expect(ledger.violations).toEqual([]);
  expect(integrityOf(database)).toBe("ok");
  const operator = createClient({ url, key: readKeyFile(folder, "operator") ?? "" });
  expect(await operator.verifyAudit()).toMatchObject({ intact: true });
}
