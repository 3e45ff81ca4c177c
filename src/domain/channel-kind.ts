/** The ways to people over other platforms that Earshot brings itself. */
export const BUILT_IN_CHANNELS = ["slack", "telegram", "email", "webhook"] as const;
export type BuiltInChannel = (typeof BUILT_IN_CHANNELS)[number];

/** A way to people that somebody else's platform or program provides: ours, or one from outside. */
export type RemoteChannel = BuiltInChannel | (string & {});

const NAME = "[a-z][a-z0-9_-]{0,31}";

/**
 * Earshot's own surfaces: what came by them counts as said there, and some of them prove who is
 * there. The last is no surface, but a name that every JavaScript object has.
 */
const TAKEN = ["console", "inbox", "cli", "http", "mcp", "library", "constructor"];

/** What the name of any surface looks like: it stands in paths, in keys and on command lines. */
export const SURFACE_PATTERN = `^${NAME}$`;
/** What the kind of a channel looks like. */
export const CHANNEL_KIND_PATTERN = `^(?!(?:${TAKEN.join("|")})$)${NAME}$`;
const KIND = new RegExp(CHANNEL_KIND_PATTERN);

/** Whether a channel may be called so; not whether there is one. */
export function isChannelKind(text: string): boolean {
  return KIND.test(text);
}

export function isBuiltInChannel(kind: string): kind is BuiltInChannel {
  return (BUILT_IN_CHANNELS as readonly string[]).includes(kind);
}
