/** One session as a line of `sessions.jsonl`, in the names that existing readers of ledgers know. */
export interface SessionLedgerEntry {
  readonly session_id: string;
  /** The thread on the platform; null where there is none. */
  readonly thread_ts: string | null;
  readonly ts_start: string;
  readonly ts_end: string | null;
  /** False where absent. */
  readonly ask_operator_called: boolean;
  readonly status?: string;
  readonly agent?: string;
  readonly channel?: string;
  readonly chat_id?: string;
  readonly continues?: string;
}
