import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqliteStore } from "../../src/store/sqlite-store.ts";
import { systemClock } from "../../src/system/clock.ts";
import { describeStore } from "../suites/describe-store.ts";
import { putEmptyRecord } from "../support/empty-record.ts";

describeStore("SQLite", async () => {
  const folder = mkdtempSync(join(tmpdir(), "earshot-store-"));
  const path = join(folder, "earshot.db");
  await putEmptyRecord(path);
  const open = () =>
    openSqliteStore({
      path,
      clock: systemClock,
      onFatal(error) {
        throw error;
      },
    });
  let store = await open();
  return {
    store,
    async reopen() {
      await store.close();
      store = await open();
      return store;
    },
    async close() {
      await store.close();
      rmSync(folder, { recursive: true });
    },
  };
});
