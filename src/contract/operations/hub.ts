import { z } from "zod";
import {
  BUILT_IN_CHANNELS,
  CHANNEL_KIND_PATTERN,
  SURFACE_PATTERN,
} from "../../domain/channel-kind.ts";
import { DELIVERY_STATUSES } from "../../domain/hub/delivery.ts";
import { MESSAGE_PLACES } from "../../domain/hub/message-rules.ts";
import { inTime } from "../../domain/in-words.ts";
import { LINK_LIFE_MS, MAX_CHAT_ID_LENGTH, MAX_LINK_RANK } from "../../domain/limits.ts";
import { Level } from "../schemas/authority.ts";
import type { OperationText } from "../schemas/operation.ts";
import { nothing, page, pageOf } from "../schemas/parameters.ts";
import {
  ConversationId,
  DeliveryId,
  LinkId,
  MessageId,
  PrincipalId,
  RequestId,
  Timestamp,
  Workspace,
} from "../schemas/values.ts";

/* What crosses the wire about ways to people on other platforms. */

const RemoteChannel = z
  .string()
  .regex(new RegExp(CHANNEL_KIND_PATTERN))
  .meta({
    id: "RemoteChannel",
    description: `A platform that reaches people: ${BUILT_IN_CHANNELS.join(", ")}, or the kind of a channel from outside.`,
  });
const MessagePlace = z
  .string()
  .regex(new RegExp(SURFACE_PATTERN))
  .meta({
    id: "MessagePlace",
    description: `Where a message goes: ${MESSAGE_PLACES.join(", ")}, or the kind of a channel from outside.`,
  });
const DeliveryStatus = z.enum(DELIVERY_STATUSES).meta({ id: "DeliveryStatus" });
const Item = z.union([RequestId, MessageId]).meta({ description: "Id of a request or a message." });

const ids = {
  chatId: z.string().meta({ description: "The platform's name for the chat." }),
  threadId: z.string().optional(),
};
const HeldFor = z
  .enum(["quiet_hours", "digest", "attention_budget", "fallback", "escalation", "alike"])
  .meta({ id: "HeldFor", description: "Why it waits for its time." });

const SentMessage = z
  .strictObject({
    message: MessageId,
    deliveries: z.array(DeliveryId).meta({
      description: "One for each part; none for the console and the inbox.",
    }),
  })
  .meta({ id: "SentMessage" });

const Delivery = z
  .strictObject({
    id: DeliveryId,
    workspace: Workspace,
    address: z.strictObject({ channel: RemoteChannel, ...ids }),
    item: Item,
    agent: PrincipalId,
    operator: PrincipalId.optional().meta({ description: "The one person who is reached there." }),
    part: z
      .strictObject({ index: z.int(), of: z.int() })
      .optional()
      .meta({ description: "For a message that is too long for one post." }),
    replyTo: z.string().optional(),
    status: DeliveryStatus,
    job: z.enum(["post", "edit"]).optional(),
    dueAt: Timestamp.optional(),
    heldFor: HeldFor.optional(),
    behind: DeliveryId.optional().meta({
      description: "The delivery of a similar one, which is shown there and mentions it.",
    }),
    attempts: z.int(),
    isResent: z.literal(true).optional(),
    digest: z.string().optional().meta({ description: "The digest of the shown action." }),
    post: z
      .strictObject({ ids: z.array(z.string()), ...ids })
      .optional()
      .meta({ description: "The platform's names for what was posted." }),
    error: z
      .strictObject({
        code: z.enum(["rate_limited", "unreachable", "ambiguous", "refused", "gone"]),
        message: z.string(),
      })
      .optional()
      .meta({ description: "Why the last attempt failed." }),
    createdAt: Timestamp,
    sentAt: Timestamp.optional(),
    seenAt: Timestamp.optional(),
    version: z.int(),
  })
  .meta({ id: "Delivery", description: "One item's way to one address; never its text." });

const RouteReport = z
  .strictObject({
    steps: z.array(
      z.strictObject({
        operator: z
          .string()
          .optional()
          .meta({ description: "Absent if several people read there." }),
        channel: RemoteChannel,
        ...ids,
        at: Timestamp,
        heldFor: HeldFor.optional(),
      }),
    ),
    unreached: z.array(z.string()).meta({
      description: "Operators without an address; they find it in the inbox.",
    }),
  })
  .meta({ id: "RouteReport", description: "Who would be reached, in order of time." });

const LinkCode = z
  .strictObject({
    code: z.string().meta({ description: `Shown this once; good for ${inTime(LINK_LIFE_MS)}.` }),
    channel: RemoteChannel,
    say: z.string().meta({ description: "What to do with it there." }),
    url: z.string().optional().meta({ description: "Opens the chat in which to say it." }),
    expiresAt: Timestamp,
  })
  .meta({
    id: "LinkCode",
    description: "The account that says it on the channel is linked as yours.",
  });

const Link = z
  .strictObject({
    id: LinkId,
    workspace: Workspace,
    channel: RemoteChannel,
    ...ids,
    operator: PrincipalId.optional().meta({ description: "Absent if several people read there." }),
    account: z.string().optional().meta({ description: "The operator's account on the platform." }),
    name: z.string(),
    rank: z.int().meta({ description: "An operator's lowest rank is reached first." }),
    createdAt: Timestamp,
    createdBy: PrincipalId,
    heardAt: Timestamp.optional().meta({
      description: "How far the chat was heard; absent after a restore.",
    }),
  })
  .meta({ id: "Link", description: "An address that belongs to this workspace." });

/** `HH:MM`. */
const TimeOfDay = z.string();
const attention = {
  language: z.string().optional().meta({
    description: "Of what reaches them, such as `de` or `de-AT`; that of the deployment if absent.",
  }),
  timeZone: z.string().optional().meta({
    description: "An IANA name, such as `Europe/Berlin`; `UTC` if absent.",
  }),
  quiet: z.strictObject({ from: TimeOfDay, to: TimeOfDay }).optional().meta({
    description: "As `HH:MM`; past midnight if `to` is earlier.",
  }),
  digest: z.array(TimeOfDay).optional().meta({
    description: "Times, `HH:MM`, at which items that are not urgent arrive together.",
  }),
  perHour: z.int().optional().meta({
    description: "How many items an hour may arrive one by one.",
  }),
};
const Attention = z
  .strictObject({ operator: PrincipalId, ...attention })
  .meta({ id: "Attention", description: "How and when an operator wants to be reached." });

const Reachable = z
  .strictObject({
    channel: MessagePlace,
    chatId: z.string().meta({ description: "What a message calls it." }),
    kind: z.enum(["person", "chat"]),
  })
  .meta({ id: "Reachable", description: "Where a message can go." });

const ChannelState = z
  .strictObject({
    channel: RemoteChannel,
    state: z.enum(["running", "reconnecting", "deaf", "failed"]).meta({
      description:
        "`reconnecting`: it is not heard, and tried again by itself; `deaf`: it is not heard until somebody does what `why` says; `failed`: it could not be opened.",
    }),
    why: z.string().optional().meta({ description: "If it is not running: what to do." }),
    since: Timestamp.optional().meta({ description: "Since when it has not been running." }),
    lastHeardAt: Timestamp.optional().meta({
      description: "What people did there up to then was processed.",
    }),
    isElsewhere: z.literal(true).optional().meta({ description: "Another node hears it." }),
    takenAt: Timestamp.optional().meta({
      description: "When this node took up the settings that it runs with.",
    }),
    refused: z.strictObject({ at: Timestamp, why: z.string() }).optional().meta({
      description: "Newer settings are wrong, so it goes on with those before.",
    }),
    queued: z.int(),
    failed: z.int(),
  })
  .meta({ id: "ChannelState" });

export const HUB = {
  send: {
    summary: "Send a message to an operator or an address that is linked",
    input: z.strictObject({
      channel: MessagePlace,
      chatId: z.string().meta({
        description: `A chat by its platform's name or the name of its link, or an operator by name. 1 to ${MAX_CHAT_ID_LENGTH} characters without white space or control characters.`,
      }),
      threadId: z.string().optional(),
      text: z.string(),
      replyTo: z.string().optional().meta({
        description: "The platform's message that it replies to.",
      }),
      conversation: ConversationId.optional().meta({
        description: "The agent's own if absent.",
      }),
    }),
    output: SentMessage,
  },
  reachable: {
    summary: "Where your messages can go",
    input: nothing,
    output: z.strictObject({ items: z.array(Reachable) }),
  },
  deliveries: {
    summary: "Deliveries, the newest first; an agent sees its own",
    input: z.strictObject({
      status: DeliveryStatus.optional(),
      channel: RemoteChannel.optional(),
      item: Item.optional(),
      ...page,
    }),
    output: pageOf(Delivery),
  },
  delivery: {
    summary: "One delivery",
    input: z.strictObject({ id: DeliveryId }),
    output: Delivery,
  },
  resendDelivery: {
    summary: "Retry a failed delivery from the beginning",
    input: z.strictObject({ id: DeliveryId }),
    output: Delivery,
  },
  dropDelivery: {
    summary: "Give up a delivery that failed or is waiting",
    input: z.strictObject({ id: DeliveryId }),
    output: Delivery,
  },
  testRoute: {
    summary: "Who would be reached, where and when; changes nothing",
    input: z.strictObject({
      to: z.array(z.string()).optional().meta({
        description: "Names of operators, or roles as `role:owner`; anybody if absent.",
      }),
      level: Level.optional().meta({
        description: "Tests an authorization of this level; a question if absent.",
      }),
      expiresInMs: z.number().optional(),
      at: z.iso.datetime({ precision: 3 }).optional().meta({
        description: "Tests this moment, in UTC with milliseconds; now if absent.",
      }),
    }),
    output: RouteReport,
  },
  createLinkCode: {
    summary: "Make a code that links your account on a channel to you",
    input: z.strictObject({
      channel: RemoteChannel,
      chatId: z.string().optional().meta({ description: "For e-mail: the address." }),
    }),
    output: LinkCode,
  },
  linkChat: {
    summary: "Link a chat that several people read",
    input: z.strictObject({
      channel: RemoteChannel,
      chatId: z.string(),
      threadId: z.string().optional(),
      name: z.string().optional().meta({ description: "For people to tell links apart." }),
    }),
    output: Link,
  },
  listLinks: {
    summary: "The linked addresses",
    input: nothing,
    output: z.strictObject({ items: z.array(Link) }),
  },
  rankLink: {
    summary: "Set the rank of a link among its operator's links",
    input: z.strictObject({
      id: LinkId,
      rank: z.int().min(0).max(MAX_LINK_RANK).meta({ description: "The lowest is reached first." }),
    }),
    output: Link,
  },
  removeLink: {
    summary: "Remove a link: nothing is sent to or heard from there any more",
    input: z.strictObject({ id: LinkId }),
    output: Link,
  },
  setAttention: {
    summary: "Say when you want to be interrupted; an absent key is reset",
    input: z.strictObject(attention),
    output: Attention,
  },
  attention: {
    summary: "When you want to be interrupted",
    input: nothing,
    output: Attention,
  },
  channels: {
    summary: "The configured channels, and the state of each",
    input: nothing,
    output: z.strictObject({ items: z.array(ChannelState) }),
  },
} as const satisfies Record<string, OperationText>;
