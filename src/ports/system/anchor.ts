/** A place outside the store that shows later what the log was. */
export interface Anchor {
  /** Appends one line; resolves when it is on disk. */
  append(line: string): Promise<void>;
  /** The last lines, oldest first: some, not all. Rejects where they cannot be read. */
  tail(): Promise<readonly string[]>;
}
