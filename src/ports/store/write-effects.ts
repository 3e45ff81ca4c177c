import type { EventType } from "../../domain/log/event.ts";
import type { Write } from "./write.ts";

/** Caches that a change on another node makes stale too. */
export type SharedCache =
  /** The keys of a workspace with their owners. */
  | "keys"
  /** Who has a passkey. */
  | "passkey_holders"
  /** Where each channel may bring something. */
  | "addresses"
  /** Where agents are called when a request closes. */
  | "subscriptions"
  | "principals"
  /** Who calls, by the hash of a key, web session or token. */
  | "callers"
  | "policy"
  /** Permissions that answer questions, and rejections that stand. */
  | "standing_answers";

/** Caches of a store that one process alone writes. */
export type LocalCache = "open_requests" | "memory" | "inbox_counts";

/** Who may have something to do after a write. */
export type Job =
  /** Calls that wait for a request. */
  | "request_waiters"
  /** Hosts that wait for a session. */
  | "session_waiters"
  | "expiry"
  /** What sends decisions that were held for their person to take back. */
  | "held_decisions"
  | "sharing"
  | "dispatch"
  /** What brings deliveries, where no channel needed it before. */
  | "first_way"
  | "marks"
  /** The liaison's turns. */
  | "turns"
  | "graph_mirror"
  | "redemand"
  | "retention"
  | "scrape_keys"
  /** What a key has opened, once it is good no more. */
  | "key_ends"
  /** What a key has opened, once its end is known. */
  | "key_expires"
  /** What an agent has under way, once it is halted. */
  | "agent_halts";

/** A write that changes what nodes keep must be told to the others: `toldBy` are the events that do. */
type Stale =
  | { readonly stale: readonly LocalCache[] }
  | {
      readonly stale: readonly (SharedCache | LocalCache)[];
      readonly toldBy: readonly [EventType, ...EventType[]];
    };

type Effects<Of extends Write> = Stale & {
  readonly wakes: readonly Job[];
  /** Whether it takes something out that is to stand nowhere any more. */
  readonly erases?: true | ((write: Of) => boolean);
};

type WriteOf<Type extends Write["type"]> = Extract<Write, { readonly type: Type }>;

const NOTHING = { stale: [], wakes: [] } as const;
const OF_INBOX = { stale: ["inbox_counts"], wakes: [] } as const;

/** An erasure may take words from any row, and is rare: no cache keeps anything from before it. */
const OF_ANY_ROW = {
  stale: [
    "keys",
    "passkey_holders",
    "addresses",
    "subscriptions",
    "principals",
    "callers",
    "policy",
    "standing_answers",
    "open_requests",
    "memory",
    "inbox_counts",
  ],
  toldBy: ["matter.erased", "permission.erased", "memory.erased"],
  wakes: [],
  erases: true,
} as const;

/**
 * What each kind of write reaches beside its rows. A kind that is not here does not compile: whoever adds one
 * says which caches it makes stale and who has to look again.
 */
const EFFECTS = {
  "workspace.insert": NOTHING,
  "principal.insert": NOTHING,
  "key.insert": {
    stale: ["keys"],
    toldBy: ["key.created", "web_session.started", "invitation.created"],
    wakes: ["scrape_keys"],
  },
  "key.revoke": {
    stale: ["keys", "callers"],
    toldBy: ["key.revoked", "web_session.revoked", "operator.removed", "invitation.accepted"],
    wakes: ["key_ends"],
  },
  // When a key was used last is in no cache that decides anything.
  "key.use": NOTHING,
  "key.expire": { stale: ["keys", "callers"], toldBy: ["key.rotated"], wakes: ["key_expires"] },
  "key.end": {
    stale: ["keys", "callers"],
    toldBy: ["web_session.ended"],
    wakes: ["key_ends"],
  },
  "agent.halt": {
    stale: ["keys", "principals", "callers"],
    toldBy: ["agent.halted", "agent.resumed"],
    wakes: ["session_waiters", "agent_halts"],
  },
  "agent.tie": {
    stale: ["keys", "principals", "callers"],
    toldBy: ["agent.tied"],
    wakes: [],
  },
  "ticket.insert": NOTHING,
  "ticket.take": NOTHING,
  "ticket.drop": NOTHING,
  "passkey.insert": { stale: ["passkey_holders"], toldBy: ["passkey.added"], wakes: [] },
  "passkey.use": NOTHING,
  "passkey.remove": {
    stale: ["passkey_holders"],
    toldBy: ["passkey.removed", "operator.removed"],
    wakes: [],
  },
  "delivery.sent": NOTHING,
  "delivery.seen": NOTHING,
  "claim.put": NOTHING,
  "claim.remove": NOTHING,
  "assignment.put": NOTHING,
  "assignment.drop": NOTHING,
  "replies.put": NOTHING,
  "planted.insert": NOTHING,
  "planted.end": NOTHING,
  "snooze.put": NOTHING,
  "conversation.insert": NOTHING,
  "message.insert": NOTHING,
  "message.erase": { stale: [], wakes: [], erases: true },
  "request.insert": { stale: ["open_requests", "inbox_counts"], wakes: ["expiry", "sharing"] },
  "request.update": {
    stale: ["open_requests", "inbox_counts"],
    wakes: ["request_waiters", "expiry", "held_decisions", "sharing"],
  },
  "request.erase": { stale: ["open_requests", "inbox_counts"], wakes: [], erases: true },
  "grant.put": NOTHING,
  "record.accept": NOTHING,
  "grant.void": NOTHING,
  "grant.consume": NOTHING,
  "ground.holds": NOTHING,
  "permission.insert": {
    stale: ["standing_answers"],
    toldBy: ["permission.given"],
    wakes: [],
  },
  "permission.use": {
    stale: ["standing_answers"],
    toldBy: ["permission.used", "request.answered_by_permission"],
    wakes: [],
  },
  "permission.revoke": {
    stale: ["standing_answers"],
    toldBy: ["permission.revoked"],
    wakes: [],
  },
  "policy.put": {
    stale: ["policy"],
    toldBy: ["policy.changed"],
    wakes: ["redemand", "retention"],
  },
  "tool.pin": NOTHING,
  "tool.offer": NOTHING,
  "tool.define": NOTHING,
  "passphrase.put": NOTHING,
  "checkpoint.insert": NOTHING,
  "signers.append": NOTHING,
  "statement.insert": NOTHING,
  "statement.drop": NOTHING,
  "statement.erase": { stale: [], wakes: [], erases: true },
  "lease.holds": NOTHING,
  "memory.count": NOTHING,
  "memory.put": { stale: ["memory"], wakes: [] },
  "mailbox.put": OF_INBOX,
  "mailbox.release": OF_INBOX,
  "mailbox.ready": OF_INBOX,
  "mailbox.remove": OF_INBOX,
  "mailbox.acknowledge": OF_INBOX,
  // Web sessions that go have ended long ago, and let nobody in.
  "retention.drop": { stale: [], wakes: [], erases: true },
  "words.put": OF_ANY_ROW,
  "words.drop": OF_ANY_ROW,
  "outbox.insert": { stale: [], wakes: ["dispatch"] },
  "outbox.put": { stale: [], wakes: ["dispatch"] },
  "outbox.settle": { stale: [], wakes: ["dispatch"] },
  "outbox.hasten": { stale: [], wakes: ["dispatch"] },
  "link.insert": { stale: ["addresses"], toldBy: ["channel.linked"], wakes: ["first_way"] },
  "link.heard": NOTHING,
  "link.rank": NOTHING,
  "link.remove": { stale: ["addresses"], toldBy: ["channel.unlinked"], wakes: [] },
  "attention.put": NOTHING,
  "subscription.put": {
    stale: ["subscriptions"],
    toldBy: ["subscription.set", "subscription.rotated"],
    wakes: ["first_way"],
  },
  "subscription.remove": {
    stale: ["subscriptions"],
    toldBy: ["subscription.removed"],
    wakes: [],
  },
  "rider.put": { stale: ["inbox_counts"], wakes: ["sharing"] },
  "rider.remove": OF_INBOX,
  "session.insert": { stale: [], wakes: ["session_waiters"] },
  "session.put": { stale: [], wakes: ["session_waiters"] },
  "entry.insert": { stale: [], wakes: ["session_waiters"] },
  "session.erase": { stale: [], wakes: [], erases: true },
  "mark.put": { stale: [], wakes: ["marks"] },
  "profile.put": NOTHING,
  "liaison.insert": { stale: [], wakes: ["turns", "graph_mirror"] },
  "liaison.put": {
    stale: [],
    wakes: ["turns", "graph_mirror"],
    erases: ({ liaison }) => liaison.erasedAt !== undefined,
  },
  "graph.put": NOTHING,
  "graph.drop": { stale: [], wakes: [], erases: true },
  "content.put": NOTHING,
  "content.bring": NOTHING,
  "content.drop": { stale: [], wakes: [], erases: true },
  "content.expire": { stale: [], wakes: [], erases: true },
  "content.holds": NOTHING,
  "tally.add": NOTHING,
  "tally.drop": NOTHING,
} as const satisfies { readonly [Type in Write["type"]]: Effects<WriteOf<Type>> };

export const WRITE_EFFECTS: Readonly<Record<Write["type"], Effects<never>>> = EFFECTS;

type EffectsOf<Type extends Write["type"]> = (typeof EFFECTS)[Type];
/** The writes whose effect of this name holds one of these words. */
type WriteWith<Name extends "stale" | "wakes", Word> = {
  [Type in Write["type"]]: Word extends EffectsOf<Type>[Name][number] ? WriteOf<Type> : never;
}[Write["type"]];

export type WriteWaking<Wakes extends Job> = WriteWith<"wakes", Wakes>;
export type WriteStaling<Cache extends SharedCache | LocalCache> = WriteWith<"stale", Cache>;

export function makesStale<Cache extends SharedCache | LocalCache>(
  cache: Cache,
  write: Write,
): write is WriteStaling<Cache> {
  const stale: readonly string[] = WRITE_EFFECTS[write.type].stale;
  return stale.includes(cache);
}

export function isErasing(write: Write): boolean {
  const { erases } = WRITE_EFFECTS[write.type];
  return typeof erases === "function" ? erases(write as never) : erases === true;
}

/** The caches of other nodes that an event makes stale: those of every write that it tells of. */
export const STALE_BY_EVENT: ReadonlyMap<EventType, ReadonlySet<string>> = byEvent();

function byEvent(): ReadonlyMap<EventType, ReadonlySet<string>> {
  const caches = new Map<EventType, Set<string>>();
  for (const effects of Object.values(WRITE_EFFECTS)) {
    for (const event of "toldBy" in effects ? effects.toldBy : []) {
      caches.set(event, new Set([...(caches.get(event) ?? []), ...effects.stale]));
    }
  }
  return caches;
}
