/** Takes backups of the record, and restores them for practice. One at a time. */
export interface BackupKeeper {
  /** When the newest was taken that one of these keys has signed; undefined where there is none. */
  newestMs(keyIds: ReadonlySet<string>): Promise<number | undefined>;
  /** Takes one, proves it, and removes those that are kept no longer. */
  take(signal: AbortSignal): Promise<void>;
  /** When one was last restored for practice, whatever came of it. */
  drilledMs(): number | undefined;
  drill(signal: AbortSignal): Promise<void>;
}

/** When the server takes backups by itself. */
export interface BackupPlan {
  readonly everyMs: number;
  /** So often one is restored for practice; never where absent. */
  readonly drillEveryMs?: number | undefined;
  readonly keeper: BackupKeeper;
}
