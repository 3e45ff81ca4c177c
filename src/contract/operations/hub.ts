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
  chatId: z.string().meta({ description: "As the platform names the chat." }),
  threadId: z.string().optional(),
};
const HeldFor = z
  .enum(["quiet_hours", "digest", "attention_budget", "fallback", "escalation", "alike"])
  .meta({ id: "HeldFor", description: "Why it is not wanted before its time." });

const SentMessage = z
  .strictObject({
    message: MessageId,
    deliveries: z.array(DeliveryId).meta({
      description: "One for each part; none on the console and the inbox.",
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
    operator: PrincipalId.optional().meta({ description: "Who is reached there, alone." }),
    part: z
      .strictObject({ index: z.int(), of: z.int() })
      .optional()
      .meta({ description: "Of a message that one post does not hold." }),
    replyTo: z.string().optional(),
    status: DeliveryStatus,
    job: z.enum(["post", "edit"]).optional(),
    dueAt: Timestamp.optional(),
    heldFor: HeldFor.optional(),
    behind: DeliveryId.optional().meta({
      description: "The delivery of one like it, which stands there and tells of it.",
    }),
    attempts: z.int(),
    isResent: z.literal(true).optional(),
    digest: z.string().optional().meta({ description: "Of the action that was shown." }),
    post: z
      .strictObject({ ids: z.array(z.string()), ...ids })
      .optional()
      .meta({ description: "How the platform names what was posted." }),
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
        operator: z.string().optional().meta({ description: "Absent: several read there." }),
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
  .meta({ id: "RouteReport", description: "Who would be reached, in the order of time." });

const LinkCode = z
  .strictObject({
    code: z.string().meta({ description: `Shown this once; good for ${inTime(LINK_LIFE_MS)}.` }),
    channel: RemoteChannel,
    say: z.string().meta({ description: "What to do with it there." }),
    expiresAt: Timestamp,
  })
  .meta({ id: "LinkCode", description: "Whoever says it on the channel is linked as you." });

const Link = z
  .strictObject({
    id: LinkId,
    workspace: Workspace,
    channel: RemoteChannel,
    ...ids,
    operator: PrincipalId.optional().meta({ description: "Absent: several read there." }),
    account: z.string().optional().meta({ description: "The operator's, on the platform." }),
    name: z.string(),
    rank: z.int().meta({ description: "An operator is reached at the lowest first." }),
    createdAt: Timestamp,
    createdBy: PrincipalId,
    heardAt: Timestamp.optional().meta({
      description: "Until when what is said there was heard; absent after a restore.",
    }),
  })
  .meta({ id: "Link", description: "An address that belongs to this workspace." });

/** `HH:MM`. */
const TimeOfDay = z.string();
const attention = {
  timeZone: z.string().optional().meta({
    description: "An IANA name, such as `Europe/Berlin`; `UTC` where absent.",
  }),
  quiet: z.strictObject({ from: TimeOfDay, to: TimeOfDay }).optional().meta({
    description: "As `HH:MM`; over midnight where `to` is the earlier.",
  }),
  digest: z.array(TimeOfDay).optional().meta({
    description: "Times, `HH:MM`, at which what is not urgent comes together.",
  }),
  perHour: z.int().optional().meta({
    description: "How many items in an hour may come one by one.",
  }),
};
const Attention = z
  .strictObject({ operator: PrincipalId, ...attention })
  .meta({ id: "Attention", description: "When an operator wants to be interrupted." });

const Reachable = z
  .strictObject({
    channel: MessagePlace,
    chatId: z.string().meta({ description: "What a message names it by." }),
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
    why: z.string().optional().meta({ description: "Of one that is not running: what to do." }),
    since: Timestamp.optional().meta({ description: "Since when it has not been running." }),
    lastHeardAt: Timestamp.optional().meta({
      description: "What people did there until then was taken in.",
    }),
    isElsewhere: z.literal(true).optional().meta({ description: "Another node hears it." }),
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
        description: `A chat as its platform names it or by the name of its link, or an operator by their name. 1 to ${MAX_CHAT_ID_LENGTH} characters without white space and control characters.`,
      }),
      threadId: z.string().optional(),
      text: z.string(),
      replyTo: z.string().optional().meta({
        description: "The platform's message that it replies to.",
      }),
      conversation: ConversationId.optional().meta({
        description: "The agent's own where absent.",
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
    summary: "Try a delivery that has failed once more, from the beginning",
    input: z.strictObject({ id: DeliveryId }),
    output: Delivery,
  },
  dropDelivery: {
    summary: "Give up a delivery that has failed or waits",
    input: z.strictObject({ id: DeliveryId }),
    output: Delivery,
  },
  testRoute: {
    summary: "Who would be reached, where and when; changes nothing",
    input: z.strictObject({
      to: z.array(z.string()).optional().meta({
        description: "Names of operators, or roles as `role:owner`; anybody where absent.",
      }),
      level: Level.optional().meta({
        description: "As if an authorization of it were asked; a question where absent.",
      }),
      expiresInMs: z.number().optional(),
      at: z.iso.datetime({ precision: 3 }).optional().meta({
        description: "As if it were asked then, in UTC with milliseconds; now where absent.",
      }),
    }),
    output: RouteReport,
  },
  createLinkCode: {
    summary: "Make a code by which your account on a channel becomes yours",
    input: z.strictObject({
      channel: RemoteChannel,
      chatId: z.string().optional().meta({ description: "The address, of e-mail." }),
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
    summary: "The addresses that are linked",
    input: nothing,
    output: z.strictObject({ items: z.array(Link) }),
  },
  rankLink: {
    summary: "Say where a link stands among those of its operator",
    input: z.strictObject({
      id: LinkId,
      rank: z.int().min(0).max(MAX_LINK_RANK).meta({ description: "The lowest is reached first." }),
    }),
    output: Link,
  },
  removeLink: {
    summary: "Remove a link: nothing is sent there any more, nothing heard from there",
    input: z.strictObject({ id: LinkId }),
    output: Link,
  },
  setAttention: {
    summary: "Say when you want to be interrupted; what is absent is taken back",
    input: z.strictObject(attention),
    output: Attention,
  },
  attention: {
    summary: "When you want to be interrupted",
    input: nothing,
    output: Attention,
  },
  channels: {
    summary: "The channels that are configured, and how each is",
    input: nothing,
    output: z.strictObject({ items: z.array(ChannelState) }),
  },
} as const satisfies Record<string, OperationText>;
