import type { PrincipalId, WorkspaceId } from "../id.ts";
import type { Surface } from "../surface.ts";
import type { Timestamp } from "../timestamp.ts";

/** Which messages of a channel start sessions of an agent. */
export interface AgentChannel {
  readonly channel: Surface;
  /** Chats by the platform's name; every linked one where absent. */
  readonly chats?: readonly string[];
  /** Whether what is said to it in a direct chat starts one. */
  readonly direct: boolean;
  /** Whether its mention does. */
  readonly mention: boolean;
}

/** What a host has made known of an agent that it runs. */
export interface AgentProfile {
  readonly workspace: WorkspaceId;
  readonly agent: PrincipalId;
  readonly channels: readonly AgentChannel[];
  /** What it is for, for people. */
  readonly description?: string;
  /** Names of its skills. */
  readonly skills: readonly string[];
  /** It has a model that can judge what the review brings before it. */
  readonly judges: boolean;
  /** Digest of all of it, so that a host which starts anew changes nothing. */
  readonly digest: string;
  readonly at: Timestamp;
  /** Since when each channel and each schedule starts its sessions, by name; `at` where it says nothing. */
  readonly since?: Readonly<Record<string, Timestamp>>;
}

/** Whether a message of this place starts sessions of the agent. */
export function isServed(
  { channels }: Pick<AgentProfile, "channels">,
  place: {
    readonly channel: Surface;
    readonly chatId: string;
    readonly isDirect: boolean;
  },
): boolean {
  return channels.some(
    ({ channel, chats, direct, mention }) =>
      channel === place.channel &&
      (place.isDirect ? direct : mention) &&
      (chats === undefined || chats.includes(place.chatId)),
  );
}
