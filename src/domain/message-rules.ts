import { REMOTE_CHANNELS, type RemoteChannel } from "./delivery.ts";
import { matchesGlob } from "./glob.ts";

/** Where a message can go: to other platforms, and to Earshot's own terminal and page. */
export const MESSAGE_PLACES = ["console", "inbox", ...REMOTE_CHANNELS] as const;

/** Lets some agents send to some chats; what it leaves out is any. */
export interface MessageRule {
  /** Patterns of agents' names. */
  readonly agents?: readonly string[];
  readonly channels?: readonly (typeof MESSAGE_PLACES)[number][];
  /** Patterns of chats as the platform names them. */
  readonly chats?: readonly string[];
}

export interface MessageRules {
  /** Nowhere, where empty. */
  readonly allow: readonly MessageRule[];
}

export interface MessageTarget {
  readonly agentName: string;
  readonly channel: "console" | "inbox" | RemoteChannel;
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
