import type { Handed } from "../authority/authorization.ts";
import type {
  DeliveryId,
  GrantId,
  KeyId,
  MessageId,
  PermissionId,
  PrincipalId,
  RequestId,
  SessionId,
  WorkspaceId,
} from "../id.ts";
import type { Role } from "../people/principal.ts";
import type { Timestamp } from "../timestamp.ts";
import { EVENTS } from "./event-kinds.ts";
import { EVENT_TYPES, type EventType } from "./event-types.ts";

export { EVENT_TYPES, type EventType } from "./event-types.ts";

/** Stands for a type that only a newer version knows. */
const UNKNOWN_EVENT_CODE = "EAR0000";

/** The stable code of a type. */
export function eventCode(type: string): string {
  return isEventType(type) ? EVENTS[type].code : UNKNOWN_EVENT_CODE;
}

/** What happened, in words. */
export function meaningOf(type: string): string {
  return isEventType(type) ? EVENTS[type].meaning : "something that this version does not know";
}

function isEventType(type: string): type is EventType {
  return Object.hasOwn(EVENTS, type);
}

export const EVENT_MEANINGS = Object.fromEntries(
  EVENT_TYPES.map((type) => [type, EVENTS[type].meaning]),
) as Readonly<Record<EventType, string>>;

/**
 * What a change appends to the log. It names things by id and content by digest. It never holds
 * content itself, so content can be erased and the chain still holds.
 */
export interface EventDraft {
  readonly type: EventType;
  readonly at: Timestamp;
  /** Who did it; absent if time did. */
  readonly actor?: PrincipalId;
  /** The id of what it is about. */
  readonly subject: string;
  /** The agent concerned, which may therefore read the event. */
  readonly agent?: PrincipalId;
  readonly data?: EventData;
}

/** The facts of an event by its type; all are optional, since erasure never reaches the log. */
export interface EventData {
  /** Digest of the content with its salt, base64url; `Digest.content` says how it is made. */
  readonly digest?: string;
  readonly via?: string;
  readonly message?: MessageId;
  readonly name?: string;
  readonly kind?: string;
  readonly version?: number;
  /** The question that is or was asked on its behalf. */
  readonly leader?: RequestId;
  /** The version that was restored, or the last event that is known to be lost. */
  readonly from?: number;
  readonly run?: string;
  /** The type of an error, or why something was refused. */
  readonly error?: string;
  readonly level?: string;
  /** The name of a rule of the policy. */
  readonly rule?: string;
  /** Version of a policy, id of a signing key or of a task. */
  readonly revision?: string;
  readonly permission?: PermissionId;
  readonly grant?: GrantId;
  /** The key is one for scripts; of decisions before `hand`, also that one was used. */
  readonly unattended?: true;
  /** The sole operator decided for their own agent. */
  readonly soleOperator?: true;
  readonly steppedUp?: true;
  /** An operator changed the arguments. */
  readonly edited?: true;
  /** The person who decided signed its digest with a passkey. */
  readonly passkey?: true;
  /** The number of votes dropped: their keys were revoked, or their voters may no longer decide. */
  readonly withdrawn?: number;
  readonly channel?: string;
  readonly delivery?: DeliveryId;
  /** The session that another one continues, or that a request belongs to. */
  readonly session?: SessionId;
  /** Of a person: what they may do. */
  readonly role?: Role;
  /** Of an agent: the person who made it. */
  readonly owner?: PrincipalId;
  /** Digest of the words given with it, such as a reason; made like `digest`. */
  readonly words?: string;
  /** It waits until a person says to go ahead. */
  readonly pending?: true;
  /** How many rows. */
  readonly count?: number;
  /** What the system's clock told, where the event is not of that time. */
  readonly told?: Timestamp;
  /** What the time was until then. */
  readonly stood?: Timestamp;
  /** Of a key: when it ends. */
  readonly until?: Timestamp;
  /** Of a decision that was held: when its person made it, which is when it counts. */
  readonly decidedAt?: Timestamp;
  /** The key by which a person decided. */
  readonly key?: KeyId;
  /** Whose hand decided, if not the person's own. */
  readonly hand?: Handed["hand"];
  /** Who made that key, if somebody else did. */
  readonly madeBy?: PrincipalId;
  /** The service whose user did it. */
  readonly service?: PrincipalId;
}

/** An appended fact: the draft with its place in the log of its workspace, which has no gaps. */
export interface Event extends EventDraft {
  readonly workspace: WorkspaceId;
  readonly seq: number;
}

/** Whether an agent may read the event: it did it, or the event concerns it. */
export function concernsAgent(event: Event, agent: PrincipalId): boolean {
  return event.agent === agent || event.actor === agent;
}

/**
 * The exact text of an event that is hashed: JSON without white space, keys in this order, absent
 * keys left out, `data` in the order of `EventData` followed by any other facts. So the hash covers
 * every fact that is shown.
 */
export function eventBody(event: Event): string {
  const { workspace, seq, type, at, actor, subject, agent } = event;
  const data = event.data === undefined ? undefined : inOrder(event.data);
  return JSON.stringify({ v: 1, workspace, seq, type, at, actor, subject, agent, data });
}

/** The facts of an event in the order in which they are hashed, stored and exported. */
export function inOrder(data: EventData): EventData {
  return isInOrder(data) ? data : sorted(data);
}

/** Most events are made in order: looking for every fact that they lack costs 1 µs each time. */
function isInOrder(data: EventData): boolean {
  let last = -1;
  for (const fact of Object.keys(data)) {
    const place = PLACES.get(fact) ?? -1;
    if (place <= last || data[fact as keyof EventData] === undefined) return false;
    last = place;
  }
  return true;
}

function sorted(data: EventData): EventData {
  const known: Record<string, unknown> = {};
  for (const fact of FACTS) if (data[fact] !== undefined) known[fact] = data[fact];
  // Only a log of another version has other facts, which come last.
  const isAll = Object.keys(data).every((fact) => PLACES.has(fact));
  return isAll ? (known as EventData) : { ...known, ...data };
}

/** Grows only at its end: the order is part of what is hashed. */
const FACTS: readonly (keyof EventData)[] = [
  "digest",
  "via",
  "message",
  "name",
  "kind",
  "version",
  "from",
  "run",
  "error",
  "level",
  "rule",
  "revision",
  "permission",
  "grant",
  "unattended",
  "soleOperator",
  "steppedUp",
  "edited",
  "passkey",
  "withdrawn",
  "channel",
  "delivery",
  "session",
  "role",
  "owner",
  "words",
  "pending",
  "count",
  "told",
  "stood",
  "until",
  "key",
  "hand",
  "madeBy",
  "decidedAt",
  "service",
];
const PLACES: ReadonlyMap<string, number> = new Map(FACTS.map((fact, place) => [fact, place]));
