import type { PrincipalId, WorkspaceId } from "../id.ts";
import type { Surface } from "../surface.ts";
import type { Timestamp } from "../timestamp.ts";

/** Says which messages of a channel start an agent's sessions. */
export interface AgentChannel {
  readonly channel: Surface;
  /** Chats by the platform's name; every linked one if absent. */
  readonly chats?: readonly string[];
  /** Whether a message in a direct chat starts one. */
  readonly direct: boolean;
  /** Whether a mention does. */
  readonly mention: boolean;
}

/** What a host has registered about an agent that it runs. */
export interface AgentProfile {
  readonly workspace: WorkspaceId;
  readonly agent: PrincipalId;
  readonly channels: readonly AgentChannel[];
  /** Its purpose, for people. */
  readonly description?: string;
  /** Names of its skills. */
  readonly skills: readonly string[];
  /** It has a model that can judge requests for the review. */
  readonly judges: boolean;
  /** Digest of all of this, so that a restarted host changes nothing. */
  readonly digest: string;
  readonly at: Timestamp;
  /** Since when each channel and schedule starts its sessions, by name; `at` for those not listed. */
  readonly since?: Readonly<Record<string, Timestamp>>;
}

/** Whether a message in this place starts a session of the agent. */
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
