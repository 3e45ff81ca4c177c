import { RUN_RECORDS, type RunRecord, type RunRecordType } from "./run-log.ts";

/** The contents of a log, as far as it can be read. */
export interface LogContent {
  readonly records: readonly RunRecord[];
  /** The first invalid line. Nothing after it is read, since nobody knows what is missing. */
  readonly fault?: LogFault;
}

export interface LogFault {
  /** Counted from 1. */
  readonly line: number;
  readonly reason: string;
}

/** A line as it was read: a record, or why it is none. */
export type LineRead =
  | { readonly record: RunRecord; readonly reason?: undefined }
  | { readonly record?: undefined; readonly reason: string };

/**
 * Reads a log. A last line without its end was torn by a kill or is still being written, and is
 * left out.
 */
export function readRecords(text: string): LogContent {
  const lines = text.split("\n").slice(0, -1);
  const records: RunRecord[] = [];
  for (const [index, line] of lines.entries()) {
    const { record, reason } = readLine(line, index + 1);
    if (record === undefined) return { records, fault: { line: index + 1, reason } };
    records.push(record);
  }
  return { records };
}

/**
 * Reads one line, which must be the record of this place. A lost or doubled one is reported as a
 * fault.
 */
export function readLine(line: string, seq: number): LineRead {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { reason: "it is not JSON" };
  }
  const { type } = Object(value) as { readonly type?: unknown };
  if (typeof type !== "string" || !isRecordType(type)) {
    return { reason: "it has no type of record that this version knows" };
  }
  const parsed = RUN_RECORDS[type].safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return { reason: `${issue?.path.join(".") ?? ""}: ${issue?.message ?? "unknown form"}` };
  }
  if (parsed.data.seq !== seq) {
    return { reason: `it is record ${parsed.data.seq} in the place of record ${seq}` };
  }
  return { record: parsed.data };
}

function isRecordType(type: string): type is RunRecordType {
  return Object.hasOwn(RUN_RECORDS, type);
}
