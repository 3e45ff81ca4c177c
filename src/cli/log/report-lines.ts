import { formatDuration } from "../../domain/duration.ts";
import { faultText } from "../../domain/log/replay.ts";
import type { AuditReport } from "../../ports/earshot/audit.ts";
import { visibleText } from "../../render/visible-text.ts";
import type { Style } from "../terminal/output.ts";

/** The result of checking a log and its record, for people. */
export function reportLines(report: AuditReport, { good, bad }: Style): readonly string[] {
  const { intact, events, head, fault, record } = report;
  const log = `${events} events, head ${head.seq}:${head.hash}`;
  const time = timeLines(report);
  if (record === undefined) {
    return intact
      ? [`${good("intact")}: ${log}`, ...time]
      : [`${bad("BROKEN")}: ${fault}; intact up to event ${head.seq}`];
  }
  const { faults, more } = record;
  if (faults.length === 0) {
    return intact
      ? [`${good("intact")}: ${log}`, comparedLine(record), ...time]
      : [`${bad("BROKEN")}: ${fault}; intact up to event ${head.seq}`];
  }
  const rest = more === 0 ? [] : [`  and ${more} more`];
  return [
    `${bad("BROKEN")}: the record is not what the log says; the log itself holds: ${log}`,
    ...faults.map((one) => `  ${visibleText(faultText(one))}`),
    ...rest,
    comparedLine(record),
  ];
}

/** How much of the record was compared with the log, in one line. */
export function comparedLine({ rows, erased }: NonNullable<AuditReport["record"]>): string {
  const gone = erased === 0 ? "" : `; of ${erased} the content is erased, as the log says`;
  return `compared: ${rows} rows with what the log says of them${gone}`;
}

/** Where a clock was set back. */
export function timeLines({ wentBack }: Pick<AuditReport, "wentBack">): readonly string[] {
  if (wentBack === undefined) return [];
  const { count, seq, ms } = wentBack;
  const events = count === 1 ? "1 event is" : `${count} events are`;
  const most = count === 1 ? `event ${seq}` : `event ${seq} the furthest`;
  return [
    `time went back: ${events} dated before one that stands earlier in the log, ${most}, by ${formatDuration(ms)}: the clock was set back`,
  ];
}
