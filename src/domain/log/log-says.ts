import type { Handed } from "../authority/authorization.ts";
import { present } from "../present.ts";
import type { Timestamp } from "../timestamp.ts";
import type { Event } from "./event.ts";
import type { EventType } from "./event-types.ts";
import type { Facts, RowKind, Saying } from "./sayings.ts";

/** What a vote is compared by, beside its key. */
export function voteText(digest: string | undefined, hand: Handed["hand"]): string | undefined {
  return hand === undefined ? digest : `${digest} ${hand}`;
}

/** The kind of an event whose digest covers a specification without its confidence. */
export const TASK_DIGEST = "specification";

interface Says {
  /** The kinds of rows that it describes; empty if no row holds it. */
  readonly of: readonly RowKind[];
  /** Each row that it describes exists from then on, unless it says `gone`. */
  readonly makes?: RowKind;
  /** The id of the row that it makes, where that is not the subject. */
  readonly madeId?: (event: Event) => string;
  says(event: Event): readonly Saying[];
}

/** It happened to somebody, was refused, or was done outside: no row has to agree with it. */
const NOTHING: Says = { of: [], says: () => [] };

function about(kind: RowKind, factsOf: (event: Event) => Facts): Says {
  return {
    of: [kind],
    says: (event) => [{ kind, id: event.subject, facts: factsOf(event) }],
  };
}

function making(kind: RowKind, factsOf: (event: Event) => Facts): Says {
  return { ...about(kind, factsOf), makes: kind };
}

/** A decision that was held is logged when it was sent, and counts from when it was made. */
function decidedAt({ at, data }: Event): Timestamp {
  return data?.decidedAt ?? at;
}

function closing(status: string, more: (event: Event) => Facts = () => ({})): Says {
  return about("request", (event) => ({
    status,
    closedAt: decidedAt(event),
    closedBy: event.actor ?? null,
    via: event.data?.via,
    ...more(event),
  }));
}

const answer = ({ data }: Event): Facts => ({ answer: data?.digest });
const words = ({ data }: Event): Facts => ({ words: data?.words });
const asked = ({ data }: Event): Facts => ({
  action: data?.digest,
  level: data?.level,
  rule: data?.rule,
});

/** A stored vote was given then, for this digest. A vote that was given may have been dropped. */
const vote = (event: Event): Facts => {
  const { actor, data } = event;
  if (actor === undefined) return {};
  const at = decidedAt(event);
  const hand = data?.hand ?? (data?.unattended === true ? "unattended" : undefined);
  return {
    [`vote ${actor} ${at}`]: voteText(data?.digest, hand),
    [`key of vote ${actor} ${at}`]: data?.key,
    [`note of vote ${actor} ${at}`]: data?.words ?? null,
  };
};

/** The voter may have edited it too, which the event does not say. */
const unknownEditor: Facts = { editor: undefined, editNote: undefined };

const ground = ({ actor, data }: Event): Facts => ({
  basis: actor === undefined ? `rule ${data?.rule}` : "people",
});

const rejection = (isRevoked: boolean) =>
  closing("rejected", (event) => ({
    action: event.data?.digest,
    isRevoked,
    ...ground(event),
    ...words(event),
  }));
const revocation = rejection(true);

const grant = (facts: (event: Event) => Facts): Says =>
  about("grant", (event) => ({
    id: event.data?.grant,
    digest: event.data?.digest,
    ...facts(event),
  }));
const used = grant(({ at }) => ({ isUsed: true, usedAt: at }));
/** It replaces any grant minted before. */
const voided = grant(({ at }) => ({ mintedAt: at, isUsed: true, usedAt: at }));

const setBack = (of: (event: Event) => number | null): Says =>
  about("workspace", (event) => ({ setBack: of(event) }));

const memory = about("memory", ({ data }) => ({
  version: data?.version,
  [`version ${data?.version}`]: data?.digest ?? "deleted",
}));

const session = (status: string) => about("session", () => ({ status }));
const erased = (kind: RowKind) => about(kind, ({ at }) => ({ isErased: true, erasedAt: at }));

const exchange = about("liaison", ({ data }) => ({
  [`exchange ${data?.message}`]: data?.digest,
}));
/** Before its kind was logged, the digest also covered the confidence, which changes within a version. */
const task = about("liaison", ({ data }) =>
  data?.kind === TASK_DIGEST ? { [`task ${data.revision} ${data.version}`]: data.digest } : {},
);

const messageMade = making("message", ({ at, actor, data }) => ({
  createdAt: at,
  from: actor,
  text: data?.digest,
}));

/** A message that an event about something else made. */
const messageIn = ({ at, actor, data }: Event): Saying => ({
  kind: "message",
  id: data?.message ?? "",
  facts: { text: data?.digest, from: actor, via: data?.via, createdAt: at },
});

const keyMade = making("key", ({ at, actor, data }) => ({
  createdAt: at,
  maker: actor ?? null,
  holder: `${data?.kind} ${data?.name}`,
  key: data?.digest,
  isUnattended: data?.unattended ?? false,
  isWeb: false,
  expiresAt: data?.until ?? null,
  revokedAt: null,
}));

/** By its number, since a chain that was cut off at its end holds together. */
const signerChange: Says = {
  of: ["signers"],
  says: ({ data }) => [{ kind: "signers", id: `${data?.version}`, facts: { entry: data?.digest } }],
  makes: "signers",
  madeId: ({ data }) => `${data?.version}`,
};

/**
 * What each event says of which row, for every comparison of the record with the log. An event that
 * is missing here does not compile: adding one means stating what it commits the record to.
 */
export const LOG_SAYS: Readonly<Record<EventType, Says>> = {
  "workspace.created": making("workspace", () => ({ policy: null })),
  "principal.created": making("principal", ({ at, data }) => ({
    kind: data?.kind,
    name: data?.name,
    createdAt: at,
    ...present({ role: data?.role === undefined ? undefined : data.role }),
    // Before owners were logged, the maker of an agent was not always noted.
    ...present({ owner: data?.owner === undefined ? undefined : data.owner }),
  })),
  "agent.halted": about("principal", ({ at }) => ({ haltedAt: at })),
  "agent.resumed": about("principal", () => ({ haltedAt: null })),
  "agent.tied": about("principal", ({ actor, data }) => ({
    owner: data?.owner ?? null,
    tiedBy: actor === undefined || actor === data?.owner ? null : actor,
  })),
  "key.created": keyMade,
  "key.rotated": about("key", ({ data }) => ({ expiresAt: data?.until })),
  "invitation.created": keyMade,
  "invitation.accepted": about("key", ({ at }) => ({ revokedAt: at })),
  "key.revoked": about("key", ({ at }) => ({ revokedAt: at })),
  "web_session.started": about("key", ({ at, actor, data }) => ({
    createdAt: at,
    principal: actor,
    maker: actor ?? null,
    key: data?.digest,
    isWeb: true,
    revokedAt: null,
  })),
  "web_session.ended": about("key", ({ at }) => ({ endedAt: at })),
  "web_session.revoked": about("key", ({ at }) => ({ revokedAt: at })),
  "passphrase.set": about("passphrase", ({ data }) => ({ hash: data?.digest })),
  "passphrase.refused": NOTHING,
  "sign_in_link.created": NOTHING,
  "passkey.added": about("passkey", ({ at, actor, data }) => ({
    createdAt: at,
    operator: actor,
    name: data?.name,
    passkey: data?.digest,
  })),
  "passkey.removed": about("passkey", () => ({ isGone: true })),
  "passkey.refused": NOTHING,
  "operator.removed": NOTHING,
  "channel.heard": NOTHING,
  "channel.unheard": NOTHING,
  "channel.linked": NOTHING,
  "channel.unlinked": NOTHING,
  "attention.changed": NOTHING,
  "replies.changed": NOTHING,
  "subscription.set": NOTHING,
  "subscription.rotated": NOTHING,
  "subscription.removed": NOTHING,
  "tool.pinned": NOTHING,
  "tools.offered": NOTHING,
  // It goes once it is part of the chain, or its time is over.
  "signer.stated": about("statement", ({ subject }) => ({ statement: subject })),
  "signer.added": signerChange,
  "signer.ended": signerChange,
  "signer.owner_changed": signerChange,
  "request.created": making("request", (event) => {
    const isAction = event.data?.kind === "authorization";
    return {
      kind: isAction ? "authorization" : "question",
      status: "open",
      agent: event.actor,
      createdAt: event.at,
      closedAt: null,
      closedBy: null,
      ...(isAction
        ? { ...asked(event), said: event.data?.words }
        : { question: event.data?.digest }),
    };
  }),
  "request.answered": closing("answered", answer),
  // It names the permission and not the person who gave it.
  "request.answered_by_permission": closing("answered", (event) => ({
    ...answer(event),
    closedBy: undefined,
  })),
  "request.answered_late": { of: ["message"], says: (event) => [messageIn(event)] },
  "request.cancelled": closing("cancelled", words),
  "request.expired": closing("expired"),
  "request.approval_voted": about("request", (event) => ({
    ...asked(event),
    ...vote(event),
    ...unknownEditor,
  })),
  "request.approved": closing("approved", (event) => ({
    ...asked(event),
    ...vote(event),
    ...unknownEditor,
    ...ground(event),
  })),
  "request.rejected": rejection(false),
  "request.responded": closing("responded", (event) => ({
    action: event.data?.digest,
    ...words(event),
  })),
  "request.edited": about("request", (event) => ({
    ...asked(event),
    editor: event.actor,
    editNote: event.data?.words ?? null,
  })),
  "request.asked_back": {
    of: ["request", "message"],
    says: (event) => [
      {
        kind: "request",
        id: event.subject,
        facts: { [`asked back ${event.data?.version}`]: `${event.actor} ${event.data?.words}` },
      },
      messageIn(event),
    ],
  },
  "request.answered_back": about("request", ({ data }) => ({
    [`answered back ${data?.version}`]: data?.words,
  })),
  "request.vote_revoked": about("request", asked),
  "request.revoked": {
    of: ["request", "grant"],
    says: (event) => [...revocation.says(event), ...voided.says(event)],
  },
  "request.demand_changed": about("request", ({ data }) => ({
    level: data?.level,
    rule: data?.rule,
  })),
  "request.decision_refused": NOTHING,
  "request.erased": erased("request"),
  "request.claimed": NOTHING,
  "test.ended": NOTHING,
  "request.assigned": NOTHING,
  "request.unassigned": NOTHING,
  "request.decision_held": NOTHING,
  "request.decision_undone": NOTHING,
  "request.decision_dropped": NOTHING,
  "request.released": NOTHING,
  "request.snoozed": NOTHING,
  "request.undeliverable": NOTHING,
  "request.shared": NOTHING,
  "request.separated": NOTHING,
  "request.reminded": NOTHING,
  "request.rerouted": NOTHING,
  "request.escalated": NOTHING,
  "request.kept": NOTHING,
  // These two have no digest but that of the words that were given.
  "request.abandoned": closing("abandoned", ({ data }) => ({ words: data?.digest })),
  "request.assumed": closing("assumed", ({ data }) => ({ words: data?.digest })),
  "grant.minted": grant(({ at }) => ({ mintedAt: at, isUsed: undefined, usedAt: undefined })),
  "grant.redeemed": used,
  "grant.voided": used,
  "grant.refused": NOTHING,
  "grant_key.rotated": NOTHING,
  "clock.went_back": NOTHING,
  "clock.jumped": NOTHING,
  "policy.changed": {
    of: ["workspace", "policy"],
    says: ({ subject, actor, data }) => [
      { kind: "workspace", id: subject, facts: { policy: data?.revision } },
      {
        kind: "policy",
        id: data?.revision ?? "",
        facts: { revision: data?.revision, maker: actor ?? null },
      },
    ],
  },
  "permission.given": making("permission", ({ at, actor, agent, data }) => ({
    createdAt: at,
    givenBy: actor,
    agent,
    tool: data?.name,
    scope: data?.kind,
    level: data?.level,
    permission: data?.digest,
    revokedAt: null,
  })),
  "permission.used": about("request", ({ data }) => ({
    basis: `permission ${data?.permission}`,
    closedBy: undefined,
  })),
  // Its digest covered all of it.
  "permission.erased": about("permission", () => ({ permission: undefined })),
  "permission.revoked": about("permission", ({ at }) => ({ revokedAt: at })),
  "conversation.created": making("conversation", ({ at, actor, agent }) => ({
    createdAt: at,
    agent: agent ?? actor,
  })),
  "message.created": messageMade,
  "message.held": messageMade,
  "message.erased": erased("message"),
  "mailbox.acknowledged": NOTHING,
  "delivery.sent": NOTHING,
  "delivery.seen": NOTHING,
  "delivery.failed": NOTHING,
  "delivery.resent": NOTHING,
  "delivery.dropped": NOTHING,
  "memory.written": memory,
  "memory.deleted": memory,
  "memory.restored": memory,
  // A later entry under the same key is another entry.
  "memory.erased": about("memory", () => ({ isGone: true })),
  "tool.succeeded": NOTHING,
  "tool.failed": NOTHING,
  "skill.read": NOTHING,
  "skills.counted": NOTHING,
  "log.sealed": NOTHING,
  "log.restored": NOTHING,
  "log.went_back": setBack((event) => event.seq),
  "log.accepted": setBack(() => null),
  "matter.erased": NOTHING,
  "session.created": making("session", ({ data }) => ({
    cause: data?.kind,
    task: data?.digest,
    status: data?.pending ? "pending" : "queued",
  })),
  "session.started": session("running"),
  "session.released": session("queued"),
  "session.paused": session("paused"),
  "session.completed": session("completed"),
  "session.failed": session("failed"),
  "session.cancelled": session("cancelled"),
  "session.begun": session("queued"),
  "session.adopted": session("paused"),
  "session.imported": making("session", () => ({})),
  "session.cancel_asked": NOTHING,
  "session.erased": erased("session"),
  "agent.registered": NOTHING,
  "liaison.begun": { ...exchange, makes: "liaison" },
  "liaison.said": exchange,
  "liaison.replied": exchange,
  "liaison.moved": about("liaison", ({ data }) => ({ phase: data?.kind })),
  "liaison.erased": erased("liaison"),
  "liaison.shared": NOTHING,
  "task.created": task,
  "task.updated": task,
  "task.taken": about("liaison", ({ data }) => ({ worker: data?.name })),
  "task.progressed": about("liaison", ({ data }) => ({
    [`progress ${data?.version}`]: data?.digest,
  })),
  "task.completed": about("liaison", ({ data }) => ({ [`result ${data?.version}`]: data?.digest })),
  "task.feedback_received": about("liaison", ({ data }) => ({
    [`feedback ${data?.version}`]: data?.digest,
  })),
  "task.feedback_withdrawn": NOTHING,
  "task.question_asked": NOTHING,
  "task.question_answered": NOTHING,
  "task.withdrawn": NOTHING,
};
