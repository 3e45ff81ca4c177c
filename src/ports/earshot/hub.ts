import type { Level } from "../../domain/authority/action.ts";
import type { RemoteChannel } from "../../domain/channel-kind.ts";
import type { Delivery, DeliveryStatus, HeldFor } from "../../domain/hub/delivery.ts";
import type { Attention, Link } from "../../domain/hub/link.ts";
import type { MessagePlace } from "../../domain/hub/message-rules.ts";
import type { Reachable } from "../../domain/hub/reachable.ts";
import type { ConversationId, DeliveryId, LinkId, MessageId, RequestId } from "../../domain/id.ts";
import type { Timestamp } from "../../domain/timestamp.ts";
import type { HearingState } from "../channels/channel-hearing.ts";

export interface SendInput {
  /** Earshot's own page and terminal, or another platform. */
  readonly channel: MessagePlace;
  /**
   * A chat as its platform names it or by the name of its link, or an operator by their name. 1 to 128
   * characters without white space and control characters.
   */
  readonly chatId: string;
  readonly threadId?: string;
  readonly text: string;
  /** The platform's message that it replies to. */
  readonly replyTo?: string;
  /** Absent: the agent's own conversation. */
  readonly conversation?: ConversationId;
}

/** A message that is stored; its way to people follows by itself. */
export interface SentMessage {
  readonly message: MessageId;
  /** One for each part; none on the console and the inbox, where it stands at once. */
  readonly deliveries: readonly DeliveryId[];
}

export interface DeliveriesInput {
  readonly status?: DeliveryStatus;
  readonly channel?: RemoteChannel;
  readonly item?: RequestId | MessageId;
  readonly cursor?: string;
  /** 1 to 100; 50 where absent. */
  readonly limit?: number;
}

/** A delivery as people and programs see it: never its text. */
export type ShownDelivery = Omit<Delivery, "text" | "nonce">;

export interface RouteInput {
  /** Names of operators, or roles as `role:owner`; anybody where absent. */
  readonly to?: readonly string[];
  /** As if an authorization of this level were asked; a question where absent. */
  readonly level?: Level;
  readonly expiresInMs?: number;
  /** As if it were asked then; now where absent. */
  readonly at?: Timestamp;
}

export interface RouteStep {
  /** Absent for a chat that several read. */
  readonly operator?: string;
  readonly channel: RemoteChannel;
  readonly chatId: string;
  readonly threadId?: string;
  readonly at: Timestamp;
  readonly heldFor?: HeldFor;
}

export interface RouteReport {
  /** In the order of time. */
  readonly steps: readonly RouteStep[];
  /** Operators who are asked and have no address: they find it in the inbox. */
  readonly unreached: readonly string[];
}

export interface LinkCode {
  /** Shown this once; whoever says it on the channel within 10 minutes is linked as this operator. */
  readonly code: string;
  readonly channel: RemoteChannel;
  /** What to do with it there. */
  readonly say: string;
  readonly expiresAt: Timestamp;
}

export interface ChannelState {
  readonly channel: RemoteChannel;
  /**
   * `reconnecting`: it is not heard, and is tried again by itself; `deaf`: it is not heard until
   * somebody does what `why` says; `failed`: it is configured and could not be opened.
   */
  readonly state: HearingState | "failed";
  readonly why?: string;
  /** Since when it has not been running. */
  readonly since?: Timestamp;
  /** What people did there until then was taken in; absent where nothing has been heard. */
  readonly lastHeardAt?: Timestamp;
  /** Another node hears it. */
  readonly isElsewhere?: true;
  readonly queued: number;
  readonly failed: number;
}

/** How messages and requests reach people on other platforms; a part of `Earshot`. */
export interface Hub<O> {
  /**
   * Takes a message for an operator or an address that is linked. INVALID_INPUT for a bad chat id or
   * text and for a name that means several places, CHANNEL_UNAVAILABLE for a channel that is not
   * configured or a name that is nobody's, QUEUE_FULL where too much waits already.
   */
  send(input: SendInput, options?: O): Promise<SentMessage>;
  /** At most 100 of where the caller's messages can go. */
  reachable(): Promise<{ readonly items: readonly Reachable[] }>;
  /** The newest first; an agent sees its own. */
  deliveries(input?: DeliveriesInput): Promise<{
    readonly items: readonly ShownDelivery[];
    readonly next?: string;
  }>;
  delivery(input: { readonly id: DeliveryId }): Promise<ShownDelivery>;
  /** Tries one that has failed once more, from the beginning. */
  resendDelivery(input: { readonly id: DeliveryId }, options?: O): Promise<ShownDelivery>;
  /** Gives one up that has failed or waits. */
  dropDelivery(input: { readonly id: DeliveryId }, options?: O): Promise<ShownDelivery>;
  /** Who would be reached, where and when. Changes nothing. */
  testRoute(input?: RouteInput): Promise<RouteReport>;

  /** A code by which the caller's account on a channel becomes theirs. An e-mail address is named in `chatId`. */
  createLinkCode(
    input: { readonly channel: RemoteChannel; readonly chatId?: string },
    options?: O,
  ): Promise<LinkCode>;
  /** Links a chat that several people read. Takes the right `keys`. */
  linkChat(
    input: {
      readonly channel: RemoteChannel;
      readonly chatId: string;
      readonly threadId?: string;
      readonly name?: string;
    },
    options?: O,
  ): Promise<Link>;
  listLinks(): Promise<{ readonly items: readonly Link[] }>;
  /** Puts a link first, second … among its operator's. */
  rankLink(input: { readonly id: LinkId; readonly rank: number }, options?: O): Promise<Link>;
  removeLink(input: { readonly id: LinkId }, options?: O): Promise<Link>;
  /** The caller's own. */
  setAttention(input: Omit<Attention, "operator">, options?: O): Promise<Attention>;
  attention(): Promise<Attention>;
  channels(): Promise<{ readonly items: readonly ChannelState[] }>;
}
