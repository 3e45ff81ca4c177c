import type { RemoteChannel } from "../../domain/channel-kind.ts";
import type { Delivery, DeliveryStatus, HeldFor } from "../../domain/hub/delivery.ts";
import type { Attention, Link } from "../../domain/hub/link.ts";
import type { Subscription } from "../../domain/hub/subscription.ts";
import type {
  DeliveryId,
  LinkId,
  MessageId,
  PrincipalId,
  RequestId,
  WorkspaceId,
} from "../../domain/id.ts";
import type { Asker } from "../../domain/requests/request.ts";
import type { Timestamp } from "../../domain/timestamp.ts";

export interface OutboxQuery {
  readonly workspace: WorkspaceId;
  readonly status?: DeliveryStatus;
  readonly channel?: RemoteChannel;
  readonly item?: RequestId | MessageId;
  readonly agent?: PrincipalId;
  /** The last id of the page before; the newest come first. */
  readonly after?: DeliveryId;
  readonly limit: number;
}

/** A question that is still open, though the one asked in its place is not. */
export interface StoppedRider {
  readonly workspace: WorkspaceId;
  readonly leader: RequestId;
  readonly request: RequestId;
}

/** Deliveries, and the links and attention that route them; a part of the store. */
export interface Outbox {
  findDelivery(workspace: WorkspaceId, id: DeliveryId): Promise<Delivery | undefined>;
  listOutbox(query: OutboxQuery): Promise<readonly Delivery[]>;
  /** The oldest first. */
  deliveriesOf(workspace: WorkspaceId, item: RequestId | MessageId): Promise<readonly Delivery[]>;
  /** In any workspace, by the nonce that its buttons carry. */
  deliveryOfNonce(nonce: string): Promise<Delivery | undefined>;
  /** The newest delivery whose post has this message of this chat. */
  deliveryOfPost(by: {
    readonly channel: RemoteChannel;
    readonly chatId: string;
    readonly messageId: string;
  }): Promise<Delivery | undefined>;
  /** Deliveries sent to these chats of a channel, the newest first. */
  deliveriesTo(by: {
    readonly workspace: WorkspaceId;
    readonly channel: RemoteChannel;
    readonly chatIds: readonly string[];
    readonly limit: number;
  }): Promise<readonly Delivery[]>;
  /**
   * Looks at the newest `among` deliveries sent to this chat. Gives those that still stand there for open
   * requests of this agent, the newest first.
   */
  standingIn(by: {
    readonly workspace: WorkspaceId;
    readonly agent: PrincipalId;
    readonly channel: RemoteChannel;
    readonly chatId: string;
    readonly among: number;
  }): Promise<readonly Delivery[]>;
  /** Deliveries that wait behind another, the oldest first. */
  deliveriesBehind(workspace: WorkspaceId, id: DeliveryId): Promise<readonly Delivery[]>;
  /**
   * Deliveries of all workspaces and one shard whose job is due at `at`, or was begun and waits for
   * another attempt. Edits come first, then the order of ids.
   */
  dueDeliveries(by: {
    readonly shard: number;
    readonly at: Timestamp;
    readonly limit: number;
  }): Promise<readonly Delivery[]>;
  /** When the next job of a shard is due, without those that were tried. */
  nextDelivery(shard: number): Promise<Timestamp | undefined>;
  /** How many deliveries are queued, up to 100,001; of one channel if one is named. */
  countQueued(workspace: WorkspaceId, channel?: RemoteChannel): Promise<number>;
  /** How many of an agent's deliveries are queued for one chat and behind nothing, up to 100. */
  countQueuedFor(by: {
    readonly workspace: WorkspaceId;
    readonly agent: PrincipalId;
    readonly channel: RemoteChannel;
    readonly chatId: string;
  }): Promise<number>;
  /** When the oldest delivery was made that is queued and held for nothing. */
  oldestQueued(workspace: WorkspaceId, channel: RemoteChannel): Promise<Timestamp | undefined>;
  /** How many deliveries have failed, up to 100,001. */
  countFailed(workspace: WorkspaceId, channel?: RemoteChannel): Promise<number>;
  /** How many were sent to an operator's own addresses since then, or will be sent at once. */
  countSentTo(by: {
    readonly workspace: WorkspaceId;
    readonly operator: PrincipalId;
    readonly since: Timestamp;
  }): Promise<number>;
  /** When the first delivery held for this reason goes to an operator's own address. */
  heldUntil(by: {
    readonly workspace: WorkspaceId;
    readonly operator: PrincipalId;
    readonly heldFor: HeldFor;
  }): Promise<Timestamp | undefined>;

  findLink(workspace: WorkspaceId, id: LinkId): Promise<Link | undefined>;
  /** The link of an account, in any workspace. */
  linkOfAccount(channel: RemoteChannel, account: string): Promise<Link | undefined>;
  /** The first link of the workspace to a chat or account of this name. */
  linkTo(by: {
    readonly workspace: WorkspaceId;
    readonly channel: RemoteChannel;
    readonly named: string;
  }): Promise<Link | undefined>;
  /** By rank, then by id. */
  listLinks(workspace: WorkspaceId): Promise<readonly Link[]>;
  listAttention(workspace: WorkspaceId): Promise<readonly Attention[]>;
  /** By the ids of the agents. */
  listSubscriptions(workspace: WorkspaceId): Promise<readonly Subscription[]>;
  /** Whether any workspace has one. */
  hasSubscriptions(): Promise<boolean>;

  /** Requests that share the answer of `leader`, closed ones included. */
  ridersOf(workspace: WorkspaceId, leader: RequestId): Promise<readonly RequestId[]>;
  /** The request whose answer this one shares, even if one of them closed in another way since. */
  leaderOf(workspace: WorkspaceId, rider: RequestId): Promise<RequestId | undefined>;
  /** The askers who share the answer of each of these. */
  askersBehind(
    workspace: WorkspaceId,
    leaders: readonly RequestId[],
  ): Promise<readonly { readonly leader: RequestId; readonly asker: Asker }[]>;
  /** Open riders of all workspaces whose leader has closed. */
  stoppedRiders(limit: number): Promise<readonly StoppedRider[]>;
  /**
   * An open question that asks the same of the same people. It does not share the answer of another and
   * never did; see `request.insert`.
   */
  openLike(workspace: WorkspaceId, likeness: string): Promise<RequestId | undefined>;
}
