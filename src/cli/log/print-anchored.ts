import { visibleText } from "../../render/visible-text.ts";
import type { Output } from "../terminal/output.ts";
import { attestedLines } from "./attested-lines.ts";
import { reportLines } from "./report-lines.ts";
import type { AnchoredLog, AnchoredReport } from "./verify-anchored.ts";

/** One line for each log, and one for each fault of the anchor itself. */
export function printAnchored(output: Output, { logs, anchor }: AnchoredReport): void {
  const { bad } = output.style;
  for (const log of logs) {
    const name = logs.length === 1 ? "" : `${visibleText(log.workspace)} `;
    for (const line of reportLines(log, output.style)) output.line(`${name}${line}`);
    output.line(`${name}${coverage(log)}`);
  }
  for (const line of attestedLines(anchor.attested)) output.line(line);
  for (const fault of anchor.faults) output.line(`${bad("BROKEN")}: ${fault}`);
  if (anchor.unread.length > 0) {
    const names = anchor.unread.map((name) => visibleText(name)).join(", ");
    output.note(`Not read, since this key is of another workspace: ${names}.`);
  }
}

/** How far the checkpoints of the anchor reach. */
export function coverage({ covered, events }: Pick<AnchoredLog, "covered" | "events">): string {
  const rest = events - covered;
  const open = rest === 0 ? "none is after the last" : `${rest} after the last are not`;
  return `covered: ${covered} events by the checkpoints of the anchor, ${open}`;
}
