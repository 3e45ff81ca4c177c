/** The channels over other platforms that come with Earshot. */
export const BUILT_IN_CHANNELS = ["slack", "telegram", "email", "webhook"] as const;
export type BuiltInChannel = (typeof BUILT_IN_CHANNELS)[number];

/** A channel over somebody else's platform or program: one of ours, or one from outside. */
export type RemoteChannel = BuiltInChannel | (string & {});

const NAME = "[a-z][a-z0-9_-]{0,31}";

/**
 * Earshot's own surfaces. What comes through them counts as said there, and some prove who is there.
 * The last is not a surface but a name that every JavaScript object has.
 */
const TAKEN = ["console", "inbox", "cli", "http", "mcp", "library", "constructor"];

/** The shape of any surface's name, which is used in paths, in keys and on command lines. */
export const SURFACE_PATTERN = `^${NAME}$`;
/** The shape of a channel's kind. */
export const CHANNEL_KIND_PATTERN = `^(?!(?:${TAKEN.join("|")})$)${NAME}$`;
const KIND = new RegExp(CHANNEL_KIND_PATTERN);

/** Whether a channel can have this name, and not whether one exists. */
export function isChannelKind(text: string): boolean {
  return KIND.test(text);
}

export function isBuiltInChannel(kind: string): kind is BuiltInChannel {
  return (BUILT_IN_CHANNELS as readonly string[]).includes(kind);
}
