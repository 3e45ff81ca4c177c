/** A place outside the store that shows later what the log was. */
export interface Anchor {
  /** Appends one line; resolves when it is on disk. */
  append(line: string): Promise<void>;
}
