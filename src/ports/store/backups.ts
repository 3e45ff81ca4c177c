/** Takes backups of the record, and restores them for practice. One at a time. */
export interface BackupKeeper {
  /** When the newest backup signed by one of these keys was taken; undefined if there is none. */
  newestMs(keyIds: ReadonlySet<string>): Promise<number | undefined>;
  /** Takes a backup, proves it, and removes the ones that are too old. */
  take(signal: AbortSignal): Promise<void>;
  /** When one was last restored for practice, whether that succeeded or not. */
  drilledMs(): number | undefined;
  drill(signal: AbortSignal): Promise<void>;
}

/** When the server takes backups by itself. */
export interface BackupPlan {
  readonly everyMs: number;
  /** How often one is restored for practice; never if absent. */
  readonly drillEveryMs?: number | undefined;
  readonly keeper: BackupKeeper;
}
