import type { Address } from "../../domain/hub/delivery.ts";
import type { Channel, Inbound, Sink } from "../../ports/channels/channel.ts";

/** A button, option or form field as it stands on the platform. */
export interface ShownControl {
  readonly label: string;
  /** Data that the platform keeps for it. */
  readonly token: string;
}

/** A message as the platform keeps it, and as a person there reads it. */
export interface ShownPost {
  readonly id: string;
  /** As it is read: markup undone, entities decoded. */
  readonly text: string;
  /** As it was sent, for what must not be in it. */
  readonly raw: string;
  readonly controls: readonly ShownControl[];
  readonly replyTo?: string;
}

/** Somebody on the platform. */
export type Someone = "member" | "guest" | "outsider";

/** The outcome of the next call of the channel to its platform. */
export type Harm =
  | "rate_limited"
  | "server_error"
  | "refused"
  /** The connection breaks before the platform has taken it. */
  | "lost_before"
  /** The platform has taken it, and the connection breaks before it says so. */
  | "lost_after";

/** A channel with a fake of its platform that speaks the platform's own protocol over real sockets. */
export interface ChannelWorld {
  readonly channel: Channel;
  /** Where the bot may post. */
  readonly address: Address;
  /** Where it may not, or that is not there. */
  readonly badAddress: Address;
  /** Starts the channel; `sink` hears what the platform delivers. */
  start(sink: Sink): Promise<void>;
  /** The posts of a chat, oldest first. */
  shown(address?: Address): Promise<readonly ShownPost[]>;
  /** Makes the next calls of the channel go wrong so, one each. */
  harm(...next: readonly Harm[]): void;
  /** Presses a control that stands there; resolves with what the person is then shown, once the platform has delivered it. */
  press(control: ShownControl, by: Someone): Promise<string | undefined>;
  /** Replies to a post, or sends a plain message if there is none. */
  say(text: string, by: Someone, to?: ShownPost): Promise<void>;
  /** Has the platform deliver its last event once more. */
  again(): Promise<void>;
  /** Sends events that did not come from the platform: each way of forging that there is. Gives how many were taken. */
  forge?(): Promise<number>;
  /** Everything that the sink was given since the start. */
  readonly heard: readonly Inbound[];
  close(): Promise<void>;
}
