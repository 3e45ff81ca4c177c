import type { RemoteChannel } from "../../domain/channel-kind.ts";
import {
  type Delivery,
  type DeliveryError,
  type DeliveryJob,
  type DeliveryStatus,
  type HeldFor,
  shardOf,
} from "../../domain/hub/delivery.ts";
import type { Device } from "../../domain/hub/device.ts";
import type { Attention, Link } from "../../domain/hub/link.ts";
import type { Subscription } from "../../domain/hub/subscription.ts";
import type { DeliveryId, LinkId, MessageId, PrincipalId, RequestId } from "../../domain/id.ts";
import { present } from "../../domain/present.ts";
import { toMs, toTimestamp } from "../../domain/timestamp.ts";
import type { NewRow, Row } from "../schema/tables.ts";

/* Deliveries, links and attention to rows and back. A round trip gives an equal value. */

/** Fields that no query looks for; one column holds them all. */
type Body = Pick<
  Delivery,
  "part" | "replyTo" | "isResent" | "digest" | "post" | "files" | "seenAt" | "which"
>;

export function deliveryToRow(delivery: Delivery): Row<"outbox"> {
  const { workspace, id, address, item, agent, operator, text, status } = delivery;
  const { job, dueAt, heldFor, behind, attempts, nonce, error, createdAt, sentAt, version } =
    delivery;
  const { part, replyTo, isResent, digest, post, files, seenAt, which } = delivery;
  return {
    workspace,
    id,
    shard: shardOf(address),
    channel: address.channel,
    chat: address.chatId,
    thread: address.threadId ?? null,
    item,
    agent,
    operator: operator ?? null,
    text: text ?? null,
    status,
    job: job ?? null,
    due_at: dueAt === undefined ? null : toMs(dueAt),
    held_for: heldFor ?? null,
    behind: behind ?? null,
    attempts,
    nonce,
    error: error === undefined ? null : JSON.stringify(error),
    body: JSON.stringify({
      part,
      replyTo,
      isResent,
      digest,
      post,
      files,
      seenAt,
      which,
    } satisfies Loose<Body>),
    created_at: toMs(createdAt),
    sent_at: sentAt === undefined ? null : toMs(sentAt),
    version,
  };
}

/** JSON leaves out undefined fields. */
type Loose<T> = { readonly [K in keyof T]: T[K] | undefined };

export function rowToOutbox(row: Row<"outbox">): Delivery {
  return {
    id: row.id as DeliveryId,
    workspace: row.workspace,
    address: {
      channel: row.channel as RemoteChannel,
      chatId: row.chat,
      ...present({ threadId: row.thread ?? undefined }),
    },
    item: row.item as RequestId | MessageId,
    agent: row.agent as PrincipalId,
    ...present({
      operator: row.operator === null ? undefined : (row.operator as PrincipalId),
      text: row.text ?? undefined,
    }),
    status: row.status as DeliveryStatus,
    ...present({
      job: row.job === null ? undefined : (row.job as DeliveryJob),
      dueAt: row.due_at === null ? undefined : toTimestamp(row.due_at),
      heldFor: row.held_for === null ? undefined : (row.held_for as HeldFor),
      behind: row.behind === null ? undefined : (row.behind as DeliveryId),
    }),
    attempts: row.attempts,
    nonce: row.nonce,
    ...present({
      error: row.error === null ? undefined : (JSON.parse(row.error) as DeliveryError),
    }),
    ...(JSON.parse(row.body) as Body),
    createdAt: toTimestamp(row.created_at),
    ...present({ sentAt: row.sent_at === null ? undefined : toTimestamp(row.sent_at) }),
    version: row.version,
  };
}

export function linkToRow(link: Link): Row<"links"> {
  const { id, workspace, channel, chatId, threadId, operator, account, name, rank } = link;
  return {
    workspace,
    id,
    channel,
    chat: chatId,
    thread: threadId ?? null,
    operator: operator ?? null,
    account: account ?? null,
    name,
    rank,
    created_at: toMs(link.createdAt),
    created_by: link.createdBy,
    heard_at: link.heardAt === undefined ? null : toMs(link.heardAt),
    device: link.device === undefined ? null : JSON.stringify(link.device),
  };
}

export function rowToLink(row: Row<"links">): Link {
  return {
    id: row.id as LinkId,
    workspace: row.workspace,
    channel: row.channel as RemoteChannel,
    chatId: row.chat,
    ...present({
      threadId: row.thread ?? undefined,
      operator: row.operator === null ? undefined : (row.operator as PrincipalId),
      account: row.account ?? undefined,
    }),
    name: row.name,
    rank: row.rank,
    createdAt: toTimestamp(row.created_at),
    createdBy: row.created_by as PrincipalId,
    ...present({
      heardAt: row.heard_at === null ? undefined : toTimestamp(row.heard_at),
      device: row.device === null ? undefined : (JSON.parse(row.device) as Device),
    }),
  };
}

export function subscriptionToRow(one: Subscription): Row<"subscriptions"> {
  const { workspace, agent, url, sealed, former, createdAt, version } = one;
  return {
    workspace,
    agent,
    url: url ?? null,
    sealed,
    former: former?.sealed ?? null,
    former_until: former === undefined ? null : toMs(former.until),
    created_at: toMs(createdAt),
    version,
  };
}

export function rowToSubscription(row: Row<"subscriptions">): Subscription {
  const { workspace, sealed, former, former_until: until, version } = row;
  return {
    workspace,
    agent: row.agent as PrincipalId,
    sealed,
    ...present({
      url: row.url ?? undefined,
      former:
        former === null || until === null
          ? undefined
          : { sealed: former, until: toTimestamp(until) },
    }),
    createdAt: toTimestamp(row.created_at),
    version,
  };
}

export function attentionToRow(workspace: string, attention: Attention): NewRow<"attention"> {
  const { operator, ...body } = attention;
  return { workspace, operator, body: JSON.stringify(body) };
}

export function rowToAttention(row: Row<"attention">): Attention {
  return {
    operator: row.operator as PrincipalId,
    ...(JSON.parse(row.body) as Omit<Attention, "operator">),
  };
}
