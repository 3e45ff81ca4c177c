import { visibleText } from "../../render/visible-text.ts";
import type { Style } from "../terminal/output.ts";
import { attestedLines } from "./attested-lines.ts";
import { coverage } from "./print-anchored.ts";
import { timeLines } from "./report-lines.ts";
import type { LogFileReport } from "./verify-log.ts";

/** The result of checking an exported log, for people. */
export function logFileLines(report: LogFileReport, { good, bad }: Style): readonly string[] {
  const { events, head, fault, covered, anchor, isRewritten } = report;
  const broken = `${bad("BROKEN")}: `;
  const log =
    fault === undefined
      ? [`${good("intact")}: ${events} events, head ${head.seq}:${head.hash}`, ...timeLines(report)]
      : [`${broken}${visibleText(fault)}; intact up to event ${head.seq}`];
  return [
    ...log,
    ...(fault === undefined ? [`of: ${whose(report)}`] : []),
    ...(covered === undefined ? [] : [coverage({ covered, events })]),
    ...attestedLines(anchor?.attested ?? []),
    ...(anchor?.faults ?? []).map((one) => `${broken}${visibleText(one)}`),
    ...(isRewritten ? ["note: its lines end in CR LF, so a program has written it anew"] : []),
  ];
}

function whose({ workspace, deployment }: LogFileReport): string {
  const name = visibleText(workspace ?? "");
  return deployment === undefined ? name : `${name}, ${deployment}`;
}
