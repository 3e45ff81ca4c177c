import { z } from "zod";
import {
  BUILT_IN_CHANNELS,
  CHANNEL_KIND_PATTERN,
  SURFACE_PATTERN,
} from "../../domain/channel-kind.ts";
import { DELIVERY_STATUSES } from "../../domain/hub/delivery.ts";
import { MESSAGE_PLACES } from "../../domain/hub/message-rules.ts";
import {
  DeliveryId,
  LinkId,
  MessageId,
  PrincipalId,
  RequestId,
  Timestamp,
  Workspace,
} from "../schemas/values.ts";

/* What crosses the wire about ways to people on other platforms. */

export const RemoteChannel = z
  .string()
  .regex(new RegExp(CHANNEL_KIND_PATTERN))
  .meta({
    id: "RemoteChannel",
    description: `A platform that reaches people: ${BUILT_IN_CHANNELS.join(", ")}, or the kind of a channel from outside.`,
  });
export const MessagePlace = z
  .string()
  .regex(new RegExp(SURFACE_PATTERN))
  .meta({
    id: "MessagePlace",
    description: `Where a message goes: ${MESSAGE_PLACES.join(", ")}, or the kind of a channel from outside.`,
  });
export const DeliveryStatus = z.enum(DELIVERY_STATUSES).meta({ id: "DeliveryStatus" });
export const Item = z
  .union([RequestId, MessageId])
  .meta({ description: "Id of a request or a message." });

const ids = {
  chatId: z.string().meta({ description: "As the platform names the chat." }),
  threadId: z.string().optional(),
};
const HeldFor = z
  .enum(["quiet_hours", "digest", "attention_budget", "fallback", "escalation", "alike"])
  .meta({ id: "HeldFor", description: "Why it is not wanted before its time." });

export const SentMessage = z
  .strictObject({
    message: MessageId,
    deliveries: z.array(DeliveryId).meta({
      description: "One for each part; none on the console and the inbox.",
    }),
  })
  .meta({ id: "SentMessage" });

export const Delivery = z
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

export const RouteReport = z
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

export const LinkCode = z
  .strictObject({
    code: z.string().meta({ description: "Shown this once; good for 10 minutes." }),
    channel: RemoteChannel,
    say: z.string().meta({ description: "What to do with it there." }),
    expiresAt: Timestamp,
  })
  .meta({ id: "LinkCode", description: "Whoever says it on the channel is linked as you." });

export const Link = z
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
export const attention = {
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
export const Attention = z
  .strictObject({ operator: PrincipalId, ...attention })
  .meta({ id: "Attention", description: "When an operator wants to be interrupted." });

export const Reachable = z
  .strictObject({
    channel: MessagePlace,
    chatId: z.string().meta({ description: "What a message names it by." }),
    kind: z.enum(["person", "chat"]),
  })
  .meta({ id: "Reachable", description: "Where a message can go." });

export const ChannelState = z
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
