/**
 * - `rate` – not now, but after `retryAfterMs`;
 * - `transient` – it was not sent, and may go next time;
 * - `ambiguous` – it may have been sent: the connection was lost behind the call;
 * - `permanent` – never so: no such chat, not a member, blocked;
 * - `gone` – what was to be changed is not there any more.
 */
export type ChannelErrorKind = "rate" | "transient" | "ambiguous" | "permanent" | "gone";

/** The only error that posts, edits and marks reject with. Its message is for people and holds neither content nor secret. */
export class ChannelError extends Error {
  override readonly name = "ChannelError";
  readonly kind: ChannelErrorKind;
  readonly retryAfterMs: number | undefined;

  constructor(
    kind: ChannelErrorKind,
    message: string,
    options: { retryAfterMs?: number; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.kind = kind;
    this.retryAfterMs = options.retryAfterMs;
  }
}
