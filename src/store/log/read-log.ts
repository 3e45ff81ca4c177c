import {
  type ChainReport,
  createChainCheck,
  type SealedHead,
  toHex,
} from "../../domain/log/chain-check.ts";
import { eventCode } from "../../domain/log/event.ts";
import { faultText } from "../../domain/log/replay.ts";
import type { AuditReport, ExportedEvent } from "../../ports/earshot/audit.ts";
import { logHashes } from "../events/hash-chain.ts";
import { createRecordCheck } from "../record-check/check-record.ts";
import { LOG_PAGE, type RunReads, readLogPage, readSealedHeads } from "../record-check/readings.ts";
import type { Ground } from "../record-check/row-facts.ts";

export interface LogToVerify {
  readonly workspace: string;
  /** A head that the log must still contain, in the written form. */
  readonly noted?: string | undefined;
  readonly hashes: Pick<Ground, "digest" | "statements">;
}

/**
 * Reads the log once from its beginning, then every table that it speaks of. Checks the chain, and that
 * the record agrees with the log.
 */
export async function verifyLog(
  run: RunReads,
  { workspace, noted, hashes }: LogToVerify,
): Promise<AuditReport> {
  const chain = createChainCheck(logHashes, noted);
  const sealed = createSealedReading(run, workspace);
  const record = createRecordCheck(hashes);
  for (let after = 0; ; ) {
    for await (const heads of sealed.upTo(after + LOG_PAGE)) chain.expect(heads);
    const page = await run(readLogPage(workspace, { after, looks: true }));
    if (!chain.add(page.events)) break;
    record.add(page);
    after = page.events.at(-1)?.event.seq ?? after;
    if (page.events.length < LOG_PAGE) break;
  }
  const report = chain.report();
  // If the log is broken, it says nothing about the record.
  if (!report.intact) return report;
  return withRecord(report, await record.finish(run, workspace));
}

/**
 * Reads checkpoints ahead of the log, as each begins where the one before ends: all that begin before
 * a place, and one that begins behind it.
 */
function createSealedReading(run: RunReads, workspace: string) {
  let last = 0;
  let isDone = false;
  return {
    async *upTo(seq: number): AsyncGenerator<readonly SealedHead[], void> {
      while (!isDone && last < seq) {
        const heads = await run(readSealedHeads(workspace, last));
        yield heads;
        last = heads.at(-1)?.seq ?? last;
        isDone = heads.length < LOG_PAGE;
      }
    },
  };
}

/** For callers that know only chains, the first fault of the record counts as one of the log. */
function withRecord(chain: ChainReport, record: NonNullable<AuditReport["record"]>): AuditReport {
  const [first] = record.faults;
  return first === undefined
    ? { ...chain, record }
    : { ...chain, intact: false, fault: faultText(first), record };
}

export async function readExport(
  run: RunReads,
  { workspace, after }: { readonly workspace: string; readonly after: number },
): Promise<readonly ExportedEvent[]> {
  const { events } = await run(readLogPage(workspace, { after, looks: false }));
  return events.map(({ event, hash }) => ({
    event,
    hash: toHex(hash),
    code: eventCode(event.type),
  }));
}
