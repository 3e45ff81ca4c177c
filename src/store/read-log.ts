import type { LoggedEvent } from "../domain/chain.ts";
import { createChainCheck, toHex } from "../domain/chain-check.ts";
import { eventCode } from "../domain/event.ts";
import type { AuditReport, ExportedEvent } from "../ports/earshot.ts";
import { linkHash } from "./link-hash.ts";

export const LOG_PAGE = 1_000;

/** Reads the page of a log that follows a sequence number. */
export type ReadPage = (after: number) => readonly LoggedEvent[] | Promise<readonly LoggedEvent[]>;

export async function verifyLog(readPage: ReadPage, noted?: string): Promise<AuditReport> {
  const check = createChainCheck(linkHash, noted);
  for (let after = 0; ; ) {
    const page = await readPage(after);
    if (!check.add(page)) break;
    after = page.at(-1)?.event.seq ?? after;
    if (page.length < LOG_PAGE) break;
  }
  return check.report();
}

export function exportPage(page: readonly LoggedEvent[]): readonly ExportedEvent[] {
  return page.map(({ event, hash }) => ({ event, hash: toHex(hash), code: eventCode(event.type) }));
}
