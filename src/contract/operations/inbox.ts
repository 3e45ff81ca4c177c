import { z } from "zod";
import { APPROVAL_OVERS } from "../../domain/authority/approval-over.ts";
import { inTime } from "../../domain/in-words.ts";
import { SPLITS } from "../../domain/inbox/inbox.ts";
import {
  DEFAULT_INSIGHTS_DAYS,
  MAX_INSIGHTS_DAYS,
  MAX_SAVED_REPLIES,
  MAX_SEARCH_LENGTH,
  MAX_SNOOZE_MS,
  SHOWN_IN_LIST_LENGTH,
} from "../../domain/limits.ts";
import { TEST_OUTCOMES } from "../../domain/planted/planted.ts";
import { REQUEST_KINDS, REQUEST_STATUSES } from "../../domain/requests/request.ts";
import { Level, Sha256 } from "../schemas/authority.ts";
import { Decisive, Difference, Hazard, Precedent } from "../schemas/inbox.ts";
import { Insights } from "../schemas/insights.ts";
import type { OperationText } from "../schemas/operation.ts";
import { nothing, page, timeZone } from "../schemas/parameters.ts";
import * as wire from "../schemas/requests.ts";
import { Asker, Event, ForOthers, Principal, Request } from "../schemas/requests.ts";
import {
  Actor,
  ConversationId,
  Json,
  JsonObject,
  PrincipalId,
  RequestId,
  RunId,
  Timestamp,
} from "../schemas/values.ts";

/* What crosses the wire about an operator's inbox, agents and runs. */

const Claim = z
  .strictObject({ by: Actor, at: Timestamp })
  .meta({ id: "Claim", description: "An operator has taken a request on." });

const Assignment = z
  .strictObject({
    to: z.strictObject({ principal: PrincipalId, name: z.string() }),
    by: Actor,
    at: Timestamp,
  })
  .meta({ id: "Assignment", description: "Who a request was given to, and by whom." });

const InboxDelivery = z
  .strictObject({
    operator: PrincipalId,
    name: z.string(),
    channel: z.literal("inbox"),
    status: z.enum(["sent", "seen"]),
    sentAt: Timestamp,
    seenAt: Timestamp.optional(),
  })
  .meta({ id: "InboxDelivery" });

const Fold = z
  .strictObject({
    ids: z.array(RequestId).meta({ description: "All of them, beginning with the row's." }),
    differs: z.array(Difference),
  })
  .meta({
    id: "Fold",
    description:
      "Open requests of one agent that are alike share a row. Each is decided by its own id.",
  });

const InboxItem = z
  .strictObject({
    id: RequestId,
    kind: z.enum(REQUEST_KINDS),
    status: z.enum(REQUEST_STATUSES),
    agent: PrincipalId,
    agentName: z.string(),
    alsoAskedBy: z
      .array(Asker)
      .optional()
      .meta({ description: "Other agents that ask the same, and get the same answer." }),
    keyRevoked: z.literal(true).optional().meta({
      description: "For people: the agent has no valid key any more.",
    }),
    agentHalted: z.literal(true).optional().meta({
      description: "For people: the agent is halted and not served.",
    }),
    title: z
      .string()
      .meta({ description: `The question's first ${SHOWN_IN_LIST_LENGTH} characters.` }),
    level: Level.optional(),
    tool: z.string().optional(),
    decisive: Decisive.optional(),
    hazards: z.array(Hazard).optional(),
    said: z
      .string()
      .optional()
      .meta({
        description: `The agent's own words, their first ${SHOWN_IN_LIST_LENGTH} characters: why it wants that, or the background of its question.`,
      }),
    digest: Sha256.optional(),
    toolSchemaHash: Sha256.optional(),
    quorum: z.int().optional(),
    votes: z.int().optional(),
    to: z.array(z.string()),
    conversation: ConversationId,
    createdAt: Timestamp,
    expiresAt: Timestamp.optional(),
    closedAt: Timestamp.optional(),
    closedBy: Actor.optional(),
    usedAt: Timestamp.optional().meta({ description: "For an approval: when it was used." }),
    usableUntil: Timestamp.optional().meta({
      description: "For an unused approval: until when it can be used.",
    }),
    over: z.enum(APPROVAL_OVERS).optional().meta({
      description: "For an approval: why it lets nothing run. Absent while it does.",
    }),
    isRevoked: z.literal(true).optional().meta({
      description: "It was approved, and the unused approval was taken back.",
    }),
    claim: Claim.optional(),
    assignment: Assignment.optional(),
    held: wire.Held.optional(),
    asksAgentSince: Timestamp.optional().meta({
      description: "Since when a question to its agent waits for the answer.",
    }),
    forOthers: ForOthers.optional().meta({
      description:
        "In `others`, `snoozed` and a search: why it is not for you, and who can decide it.",
    }),
    seenAt: Timestamp.optional().meta({ description: "By you." }),
    snoozedUntil: Timestamp.optional().meta({ description: "By you." }),
    fold: Fold.optional(),
  })
  .meta({ id: "InboxItem", description: "A row of the inbox." });

const InboxPage = z
  .strictObject({
    items: z.array(InboxItem),
    next: z.string().optional(),
    counts: z.strictObject({
      needs_me: z.int(),
      others: z.int(),
      waiting: z.int(),
      snoozed: z.int(),
    }),
    seq: z.int().meta({ description: "The newest event that the page knows of." }),
  })
  .meta({ id: "InboxPage" });

const ApprovalNeeds = z
  .strictObject({
    refusal: z.string().optional(),
    refusalCode: z.string().optional().meta({ description: "Its error code." }),
    refusalNames: z
      .record(z.string(), z.string())
      .optional()
      .meta({ description: "Its reason and what it names, to say it in another language." }),
    typed: z.boolean(),
    passphrase: z.boolean(),
    passkey: z.enum(["none", "possible", "required"]),
    missing: z.enum(["passphrase", "passkey"]).optional().meta({
      description: "Approving takes one and you have none: set it first.",
    }),
    withdrawn: z
      .array(PrincipalId)
      .optional()
      .meta({ description: "People whose votes no longer count, since their key was revoked." }),
  })
  .meta({ id: "ApprovalNeeds", description: "What an approval by you would take now." });

const Twist = z
  .discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("amount"), at: z.string(), times: z.number() }),
    z.strictObject({
      kind: z.literal("address"),
      at: z.string(),
      was: z.string(),
      is: z.string(),
    }),
    z.strictObject({
      kind: z.literal("reason"),
      at: z.string(),
      said: z.string(),
      is: z.string(),
    }),
  ])
  .meta({ id: "Twist", description: "What was made wrong in a planted test request." });

const InboxDetail = z
  .strictObject({
    request: Request,
    history: z.array(Event),
    actors: z
      .array(z.strictObject({ id: PrincipalId, name: z.string() }))
      .optional()
      .meta({
        description: "The names of everybody in the history.",
      }),
    claim: Claim.optional(),
    assignment: Assignment.optional(),
    deliveries: z.array(InboxDelivery),
    snoozedUntil: Timestamp.optional(),
    steps: z
      .array(Event)
      .meta({ description: "Tool calls of the agent in the ten minutes before it asked." }),
    similar: z.array(z.strictObject({ request: Request, similarity: z.number() })),
    precedent: Precedent.optional(),
    already: z
      .strictObject({
        request: Request,
        subjects: z.array(z.string()).meta({
          description:
            "Where the subject stands that both have, such as `/order`; none where every argument is the same.",
        }),
      })
      .optional()
      .meta({
        description:
          "For an open authorization: the one by which people approved the same in the last 30 days, by any agent. It decides nothing, and its absence says nothing.",
      }),
    rule: JsonObject.optional().meta({ description: "The rule of the policy that asked." }),
    needs: ApprovalNeeds.optional(),
    isRevocable: z.literal(true).optional().meta({
      description: "You could take back your vote, or the approval, now.",
    }),
    test: z
      .strictObject({ outcome: z.enum(TEST_OUTCOMES), twist: Twist })
      .optional()
      .meta({ description: "It was a planted test request, which is over; nothing could run." }),
  })
  .meta({ id: "InboxDetail", description: "Everything that a person needs to decide." });

export const ListedAgent = z
  .strictObject({ principal: Principal, keys: z.int(), openRequests: z.int() })
  .meta({ id: "ListedAgent", description: "An agent as an operator sees it." });

export const ListedRun = z
  .strictObject({
    run: RunId,
    name: z.string(),
    state: z.string(),
    startedAt: Timestamp,
    endedAt: Timestamp.optional(),
    cycles: z.int(),
    cyclesPlanned: z.int(),
    questions: z.int(),
    tokens: z.int(),
  })
  .meta({ id: "ListedRun", description: "A run of an experiment, according to its log." });

const RunEntry = z
  .strictObject({
    index: z.int(),
    at: Timestamp,
    cycle: z.int().optional(),
    kind: z.enum(["cycle", "model", "tool", "operator", "note", "end"]),
    title: z.string(),
    text: z.string(),
    data: Json.optional(),
  })
  .meta({ id: "RunEntry" });

export const RunTranscript = z
  .strictObject({
    run: ListedRun,
    entries: z.array(RunEntry),
    next: z.int().meta({ description: "The index to ask from next." }),
  })
  .meta({ id: "RunTranscript" });

const replies = {
  answers: z.array(z.string()).meta({
    description: `Answers in words, in the order of their numbers; at most ${MAX_SAVED_REPLIES}.`,
  }),
  reasons: z.array(z.string()).meta({
    description: `Why something is rejected; at most ${MAX_SAVED_REPLIES}.`,
  }),
};
const SavedReplies = z
  .strictObject({ operator: PrincipalId, ...replies })
  .meta({ id: "SavedReplies", description: "What an operator often says." });

export const INBOX = {
  inbox: {
    summary: "Your inbox: a part of it, or what a search finds, a page at a time",
    input: z.strictObject({
      split: z.enum(SPLITS).optional().meta({ description: "`needs_me` where absent." }),
      query: z
        .string()
        .optional()
        .meta({
          description: `Words and filters, such as \`transfer level:high agent:ci since:yesterday\`; at most ${MAX_SEARCH_LENGTH} characters.`,
        }),
      alike: wire.RequestId.optional().meta({
        description:
          "Of the split, only the open requests that share a row with this one, each on a row of its own and all on one page.",
      }),
      timeZone,
      ...page,
    }),
    output: InboxPage,
  },
  inboxItem: {
    summary: "One request with everything that a person needs to decide",
    input: z.strictObject({ id: wire.RequestId }),
    output: InboxDetail,
  },
  noteSent: {
    summary: "Note that your inbox shows these requests",
    input: z.strictObject({ ids: z.array(wire.RequestId).max(100) }),
    output: z.strictObject({ noted: z.int() }),
  },
  noteSeen: {
    summary: "Note that you have opened a request",
    input: z.strictObject({ id: wire.RequestId }),
    output: z.strictObject({ seenAt: Timestamp }),
  },
  assign: {
    summary: "Give an open request to a colleague, who is told; whoever could decide it still can",
    input: z.strictObject({
      id: wire.RequestId,
      to: z.string().meta({ description: "The name of an operator who can decide or answer it." }),
    }),
    output: Assignment,
  },
  assignees: {
    summary: "Who an open request can be given to",
    input: z.strictObject({ id: wire.RequestId }),
    output: z.strictObject({ names: z.array(z.string()) }),
  },
  unassign: {
    summary: "Take back who a request was given to",
    input: z.strictObject({ id: wire.RequestId }),
    output: z.strictObject({ unassigned: z.boolean() }),
  },
  claim: {
    summary: "Take an open request on; others may still decide it",
    input: z.strictObject({
      id: wire.RequestId,
      take: z.boolean().optional().meta({ description: "Even from an operator who holds it." }),
    }),
    output: Claim,
  },
  release: {
    summary: "Give back a request that you have taken on",
    input: z.strictObject({ id: wire.RequestId }),
    output: z.strictObject({ released: z.boolean() }),
  },
  setReplies: {
    summary: "Save what you often reply, in place of what you saved before",
    input: z.strictObject(replies),
    output: SavedReplies,
  },
  replies: {
    summary: "What you often reply",
    input: nothing,
    output: SavedReplies,
  },
  separate: {
    summary: "Separate a question from those that share an answer: it is asked by itself",
    input: z.strictObject({ id: wire.RequestId }),
    output: wire.Request,
  },
  snooze: {
    summary: "Put a request off in your own inbox; its time keeps running",
    input: z.strictObject({
      id: wire.RequestId,
      until: z.iso
        .datetime({ precision: 3 })
        .optional()
        .meta({
          description: `In UTC with milliseconds, at most ${inTime(MAX_SNOOZE_MS)} from now; absent takes it back.`,
        }),
    }),
    output: z.strictObject({ until: Timestamp.optional() }),
  },
  insights: {
    summary: "How people answered within the last days",
    input: z.strictObject({
      days: z.coerce
        .number()
        .int()
        .min(1)
        .max(MAX_INSIGHTS_DAYS)
        .optional()
        .meta({
          description: `${DEFAULT_INSIGHTS_DAYS} where absent.`,
        }),
      agent: PrincipalId.optional().meta({ description: "Only what this agent asked." }),
    }),
    output: Insights,
  },
} as const satisfies Record<string, OperationText>;
