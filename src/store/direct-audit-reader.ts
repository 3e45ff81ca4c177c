import type { AuditReader } from "../ports/audit.ts";
import type { Store } from "../ports/store.ts";
import { exportPage, LOG_PAGE, verifyLog } from "./read-log.ts";

/** Reads logs through the store itself: for a store in memory, which no other thread can open. */
export function createDirectAuditReader(store: Pick<Store, "readLog">): AuditReader {
  const page = (workspace: string, after: number) =>
    store.readLog({ workspace, after, limit: LOG_PAGE });
  return {
    verify: (workspace, noted) => verifyLog((after) => page(workspace, after), noted),
    async *export(workspace, after) {
      for (let last = after; ; ) {
        const rows = await page(workspace, last);
        if (rows.length > 0) yield exportPage(rows);
        if (rows.length < LOG_PAGE) return;
        last = rows.at(-1)?.event.seq ?? last;
      }
    },
  };
}
