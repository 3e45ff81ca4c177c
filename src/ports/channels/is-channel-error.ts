import { ChannelError, type ChannelErrorKind } from "./channel.ts";

const KINDS: Readonly<Record<ChannelErrorKind, true>> = {
  rate: true,
  transient: true,
  ambiguous: true,
  permanent: true,
  gone: true,
};

/** By shape: a channel from outside may use another copy of the class, or its own similar errors. */
export function isChannelError(error: unknown): error is ChannelError {
  if (error instanceof ChannelError) return true;
  if (!(error instanceof Error) || error.name !== "ChannelError" || !("kind" in error))
    return false;
  return typeof error.kind === "string" && Object.hasOwn(KINDS, error.kind);
}
