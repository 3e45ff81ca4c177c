import { BUILT_IN_CHANNELS, type RemoteChannel } from "../channel-kind.ts";
import { matchesGlob } from "../glob.ts";

/** Earshot's own terminal and page, where a message can go beside other platforms. */
export const OWN_PLACES = ["console", "inbox"] as const;

/** Where a message can go. */
export type MessagePlace = (typeof OWN_PLACES)[number] | RemoteChannel;

/** The places that every Earshot has; channels from outside are added to them. */
export const MESSAGE_PLACES = [...OWN_PLACES, ...BUILT_IN_CHANNELS] as const;

export function isOwnPlace(channel: MessagePlace): channel is (typeof OWN_PLACES)[number] {
  return (OWN_PLACES as readonly string[]).includes(channel);
}

/** Lets some agents send to some chats; a key that is left out means any. */
export interface MessageRule {
  /** Patterns of agents' names. */
  readonly agents?: readonly string[];
  readonly channels?: readonly MessagePlace[];
  /** Patterns of the platform's names for chats. */
  readonly chats?: readonly string[];
}

export interface MessageRules {
  /** If empty, messages may go nowhere. */
  readonly allow: readonly MessageRule[];
}

export interface MessageTarget {
  readonly agentName: string;
  readonly channel: MessagePlace;
  readonly chatId: string;
}

/** Whether an agent may send a message there. */
export function maySend(rules: MessageRules | undefined, target: MessageTarget): boolean {
  return rules === undefined || rules.allow.some((rule) => allows(rule, target));
}

function allows(
  { agents, channels, chats }: MessageRule,
  { agentName, channel, chatId }: MessageTarget,
): boolean {
  const isOf = (patterns: readonly string[] | undefined, text: string) =>
    patterns === undefined || patterns.some((pattern) => matchesGlob(pattern, text));
  return (
    isOf(agents, agentName) &&
    (channels === undefined || channels.includes(channel)) &&
    isOf(chats, chatId)
  );
}
