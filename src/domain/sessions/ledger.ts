import { present } from "../present.ts";
import { MAX_TIME_MS, toTimestamp } from "../timestamp.ts";
import type { Session } from "./session.ts";
/** One session as a line of `sessions.jsonl`, with the names that existing readers of ledgers know. */
export interface SessionLedgerEntry {
  readonly session_id: string;
  /** The thread on the platform; null if there is none. */
  readonly thread_ts: string | null;
  readonly ts_start: string;
  readonly ts_end: string | null;
  /** False if absent. */
  readonly ask_operator_called: boolean;
  readonly status?: string;
  readonly agent?: string;
  readonly channel?: string;
  readonly chat_id?: string;
  readonly continues?: string;
}

/** A session as a line of a ledger. */
export function ledgerEntry(session: Session): SessionLedgerEntry {
  const { id, place, createdAt, startedAt, endedAt, asked, status, agentName, continues } = session;
  return {
    session_id: session.importedId ?? id,
    thread_ts: place?.threadId ?? null,
    ts_start: startedAt ?? createdAt,
    ts_end: endedAt ?? null,
    ask_operator_called: asked,
    status,
    agent: agentName,
    ...present({ channel: place?.channel, chat_id: place?.chatId, continues }),
  };
}

/** Reads a line of our own or another ledger, or says why it cannot be read. */
export function readLedgerLine(line: string): SessionLedgerEntry | { readonly why: string } {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { why: "It is not JSON." };
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return { why: "It is not a JSON object." };
  }
  return readFields(value as Record<string, unknown>);
}

function readFields(value: Record<string, unknown>): SessionLedgerEntry | { readonly why: string } {
  const { session_id, ts_start } = value;
  if (typeof session_id !== "string" || session_id === "" || session_id.length > 200) {
    return { why: "It has no session_id of 1 to 200 characters." };
  }
  const start = timeOf(ts_start);
  if (start === undefined) return { why: "Its ts_start is not a time." };
  const end = timeOf(value["ts_end"]);
  if (end !== undefined && Date.parse(end) < Date.parse(start)) {
    return { why: "Its ts_end is before its ts_start." };
  }
  const asked = value["ask_operator_called"] ?? false;
  if (typeof asked !== "boolean")
    return { why: "Its ask_operator_called is neither true nor false." };
  return {
    session_id,
    thread_ts: textOf(value["thread_ts"]) ?? null,
    ts_start: start,
    ts_end: end ?? null,
    ask_operator_called: asked,
    ...optional("status", value),
    ...optional("agent", value),
    ...optional("channel", value),
    ...optional("chat_id", value),
    ...optional("continues", value),
  };
}

function optional(name: string, value: Record<string, unknown>): Record<string, string> {
  const text = textOf(value[name]);
  return text === undefined ? {} : { [name]: text };
}

function textOf(value: unknown): string | undefined {
  if (typeof value === "string" && value !== "" && value.length <= 200) return value;
  return typeof value === "number" ? String(value) : undefined;
}

/** Ledgers write times as ISO 8601, or as seconds since 1970 like platforms. */
function timeOf(value: unknown): SessionLedgerEntry["ts_start"] | undefined {
  const text = textOf(value);
  if (text === undefined) return undefined;
  const ms = /^\d{9,11}(\.\d+)?$/.test(text) ? Number(text) * 1_000 : Date.parse(text);
  if (!Number.isFinite(ms) || ms < 0 || ms > MAX_TIME_MS) return undefined;
  return toTimestamp(ms);
}
