import type { RemoteChannel } from "../../domain/channel-kind.ts";
import type { Delivery, DeliveryStatus, HeldFor } from "../../domain/hub/delivery.ts";
import type { Attention, Link } from "../../domain/hub/link.ts";
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

/** Its own question is open still, and the one that was asked for it is not. */
export interface StoppedRider {
  readonly workspace: WorkspaceId;
  readonly leader: RequestId;
  readonly request: RequestId;
}

/** Deliveries, and what says where they go; a part of the store. */
export interface Outbox {
  findDelivery(workspace: WorkspaceId, id: DeliveryId): Promise<Delivery | undefined>;
  listOutbox(query: OutboxQuery): Promise<readonly Delivery[]>;
  /** The oldest first. */
  deliveriesOf(workspace: WorkspaceId, item: RequestId | MessageId): Promise<readonly Delivery[]>;
  /** Of whichever workspace, by what its buttons carry. */
  deliveryOfNonce(nonce: string): Promise<Delivery | undefined>;
  /** The newest whose post has this message, in this chat. */
  deliveryOfPost(by: {
    readonly channel: RemoteChannel;
    readonly chatId: string;
    readonly messageId: string;
  }): Promise<Delivery | undefined>;
  /** Those that were brought to these chats of a channel, the newest first. */
  deliveriesTo(by: {
    readonly workspace: WorkspaceId;
    readonly channel: RemoteChannel;
    readonly chatIds: readonly string[];
    readonly limit: number;
  }): Promise<readonly Delivery[]>;
  /**
   * Of the newest that were brought to this chat, as many as `among`: those that stand there and are of
   * open requests of this agent, the newest first.
   */
  standingIn(by: {
    readonly workspace: WorkspaceId;
    readonly agent: PrincipalId;
    readonly channel: RemoteChannel;
    readonly chatId: string;
    readonly among: number;
  }): Promise<readonly Delivery[]>;
  /** What waits behind a delivery: the oldest first. */
  deliveriesBehind(workspace: WorkspaceId, id: DeliveryId): Promise<readonly Delivery[]>;
  /**
   * Deliveries of all workspaces and one shard that have a job which is due at `at`, or was begun and
   * waits to be tried again: edits first, then in the order of their ids.
   */
  dueDeliveries(by: {
    readonly shard: number;
    readonly at: Timestamp;
    readonly limit: number;
  }): Promise<readonly Delivery[]>;
  /** When the next job of a shard is due, that of those which were tried left out. */
  nextDelivery(shard: number): Promise<Timestamp | undefined>;
  /** How many of the workspace are queued, up to 100,001; of one channel where one is named. */
  countQueued(workspace: WorkspaceId, channel?: RemoteChannel): Promise<number>;
  /** How many of an agent's are queued for one chat, and behind nothing there, up to 100. */
  countQueuedFor(by: {
    readonly workspace: WorkspaceId;
    readonly agent: PrincipalId;
    readonly channel: RemoteChannel;
    readonly chatId: string;
  }): Promise<number>;
  /** When the first of those was made that are queued and held for nothing. */
  oldestQueued(workspace: WorkspaceId, channel: RemoteChannel): Promise<Timestamp | undefined>;
  /** How many of the workspace have failed, up to 100,001. */
  countFailed(workspace: WorkspaceId, channel?: RemoteChannel): Promise<number>;
  /** How many were sent to an operator's own addresses since, or are about to be, held by nothing. */
  countSentTo(by: {
    readonly workspace: WorkspaceId;
    readonly operator: PrincipalId;
    readonly since: Timestamp;
  }): Promise<number>;
  /** When the first comes that waits for this reason to go to an operator's own address. */
  heldUntil(by: {
    readonly workspace: WorkspaceId;
    readonly operator: PrincipalId;
    readonly heldFor: HeldFor;
  }): Promise<Timestamp | undefined>;

  findLink(workspace: WorkspaceId, id: LinkId): Promise<Link | undefined>;
  /** The link of an account, in whichever workspace. */
  linkOfAccount(channel: RemoteChannel, account: string): Promise<Link | undefined>;
  /** The first of the workspace's links to a chat of the channel, or to an account, of this name. */
  linkTo(by: {
    readonly workspace: WorkspaceId;
    readonly channel: RemoteChannel;
    readonly named: string;
  }): Promise<Link | undefined>;
  /** By rank, then by id. */
  listLinks(workspace: WorkspaceId): Promise<readonly Link[]>;
  listAttention(workspace: WorkspaceId): Promise<readonly Attention[]>;

  /** Requests that are answered with what `leader` is answered with; also those that have closed since. */
  ridersOf(workspace: WorkspaceId, leader: RequestId): Promise<readonly RequestId[]>;
  /** The request whose answer this one shares; also where one of them has closed since in another way. */
  leaderOf(workspace: WorkspaceId, rider: RequestId): Promise<RequestId | undefined>;
  /** Who asks the same behind each of these, and gets its answer or has got it. */
  askersBehind(
    workspace: WorkspaceId,
    leaders: readonly RequestId[],
  ): Promise<readonly { readonly leader: RequestId; readonly asker: Asker }[]>;
  /** Open riders of all workspaces whose leader is open no more. */
  stoppedRiders(limit: number): Promise<readonly StoppedRider[]>;
  /**
   * An open question that asks the same of the same people, and neither shares another's answer nor was
   * taken out of that: see `request.insert`.
   */
  openLike(workspace: WorkspaceId, likeness: string): Promise<RequestId | undefined>;
}
