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
   * A chat by its platform's name or the name of its link, or an operator by name. 1 to 128 characters
   * without white space or control characters.
   */
  readonly chatId: string;
  readonly threadId?: string;
  readonly text: string;
  /** The platform's message that it replies to. */
  readonly replyTo?: string;
  /** Absent: the agent's own conversation. */
  readonly conversation?: ConversationId;
}

/** A stored message; its delivery to people follows by itself. */
export interface SentMessage {
  readonly message: MessageId;
  /** One for each part; none for the console and the inbox, which show it at once. */
  readonly deliveries: readonly DeliveryId[];
}

export interface DeliveriesInput {
  readonly status?: DeliveryStatus;
  readonly channel?: RemoteChannel;
  readonly item?: RequestId | MessageId;
  readonly cursor?: string;
  /** 1 to 100; 50 if absent. */
  readonly limit?: number;
}

/** A delivery for people and programs: never its text. */
export type ShownDelivery = Omit<Delivery, "text" | "nonce" | "files">;

export interface RouteInput {
  /** Names of operators, or roles as `role:owner`; anybody if absent. */
  readonly to?: readonly string[];
  /** Tests an authorization of this level; a question if absent. */
  readonly level?: Level;
  readonly expiresInMs?: number;
  /** Tests this moment; now if absent. */
  readonly at?: Timestamp;
}

export interface RouteStep {
  /** Absent for a chat that several people read. */
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
  /** Operators who are asked and have no address; they find it in the inbox. */
  readonly unreached: readonly string[];
}

export interface LinkCode {
  /** Shown only once. The account that says it on the channel within 10 minutes is linked to this operator. */
  readonly code: string;
  readonly channel: RemoteChannel;
  /** What to do with it there. */
  readonly say: string;
  /** Opens the chat in which to say it, on platforms with such addresses. */
  readonly url?: string;
  readonly expiresAt: Timestamp;
}

export interface ChannelState {
  readonly channel: RemoteChannel;
  /**
   * `reconnecting`: it does not hear now and retries by itself; `deaf`: it does not hear until somebody
   * does what `why` says; `failed`: it is configured but could not be opened.
   */
  readonly state: HearingState | "failed";
  readonly why?: string;
  /** Since when it has not been running. */
  readonly since?: Timestamp;
  /** What people did there up to then was processed; absent if nothing has been heard. */
  readonly lastHeardAt?: Timestamp;
  /** Another node hears it. */
  readonly isElsewhere?: true;
  /** When this node took up the settings that it runs with. */
  readonly takenAt?: Timestamp;
  /** Newer settings are wrong, so it goes on with those before. */
  readonly refused?: { readonly at: Timestamp; readonly why: string };
  readonly queued: number;
  readonly failed: number;
}

/** How messages and requests reach people on other platforms; a part of `Earshot`. */
export interface Hub<O> {
  /**
   * Accepts a message for an operator or a linked address. Throws INVALID_INPUT for a bad chat id, a
   * bad text or an ambiguous name, CHANNEL_UNAVAILABLE for a channel that is not configured or an
   * unknown name, QUEUE_FULL if too much is waiting already.
   */
  send(input: SendInput, options?: O): Promise<SentMessage>;
  /** At most 100 of the places that the caller's messages can go to. */
  reachable(): Promise<{ readonly items: readonly Reachable[] }>;
  /** The newest first; an agent sees its own. */
  deliveries(input?: DeliveriesInput): Promise<{
    readonly items: readonly ShownDelivery[];
    readonly next?: string;
  }>;
  delivery(input: { readonly id: DeliveryId }): Promise<ShownDelivery>;
  /** Retries a failed delivery from the beginning. */
  resendDelivery(input: { readonly id: DeliveryId }, options?: O): Promise<ShownDelivery>;
  /** Gives up a delivery that failed or is waiting. */
  dropDelivery(input: { readonly id: DeliveryId }, options?: O): Promise<ShownDelivery>;
  /** Who would be reached, where and when. Changes nothing. */
  testRoute(input?: RouteInput): Promise<RouteReport>;

  /** A code that links the caller's account on a channel to them. `chatId` names an e-mail address. */
  createLinkCode(
    input: { readonly channel: RemoteChannel; readonly chatId?: string },
    options?: O,
  ): Promise<LinkCode>;
  /** Links a chat that several people read. Needs the right `keys`. */
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
  /** Sets the rank of a link among its operator's links. */
  rankLink(input: { readonly id: LinkId; readonly rank: number }, options?: O): Promise<Link>;
  removeLink(input: { readonly id: LinkId }, options?: O): Promise<Link>;
  /** The caller's own. */
  setAttention(input: Omit<Attention, "operator">, options?: O): Promise<Attention>;
  attention(): Promise<Attention>;
  channels(): Promise<{ readonly items: readonly ChannelState[] }>;
}
