/** The kinds of rows in the record that the log describes. */
export const ROW_KINDS = [
  "request",
  "grant",
  "message",
  "conversation",
  "principal",
  "key",
  "passkey",
  "passphrase",
  "permission",
  "policy",
  "workspace",
  "memory",
  "session",
  "liaison",
  "signers",
  "statement",
] as const;
export type RowKind = (typeof ROW_KINDS)[number];

/**
 * Facts about a row, by name. A name with an argument (`exchange msg_1`) may occur any number of
 * times, and the log must know each one.
 */
export type Facts = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** What an event says of one row. A fact that it does not name stays; `undefined` means no longer known. */
export interface Saying {
  readonly kind: RowKind;
  readonly id: string;
  readonly facts: Facts;
}
