import type { Action } from "../authority/action.ts";
import type { PrincipalId, RequestId } from "../id.ts";
import type { JsonObject } from "../json.ts";
import { parseHead } from "./chain-check.ts";
import { type CheckpointClaims, treeOf } from "./checkpoint.ts";
import { type Event, type EventData, eventBody } from "./event.ts";
import { type EventProof, placeIn, proofFault } from "./event-proof.ts";
import type { EventType } from "./event-types.ts";
import { isEvent, isObject } from "./exported-line.ts";
import type { MerkleHashes } from "./merkle.ts";

/**
 * One request from its asking to its end, in the events of the log that speak of it. Anybody can check
 * it with the public keys of the deployment, without the log and without the server. It says what has
 * happened, and nothing of what has not: whoever makes it may leave events out.
 */
export interface ActionProof {
  readonly v: 1;
  readonly request: RequestId;
  /** Its deployment's, as its server says: a JWK Set. They are worth as much as where the proof is from. */
  readonly keys?: JsonObject;
  /** Tokens; each seals some of the events. */
  readonly checkpoints: readonly string[];
  /** In their order: those of the request, and those that made its people, policies and permission. */
  readonly events: readonly PlacedEvent[];
  /** What digests of content in the log are made with; absent once the content is erased. */
  readonly salt?: string;
  /** The words whose digests stand in events; they went with the salt. */
  readonly said: readonly Said[];
  /** As it runs, if it is one; absent once it is erased. */
  readonly action?: Action;
  /** As its agent asked for it, if somebody edited it. */
  readonly asked?: Action;
  /** The texts of the policies by which it was decided. */
  readonly policies: readonly JsonObject[];
  /** The terms of the standing permission that decided it. */
  readonly permission?: JsonObject;
}

export interface PlacedEvent {
  readonly event: Event;
  /** The index of the checkpoint over it. */
  readonly checkpoint: number;
  readonly path: EventProof["path"];
}

export interface Said {
  readonly seq: number;
  /** The fact of the event that is the digest of it. */
  readonly fact: "digest" | "words";
  readonly value: unknown;
}

export interface ProofHashes extends MerkleHashes {
  action(action: Action): string;
  json(value: unknown): string;
  content(salt: string, value: unknown): string;
}

/**
 * Why a proof does not hold. `malformed`: the file is no proof. `not_signed`: no key has signed a
 * checkpoint in its time. `elsewhere`: of another deployment or workspace. `not_in_log`: an event is not
 * under the root of its checkpoint. `other_request`: an event is about another one. The rest: a part is
 * not the one whose digest the log has.
 */
export const PROOF_FAULTS = [
  "malformed",
  "not_signed",
  "elsewhere",
  "not_in_log",
  "other_request",
  "other_action",
  "other_words",
  "other_policy",
  "other_permission",
] as const;
export type ProofFault = (typeof PROOF_FAULTS)[number];

export interface FoundFault {
  readonly fault: ProofFault;
  /** In English. */
  readonly why: string;
}

/** The types that stand in a proof without being about its request. */
const BESIDE: readonly EventType[] = ["principal.created", "policy.changed", "permission.given"];

function isBeside(event: Event): boolean {
  return BESIDE.includes(event.type);
}

/** The events of this type name the digest of an action, and not of words. */
const NAMES_ACTION: ReadonlySet<string> = new Set([
  "request.created",
  "request.approval_voted",
  "request.approved",
  "request.rejected",
  "request.responded",
  "request.edited",
  "request.vote_revoked",
  "request.revoked",
  "grant.minted",
  "grant.redeemed",
] satisfies EventType[]);

/** Those whose checkpoints are sealed by somebody who is trusted: one for each, in their order. */
export function actionProofFault(
  proof: ActionProof,
  checkpoints: readonly CheckpointClaims[],
  hashes: ProofHashes,
): FoundFault | undefined {
  return (
    sealFault(checkpoints) ??
    placeFault(proof, checkpoints, hashes) ??
    requestFault(proof) ??
    actionFault(proof, hashes) ??
    wordsFault(proof, hashes) ??
    policyFault(proof, hashes) ??
    permissionFault(proof, hashes)
  );
}

/** Of two logs at once nothing is proved: their checkpoints would seal the same numbers, or other heads. */
function sealFault(checkpoints: readonly CheckpointClaims[]): FoundFault | undefined {
  const [first] = checkpoints;
  const isOfOne = checkpoints.every(
    ({ iss, workspace }) => iss === first?.iss && workspace === first.workspace,
  );
  if (!isOfOne) return { fault: "elsewhere", why: "its checkpoints are of two logs" };
  const inOrder = checkpoints.toSorted((one, other) => one.seq - other.seq);
  for (const [at, { previous }] of inOrder.entries()) {
    const before = inOrder[at - 1];
    if (before === undefined) continue;
    const head = parseHead(previous ?? `0:${EMPTY}`);
    const isBehind =
      head.seq > before.seq || (head.seq === before.seq && head.hash === before.hash);
    if (!isBehind)
      return { fault: "elsewhere", why: "two of its checkpoints contradict each other" };
  }
  return undefined;
}

const EMPTY = "0".repeat(64);

function placeFault(
  { events }: ActionProof,
  checkpoints: readonly CheckpointClaims[],
  hashes: MerkleHashes,
): FoundFault | undefined {
  for (const { event, checkpoint: index, path } of events) {
    const checkpoint = checkpoints[index];
    if (checkpoint === undefined) return { fault: "malformed", why: "a checkpoint is missing" };
    const { after = 0 } = treeOf(checkpoint) ?? {};
    const place = placeIn({ after, upTo: checkpoint.seq }, event.seq);
    const why = proofFault({ event, proof: { ...place, path } }, checkpoint, hashes);
    if (why !== undefined) return { fault: "not_in_log", why: `event ${event.seq}: ${why}` };
  }
  return undefined;
}

function requestFault({ request, events }: ActionProof): FoundFault | undefined {
  const other = events.find(({ event }) => event.subject !== request && !isBeside(event));
  if (other !== undefined) {
    const { seq, type, subject } = other.event;
    return { fault: "other_request", why: `event ${seq}, ${type}, is about ${subject}` };
  }
  const own = events.filter(({ event }) => !isBeside(event));
  const isWhole =
    own.length > 0 &&
    own.every(({ event }, at) => (event.type === "request.created") === (at === 0));
  return isWhole
    ? undefined
    : { fault: "other_request", why: `${request} was not asked first, and once` };
}

/** What it is, or was before it was erased. */
export function isAboutAction({ events }: Pick<ActionProof, "events">): boolean {
  return events.some(
    ({ event: { type, data } }) => type === "request.created" && data?.kind === "authorization",
  );
}

function isErased({ events }: ActionProof): boolean {
  return events.some(({ event }) => event.type === "request.erased");
}

function actionFault(proof: ActionProof, hashes: ProofHashes): FoundFault | undefined {
  const { action, asked, events } = proof;
  const fault = (why: string): FoundFault => ({ fault: "other_action", why });
  if (action === undefined) {
    if (asked !== undefined) return fault("it holds what was asked, and no action");
    const isAbsent = !isAboutAction(proof) || isErased(proof);
    return isAbsent ? undefined : fault("its action is missing, and was not erased");
  }
  if (!isAboutAction(proof)) return fault("it holds an action, and asked a question");
  const named = events.flatMap(({ event: { type, data } }) =>
    NAMES_ACTION.has(type) && data?.digest !== undefined ? [data.digest] : [],
  );
  if (!isForm(action, named.at(-1), hashes)) {
    return fault("its action is not the one whose digest the last event names");
  }
  if (asked === undefined) return undefined;
  return isForm(asked, named[0], hashes) && named[0] !== named.at(-1)
    ? undefined
    : fault("what it says was asked is not what the first event names");
}

function isForm(action: Action, digest: string | undefined, hashes: ProofHashes): boolean {
  return (action.v === 1 || action.v === 2) && hashes.action(action) === digest;
}

function wordsFault(
  { salt, said, events }: ActionProof,
  hashes: ProofHashes,
): FoundFault | undefined {
  for (const { seq, fact, value } of said) {
    const data: EventData | undefined = events.find(({ event }) => event.seq === seq)?.event.data;
    const isIt = salt !== undefined && data?.[fact] === hashes.content(salt, value);
    if (!isIt) return { fault: "other_words", why: `the words with event ${seq} are others` };
  }
  return undefined;
}

/** It was in force when an event of the request named it. */
function policyFault({ request, policies, events }: ActionProof, hashes: ProofHashes) {
  for (const policy of policies) {
    const revision = hashes.json(policy);
    const isOfIt = ({ event: { data } }: PlacedEvent) => data?.revision === revision;
    const applied = events.findIndex((one) => one.event.type === "policy.changed" && isOfIt(one));
    const named = events.findLastIndex((one) => one.event.subject === request && isOfIt(one));
    if (applied === -1 || named < applied) {
      return { fault: "other_policy", why: "it was not decided by a policy of this text" } as const;
    }
  }
  return undefined;
}

/** It had been given when an event of the request says that it was used. */
function permissionFault({ request, permission, events }: ActionProof, hashes: ProofHashes) {
  if (permission === undefined) return undefined;
  const [id, digest] = [permission["id"], hashes.json(permission)];
  const given = events.findIndex(
    ({ event: { type, subject, data } }) =>
      type === "permission.given" && subject === id && data?.digest === digest,
  );
  const used = events.findLastIndex(
    ({ event: { subject, data } }) => subject === request && data?.permission === id,
  );
  return given !== -1 && used > given
    ? undefined
    : ({
        fault: "other_permission",
        why: "it was not decided by a permission of these terms",
      } as const);
}

/** The numbers of events that are about another form of the action than is shown: there were several edits. */
export function unshownForms(
  { events, action, asked }: ActionProof,
  hashes: ProofHashes,
): readonly number[] {
  const shown = [action, asked].flatMap((one) => (one === undefined ? [] : [hashes.action(one)]));
  return events.flatMap(({ event: { seq, type, data } }) =>
    NAMES_ACTION.has(type) && action !== undefined && !shown.includes(data?.digest ?? "")
      ? [seq]
      : [],
  );
}

/** The name under which the log knows somebody; of whoever the proof does not show, their id. */
export function nameIn({ events }: Pick<ActionProof, "events">, id: PrincipalId): string {
  const made = events.find(
    ({ event }) => event.type === "principal.created" && event.subject === id,
  );
  return made?.event.data?.name ?? id;
}

const MEMBERS = [
  "v",
  "request",
  "keys",
  "checkpoints",
  "events",
  "salt",
  "said",
  "action",
  "asked",
  "policies",
  "permission",
];
const HASH = /^[0-9a-f]{64}$/;

/** The proof in a file; undefined if the file holds none. */
export function readActionProof(value: unknown): ActionProof | undefined {
  if (!isObject(value) || value["v"] !== 1 || !isCommon(value)) return undefined;
  const { request, checkpoints, events, salt, said, policies } = value;
  const isWhole =
    Object.keys(value).every((member) => MEMBERS.includes(member)) &&
    typeof request === "string" &&
    isList(checkpoints, (one) => typeof one === "string") &&
    isList(events, isPlacedEvent) &&
    isList(said, isSaid) &&
    isList(policies, isObject) &&
    (salt === undefined || typeof salt === "string") &&
    ["action", "asked", "keys", "permission"].every(
      (member) => value[member] === undefined || isObject(value[member]),
    );
  if (!isWhole) return undefined;
  const proof = value as unknown as ActionProof;
  const isInOrder = proof.events.every(
    ({ event }, at) => at === 0 || event.seq > (proof.events[at - 1]?.event.seq ?? 0),
  );
  return isInOrder ? proof : undefined;
}

function isList(value: unknown, isOne: (one: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isOne);
}

function isPlacedEvent(value: unknown): boolean {
  return (
    isObject(value) &&
    Object.keys(value).length === 3 &&
    isEvent(value["event"]) &&
    isAsHashed(value["event"]) &&
    Number.isSafeInteger(value["checkpoint"]) &&
    Number(value["checkpoint"]) >= 0 &&
    isList(value["path"], (hash) => typeof hash === "string" && HASH.test(hash))
  );
}

/** Whatever a verifier in another language could hash in another way is none. */
function isAsHashed(event: Event): boolean {
  const { actor = "", agent = "", data = {} }: { readonly [Part in keyof Event]?: unknown } = event;
  const isPlain =
    typeof actor === "string" &&
    typeof agent === "string" &&
    Object.entries(data as object).every(([name, fact]) => FACT.test(name) && isFact(fact));
  return isPlain && JSON.stringify({ v: 1, ...event }) === eventBody(event);
}

const FACT = /^[A-Za-z]{1,64}$/;

function isFact(value: unknown): boolean {
  return typeof value === "string" || typeof value === "boolean" || Number.isSafeInteger(value);
}

/** What recursion of a verifier has to bear. */
const MOST_DEEP = 100;

/** JSON that every verifier reads in the same way: not too deep, its numbers finite, its texts whole. */
function isCommon(value: unknown): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MOST_DEEP || !level.every(isCommonScalar)) return false;
    level = level.flatMap((one) =>
      typeof one === "object" && one !== null ? [...Object.keys(one), ...Object.values(one)] : [],
    );
  }
  return true;
}

function isCommonScalar(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  return typeof value !== "string" || value.isWellFormed();
}

function isSaid(value: unknown): boolean {
  return (
    isObject(value) &&
    Object.keys(value).length === 3 &&
    Number.isSafeInteger(value["seq"]) &&
    (value["fact"] === "digest" || value["fact"] === "words") &&
    value["value"] !== undefined
  );
}
