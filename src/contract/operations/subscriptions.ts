import { z } from "zod";
import { inTime } from "../../domain/in-words.ts";
import { DEFAULT_OVERLAP_MS, MAX_NOTIFY_URL_LENGTH, MAX_OVERLAP_MS } from "../../domain/limits.ts";
import { REQUEST_KINDS, REQUEST_STATUSES } from "../../domain/requests/request.ts";
import type { OperationText } from "../schemas/operation.ts";
import { nothing } from "../schemas/parameters.ts";
import { Answer } from "../schemas/questions.ts";
import {
  ConversationId,
  DeliveryId,
  PrincipalId,
  RequestId,
  Timestamp,
  Workspace,
} from "../schemas/values.ts";

/* What crosses the wire about the programs that are called when requests close. */

const of = {
  agent: PrincipalId.optional().meta({
    description: "The caller itself if absent; a person with the right `keys` names an agent.",
  }),
};

const Subscription = z
  .strictObject({
    agent: PrincipalId,
    url: z.string().optional().meta({
      description:
        "Called for every request of the agent; absent if only `notify` of a request calls.",
    }),
    createdAt: Timestamp,
    formerUntil: Timestamp.optional().meta({
      description: "Until when a replaced secret signs too.",
    }),
  })
  .meta({
    id: "Subscription",
    description: "Where an agent is called when one of its requests closes; never its secret.",
  });

const SubscriptionMade = z
  .strictObject({
    subscription: Subscription,
    secret: z.string().optional().meta({
      description: "`whsec_` and base64, for Standard Webhooks. Shown this once, if it is new.",
    }),
  })
  .meta({ id: "SubscriptionMade" });

const SubscriptionTested = z
  .strictObject({
    isTaken: z.boolean().meta({ description: "The receiver answered with 2xx." }),
    status: z.int().optional(),
    why: z.string().optional().meta({ description: "Why it was not taken." }),
  })
  .meta({ id: "SubscriptionTested" });

/** What a program is called with. */
export const ClosedEvent = z
  .strictObject({
    specversion: z.literal("1.0"),
    type: z.literal("earshot.request.closed"),
    source: z.literal("urn:earshot"),
    id: DeliveryId.meta({ description: "The same for every attempt, as the header `webhook-id`." }),
    subject: RequestId,
    time: Timestamp,
    datacontenttype: z.literal("application/json"),
    data: z.strictObject({
      id: RequestId,
      kind: z.enum(REQUEST_KINDS),
      workspace: Workspace,
      agent: PrincipalId,
      agentName: z.string(),
      conversation: ConversationId,
      outcome: z.enum(REQUEST_STATUSES).exclude(["open"]),
      closedAt: Timestamp,
      closedBy: z.strictObject({ principal: PrincipalId, name: z.string() }).optional(),
      tool: z.string().optional(),
      digest: z.string().optional().meta({ description: "Of an authorization: its action's." }),
      collectBy: Timestamp.optional().meta({
        description: "Of an approval: until when its grant can be collected, by the agent's key.",
      }),
      answer: Answer.optional(),
      assumption: z.string().optional(),
      reason: z.string().optional(),
      response: z
        .string()
        .optional()
        .meta({ description: "A person's words in place of the tool." }),
      notes: z
        .array(z.strictObject({ by: z.string(), text: z.string() }))
        .optional()
        .meta({ description: "What those who approved it said beside that." }),
      isTooLong: z.literal(true).optional().meta({
        description: "What was said is too long for an event: read the request.",
      }),
    }),
  })
  .meta({
    id: "ClosedEvent",
    description: "A CloudEvents 1.0 event. Arguments of an action are not in it.",
  });

/** The same where a person asks back. */
export const AskedBackEvent = ClosedEvent.extend({
  type: z.literal("earshot.request.asked_back"),
  data: z.strictObject({
    id: RequestId,
    kind: z.enum(REQUEST_KINDS),
    workspace: Workspace,
    agent: PrincipalId,
    agentName: z.string(),
    conversation: ConversationId,
    number: z.int(),
    text: z.string(),
    askedBy: z.strictObject({ principal: PrincipalId, name: z.string() }),
  }),
}).meta({
  id: "AskedBackEvent",
  description: "A person asks the agent of an open request something: `answerBack` answers it.",
});

export const SUBSCRIPTIONS = {
  listSubscriptions: {
    summary: "Where agents are called when their requests close; an agent sees its own",
    input: nothing,
    output: z.strictObject({ items: z.array(Subscription) }),
  },
  setSubscription: {
    summary: "Subscribe an agent, or change where it is called",
    input: z.strictObject({
      ...of,
      url: z.string().max(MAX_NOTIFY_URL_LENGTH).optional().meta({
        description:
          "`https` on the public internet, or a host that an operator has named. Absent: only requests that say `notify` call.",
      }),
    }),
    output: SubscriptionMade,
  },
  rotateSubscription: {
    summary: "Make another secret; the former signs beside it for a while",
    input: z.strictObject({
      ...of,
      overlapMs: z
        .number()
        .optional()
        .meta({
          description: `How long the former signs: ${inTime(DEFAULT_OVERLAP_MS)} if absent, at most ${inTime(MAX_OVERLAP_MS)}.`,
        }),
    }),
    output: SubscriptionMade,
  },
  removeSubscription: {
    summary: "End it: nothing more is sent, and its secret is gone",
    input: z.strictObject(of),
    output: Subscription,
  },
  testSubscription: {
    summary: "Call it now with an event of the type `earshot.subscription.test`",
    input: z.strictObject(of),
    output: SubscriptionTested,
  },
} as const satisfies Record<string, OperationText>;
