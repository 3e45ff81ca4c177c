import { z } from "zod";
import { APPROVAL_OVERS } from "../../domain/authority/approval-over.ts";
import { HANDS } from "../../domain/authority/authorization.ts";
import { inTime } from "../../domain/in-words.ts";
import {
  MAX_NOTIFY_URL_LENGTH,
  MAX_STATUS_LOGS,
  SHOWN_IN_LIST_LENGTH,
  STATUS_COUNTS_MS,
} from "../../domain/limits.ts";
import { EVENT_TYPES } from "../../domain/log/event.ts";
import { RIGHTS } from "../../domain/people/principal.ts";
import { HELD_ACTS } from "../../domain/requests/held.ts";
import { REQUEST_KINDS, REQUEST_STATUSES } from "../../domain/requests/request.ts";
import { Authorization, Basis } from "./authority.ts";
import { Answer, AskedBack, Question } from "./questions.ts";
import {
  Actor,
  ConversationId,
  DeliveryId,
  GrantId,
  JsonObject,
  KeyId,
  MessageId,
  PermissionId,
  PrincipalId,
  RequestId,
  SessionId,
  Timestamp,
  Workspace,
} from "./values.ts";

/* The values that cross the wire, as schemas: what OpenAPI shows and the doors check. */

export { Answer, FormInput } from "./questions.ts";
export {
  ConversationId,
  KeyId,
  MessageId,
  PasskeyId,
  PermissionId,
  PrincipalId,
  RequestId,
  RunId,
} from "./values.ts";

export const Notify = z
  .strictObject({ url: z.string().max(MAX_NOTIFY_URL_LENGTH) })
  .meta({ id: "Notify", description: "A URL that is called when the request closes." });

export const Asker = z
  .strictObject({ id: RequestId, agent: PrincipalId, agentName: z.string() })
  .meta({ id: "Asker", description: "An agent with its own request." });

/** Who can decide instead of the caller; empty if that needs a change first. */
export const ForOthers = z.strictObject({
  why: z.string().meta({ description: "In English." }),
  names: z
    .record(z.string(), z.string())
    .optional()
    .meta({ description: "The reason and what it names, to say it in another language." }),
  deciders: z.array(z.string()),
});

export const Held = z
  .strictObject({
    by: Actor,
    does: z.enum(HELD_ACTS),
    at: Timestamp.meta({ description: "When it was decided." }),
    until: Timestamp.meta({ description: "When it counts." }),
  })
  .meta({ id: "Held", description: "A decision that its person can take back for a moment." });

export const Request = z
  .strictObject({
    id: RequestId,
    workspace: Workspace,
    kind: z.enum(REQUEST_KINDS),
    status: z.enum(REQUEST_STATUSES),
    agent: PrincipalId,
    agentName: z.string(),
    conversation: ConversationId,
    to: z.array(z.string()),
    question: Question.optional().meta({ description: "Of kind question." }),
    authorization: Authorization.optional().meta({ description: "Of kind authorization." }),
    salt: z.string(),
    createdAt: Timestamp,
    expiresAt: Timestamp.optional(),
    lifeMs: z.number().optional().meta({
      description: "Of an open question nobody was shown yet: its time, which begins then.",
    }),
    tool: z.string().optional().meta({ description: "The tool whose call asked." }),
    notify: Notify.optional(),
    askedBack: z.array(AskedBack).optional().meta({
      description: "What people asked its agent before they decide, oldest first.",
    }),
    held: Held.optional().meta({
      description: "Told to people: somebody decided it and can take that back for a moment.",
    }),
    closedAt: Timestamp.optional(),
    closedBy: Actor.optional(),
    answer: Answer.optional(),
    basis: Basis.optional().meta({ description: "What approved or rejected." }),
    collectBy: Timestamp.optional().meta({
      description: "Of an approval: until when its grant can be collected.",
    }),
    usedAt: Timestamp.optional().meta({
      description: "For an approval: when its grant was redeemed.",
    }),
    usableUntil: Timestamp.optional().meta({
      description: "For an unused approval: until when it can be used.",
    }),
    over: z.enum(APPROVAL_OVERS).optional().meta({
      description: "For an approval: why it lets nothing run. Absent while it does.",
    }),
    revoked: z.strictObject({ approvedAt: Timestamp }).optional().meta({
      description: "Of a rejected one: it had been approved, and that was taken back unused.",
    }),
    alsoRevoked: z.array(RequestId).optional().meta({
      description:
        "Told to who rejects with `like`: approvals like it that were taken back unused.",
    }),
    reason: z.string().optional(),
    response: z.string().optional().meta({
      description: "Of a responded one: what a person said in place of the tool.",
    }),
    assumption: z.string().optional().meta({
      description: "Of an assumed one: what the agent goes on with, though nobody answered.",
    }),
    erasedAt: Timestamp.optional().meta({ description: "When its content was erased." }),
    alsoAskedBy: z.array(Asker).optional().meta({
      description: "Told to people: other agents that ask the same, and get the same answer.",
    }),
    behind: RequestId.optional().meta({
      description: "Told to people: the question that is asked for this one, whose answer it gets.",
    }),
    keyRevoked: z.literal(true).optional().meta({
      description: "Told to people: no key of the agent is good any more.",
    }),
    agentHalted: z.literal(true).optional().meta({
      description: "For people: the agent is halted and not served.",
    }),
    forOthers: ForOthers.optional().meta({
      description: "Told to people: why the caller cannot answer or approve it, and who can.",
    }),
    version: z.int(),
  })
  .meta({ id: "Request", description: "What needs an answer from a person." });

export const Repeated = z.literal(true).optional().meta({
  description:
    "An earlier call with this idempotency key has used the approval: the action may have run. Also told by the header Earshot-Repeated.",
});

export const Waited = z
  .strictObject({
    outcome: z.enum(["pending", ...REQUEST_STATUSES.filter((status) => status !== "open")]),
    request: Request,
    redeemed: z
      .strictObject({ id: GrantId, args: JsonObject, repeated: Repeated })
      .optional()
      .meta({ description: "Allowed and redeemed at once: exactly these arguments may run now." }),
    joined: z
      .literal(true)
      .optional()
      .meta({ description: "The same question of this agent was there already." }),
    askedBefore: RequestId.optional().meta({
      description: "Your own question that asks the same and is open: this one asks it again.",
    }),
    askedBack: AskedBack.optional().meta({
      description:
        "It is open, and a person asks this before they decide: `answerBack` answers it, once.",
    }),
    undeliverable: z.literal(true).optional().meta({
      description: "It is open, and nobody could be reached on any channel.",
    }),
  })
  .meta({ id: "Waited", description: "How the request closed, or `pending` while it is open." });

export const WaitedMany = z
  .strictObject({ outcome: z.enum(["pending", "settled"]), requests: z.array(Waited) })
  .meta({ id: "WaitedMany" });

export const Message = z
  .strictObject({
    id: MessageId,
    workspace: Workspace,
    conversation: ConversationId,
    from: Actor,
    text: z.string(),
    salt: z.string(),
    createdAt: Timestamp,
    lateAnswerTo: RequestId.optional(),
    corrects: RequestId.optional(),
    asksBack: RequestId.optional().meta({
      description: "The open request before whose decision this is asked: `answerBack` answers it.",
    }),
  })
  .meta({ id: "Message", description: "One thing said; needs no answer." });

export const Mailbox = z
  .strictObject({
    items: z.array(z.union([Request, Message])),
    unread: z.int().meta({ description: "How many there are, those beyond `items` included." }),
  })
  .meta({ id: "Mailbox", description: "What an agent has not acknowledged, oldest first." });

const StatusLog = z
  .strictObject({ timestamp: Timestamp, level: z.enum(["INFO", "WARNING"]), message: z.string() })
  .meta({ id: "StatusLog" });

export const Status = z
  .strictObject({
    calls: z.int(),
    limited: z.int().meta({ description: "Calls refused because there were too many." }),
    violations: z
      .int()
      .meta({ description: "Refused keys, scopes, tokens, origins and decisions." }),
    securityScore: z
      .enum(["HIGH", "MEDIUM", "LOW"])
      .meta({ description: "Of these figures, by the bounds of the policy." }),
    pendingAuthorizations: z.int(),
    uptimeMs: z.number(),
    memoryBytes: z.int(),
    cpuPercent: z.number().meta({ description: "Of one processor, over the last minute." }),
    activeSessions: z.int().meta({ description: "Waits and streams that are open now." }),
    recentLogs: z
      .array(StatusLog)
      .meta({ description: `Newest first, at most ${MAX_STATUS_LOGS}.` }),
  })
  .meta({
    id: "Status",
    description: `Counts of the last ${inTime(STATUS_COUNTS_MS)}, and figures of now.`,
  });

export const ClockState = z
  .strictObject({
    now: Timestamp.meta({ description: "The time by which all is decided and written." }),
    told: Timestamp.meta({ description: "What the clock of the system tells." }),
    state: z.enum(["right", "behind", "jumped"]).meta({
      description:
        "`behind`: it is more than a minute behind the log, and time goes on by itself. `jumped`: it is too far ahead, and nothing is written until an owner accepts it.",
    }),
  })
  .meta({ id: "ClockState", description: "The server's time, and the clock of its system." });

export const Conversation = z
  .strictObject({
    id: ConversationId,
    workspace: Workspace,
    agent: PrincipalId,
    title: z.string(),
    createdAt: Timestamp,
  })
  .meta({ id: "Conversation" });

export const ListedConversation = Conversation.extend({
  last: Message.pick({ id: true, from: true, text: true, createdAt: true })
    .optional()
    .meta({
      description: `In the order \`latest\`: what was said last, its first ${SHOWN_IN_LIST_LENGTH} characters.`,
    }),
}).meta({ id: "ListedConversation" });

export const Event = z
  .strictObject({
    workspace: Workspace,
    seq: z.int(),
    type: z.enum(EVENT_TYPES),
    at: Timestamp,
    actor: PrincipalId.optional(),
    subject: z.string(),
    agent: PrincipalId.optional(),
    data: z
      .strictObject({
        digest: z.string().optional(),
        via: z.string().optional(),
        message: MessageId.optional(),
        name: z.string().optional(),
        kind: z.string().optional(),
        version: z.int().optional(),
        from: z.int().optional().meta({ description: "The version that was restored." }),
        run: z.string().optional(),
        error: z.string().optional().meta({ description: "The type of an error." }),
        level: z.string().optional(),
        rule: z.string().optional(),
        revision: z.string().optional(),
        permission: PermissionId.optional(),
        grant: GrantId.optional(),
        unattended: z.literal(true).optional(),
        soleOperator: z.literal(true).optional(),
        steppedUp: z.literal(true).optional(),
        edited: z.literal(true).optional(),
        passkey: z.literal(true).optional(),
        withdrawn: z.int().optional(),
        channel: z.string().optional(),
        delivery: DeliveryId.optional(),
        session: SessionId.optional(),
        role: z
          .enum(["owner", "approver", "viewer"])
          .optional()
          .meta({ description: "Of a person that was made known." }),
        owner: PrincipalId.optional().meta({ description: "Of an agent: the person who made it." }),
        words: z.string().optional().meta({ description: "Digest of a reason that was given." }),
        pending: z.literal(true).optional(),
        count: z.int().optional(),
        key: KeyId.optional().meta({ description: "The key by which a person decided." }),
        hand: z.enum(HANDS).optional().meta({
          description: "Whose hand decided, if not the person's own.",
        }),
        madeBy: PrincipalId.optional().meta({
          description: "Who made that key, if somebody else did.",
        }),
        service: PrincipalId.optional().meta({ description: "The service whose user did it." }),
        told: Timestamp.optional(),
        stood: Timestamp.optional(),
        until: Timestamp.optional(),
        decidedAt: Timestamp.optional().meta({
          description: "Of a decision that was held for a moment: when it was made.",
        }),
        leader: RequestId.optional().meta({
          description: "The question that is, or was, asked for it.",
        }),
      })
      .optional(),
  })
  .meta({ id: "Event", description: "An appended fact; holds ids and digests, never content." });

export const Right = z.enum(RIGHTS).meta({ id: "Right" });

export const Principal = z
  .strictObject({
    id: PrincipalId,
    workspace: Workspace,
    kind: z.enum(["agent", "person", "service"]),
    name: z.string(),
    role: z.enum(["owner", "approver", "viewer"]).optional(),
    owner: PrincipalId.optional().meta({ description: "Of an agent: the person who made it." }),
    tiedBy: PrincipalId.optional().meta({
      description: "Of the subject of a token: who has said whose it is, unless it is theirs.",
    }),
    haltedAt: Timestamp.optional().meta({ description: "Of an agent that is not served." }),
    createdAt: Timestamp,
  })
  .meta({ id: "Principal", description: "Who acts." });

export const Key = z
  .strictObject({
    id: KeyId,
    workspace: Workspace,
    principal: PrincipalId,
    scopes: z.array(Right),
    holdMs: z
      .int()
      .optional()
      .meta({ description: "How long a tool called with it waits for a person." }),
    unattended: z.literal(true).optional().meta({ description: "For scripts that decide." }),
    label: z.string().optional().meta({ description: "What it is for." }),
    madeWith: KeyId.optional().meta({
      description: "The key that it, or the sign-in link of a web session, was made with.",
    }),
    expiresAt: Timestamp.optional().meta({
      description: "From then on nobody gets in with it; absent if it has no end.",
    }),
    web: z
      .strictObject({
        browser: z.string(),
        atTerminal: z.boolean(),
        expiresAt: Timestamp,
        endedAt: Timestamp.optional(),
      })
      .optional()
      .meta({ description: "Of a web session: a browser holds it in a cookie." }),
    invitation: z.strictObject({ expiresAt: Timestamp }).optional().meta({
      description: "It lets nobody in: its person makes their own key with it, once.",
    }),
    madeBy: PrincipalId.optional().meta({
      description: "Who made it; absent for those that a start has made.",
    }),
    invitedBy: PrincipalId.optional().meta({
      description: "Who invited the person that made it for themselves.",
    }),
    createdAt: Timestamp,
    revokedAt: Timestamp.optional(),
    usedAt: Timestamp.optional().meta({ description: "Its last use, to the hour." }),
  })
  .meta({ id: "Key", description: "A bearer key; its secret is shown once." });

export const Problem = z
  .strictObject({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    code: z.string(),
    detail: z.string(),
    details: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: "Problem", description: "A problem document (RFC 9457) with the error's code." });
