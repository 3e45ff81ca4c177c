import type { Json, JsonObject } from "../json.ts";
import { isJsonObject } from "../json-equal.ts";
import { pointerPart, pointerParts, valueAtParts } from "../json-pointer.ts";
import { present } from "../present.ts";
import type { Action } from "./action.ts";
import { type ArgRole, isKnownKey, isMinorUnit, type Rank, roleOfKey } from "./arg-roles.ts";
import type { Authorization } from "./authorization.ts";
import { isCommitment } from "./secret-args.ts";

/*
 * Which arguments say most of what an action does: for a row, a heading, a post. Every surface takes
 * them from here. In this order:
 *
 * - what a rule of the policy names, which no agent has any say in;
 * - then, one of each in turn: where it happens, what is run, amounts, who or what it reaches, what its
 *   tool marks with `x-earshot-decisive`, how many, names;
 * - what the schema requires, lists or gives a format; other plain values;
 * - long texts, ids, and whatever is no single value.
 *
 * An agent chooses arguments and, often, the schema. So nothing here leaves an argument out of what is
 * decided on: the number of the others is always told, and all of them stand in the card. No kind of
 * argument can crowd out another, since each has its turn.
 */

export interface DecisiveArg {
  /** Its JSON Pointer; long keys are cut. */
  readonly at: string;
  readonly role: ArgRole;
  /** A text is cut in its middle. Absent for a secret, and for what is no single value. */
  readonly value?: string | number | boolean | null;
  /** Of a text that is cut: its end, and how many characters are left out before that. */
  readonly end?: string;
  readonly left?: number;
  /** The currency of an amount, as a neighbour of it says: three capital letters. */
  readonly currency?: string;
  /** Of a list, how many entries it has; `value` is the first. */
  readonly entries?: number;
  readonly isSecret?: true;
}

export interface Decisive {
  /** At most five. */
  readonly args: readonly DecisiveArg[];
  /** How many others there are; what lies deep or in a list counts as one. */
  readonly more: number;
}

/** Marks a property of a tool's schema as decisive. */
const DECISIVE_HINT = "x-earshot-decisive";

const MOST = 5;
/** In one object more than these are read only if their name is known as it stands. */
const MOST_READ = 300;
const MOST_DEPTH = 4;
const HEAD_CHARS = 32;
const TAIL_CHARS = 16;
/** What says that less was left out would be longer than that. */
const LEAST_CUT = 20;
const KEY_CHARS = 40;

/** The arguments of an authorization that say most of what it does. */
export function decisiveArgs({
  action,
  argsSchema,
  demand,
}: Pick<Authorization, "argsSchema"> & {
  readonly action: Pick<Action, "args">;
  readonly demand: Pick<Authorization["demand"], "args">;
}): Decisive {
  const { args } = action;
  const { leaves, count } = leavesOf(args, argsSchema);
  const named = (demand.args ?? []).flatMap((pointer) => leafAt(args, pointer));
  const isNamed = new Set(named.map(({ pointer }) => pointer));
  const rest = inTurns(leaves.filter(({ pointer }) => !isNamed.has(pointer)));
  const ordered = [...named, ...rest];
  const spoken = new Set(ordered.slice(0, MOST).flatMap(({ besides = [] }) => besides));
  const shown = ordered.filter(({ pointer }) => !spoken.has(pointer)).slice(0, MOST);
  const told = shown.length + shown.flatMap(({ besides = [] }) => besides).length;
  return { args: shown.map(argOf), more: Math.max(count - told, 0) };
}

interface Leaf {
  readonly pointer: string;
  readonly value: Json;
  readonly role: ArgRole;
  /** Within its role; lower comes first. */
  readonly rank: number;
  readonly currency?: string | undefined;
  /** Pointers of others that it tells of, too. */
  readonly besides?: readonly string[];
}

function leafAt(args: JsonObject, pointer: string): readonly Leaf[] {
  const parts = pointerParts(pointer);
  const value = valueAtParts(args, parts);
  if (value === undefined) return [];
  const parent = valueAtParts(args, parts.slice(0, -1));
  const key = parts.at(-1) ?? "";
  const { role } = roleOfKey(key, value);
  return [{ pointer, value, role, rank: 0, ...moneyOf({ pointer, key, value, role, parent }) }];
}

/** Values that stand by themselves, in the stored order, and how many there are. */
function leavesOf(args: JsonObject, schema: JsonObject | undefined) {
  const leaves: Leaf[] = [];
  const open: Place[] = [];
  let count = 0;
  const enter = (parent: JsonObject, within: Within) => {
    const { places, unread } = placesIn(parent, within);
    open.unshift(...places);
    count += unread;
  };
  enter(args, { pointer: "", schema, depth: 0, parentRole: undefined });
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    const { value, depth } = next;
    const isBranch = isJsonObject(value) && !isCommitment(value) && Object.keys(value).length > 0;
    if (isBranch && depth < MOST_DEPTH && leaves.length < MOST_READ) enter(value, next);
    else {
      count += 1;
      leaves.push(leafOf(next));
    }
  }
  return { leaves, count };
}

interface Within {
  readonly pointer: string;
  readonly schema: Json | undefined;
  readonly depth: number;
  readonly parentRole: ArgRole | undefined;
}

interface Place extends Within {
  readonly key: string;
  readonly value: Json;
  readonly parent: JsonObject;
  readonly own: Rank;
  readonly isRequired: boolean;
}

/** Of many, the first; and of the others those whose whole name is known. */
function placesIn(
  parent: JsonObject,
  { pointer, schema, depth, parentRole }: Within,
): { readonly places: readonly Place[]; readonly unread: number } {
  const properties = memberOf(schema, "properties");
  const required = memberOf(schema, "required");
  const isRequired = new Set(Array.isArray(required) ? required : []);
  const all = Object.keys(parent);
  const read = [...all.slice(0, MOST_READ), ...all.slice(MOST_READ).filter(isKnownKey)];
  const places = read.slice(0, 2 * MOST_READ).map((key): Place => {
    const value = parent[key] ?? null;
    const own = roleOfKey(key, value);
    return {
      pointer: pointer + pointerPart(key),
      key,
      value,
      parent,
      own,
      schema: memberOf(properties, key),
      isRequired: isRequired.has(key),
      depth: depth + 1,
      parentRole: own.role === "plain" ? parentRole : own.role,
    };
  });
  return { places, unread: all.length - places.length };
}

function memberOf(of: Json | undefined, key: string): Json | undefined {
  return of !== undefined && isJsonObject(of) && Object.hasOwn(of, key) ? of[key] : undefined;
}

function leafOf(place: Place): Leaf {
  const { pointer, key, value, parent, own, schema, parentRole } = place;
  const inherited = own.role === "plain" && parentRole !== undefined && isScalar(value);
  const found: Rank = inherited ? { ...own, role: parentRole } : own;
  const role =
    isHinted(schema) && isLater(found.role) ? "hinted" : roleBySchema(found.role, schema);
  const rank = found.rank - (place.isRequired ? 0.5 : 0) - (isListed(schema) ? 0.25 : 0);
  return { pointer, value, role, rank, ...moneyOf({ pointer, key, value, role, parent }) };
}

function isScalar(value: Json): boolean {
  return typeof value !== "object" || value === null;
}

function isHinted(schema: Json | undefined): boolean {
  return memberOf(schema, DECISIVE_HINT) === true;
}

function isListed(schema: Json | undefined): boolean {
  return memberOf(schema, "enum") !== undefined || memberOf(schema, "format") !== undefined;
}

const REACHES: ReadonlySet<unknown> = new Set(["email", "uri", "url", "hostname", "ipv4", "ipv6"]);

function roleBySchema(role: ArgRole, schema: Json | undefined): ArgRole {
  if (role !== "plain") return role;
  const format = memberOf(schema, "format");
  if (REACHES.has(format)) return "target";
  return format === "uuid" ? "id" : role;
}

/** Whose currency stands beside them. */
function moneyOf({
  pointer,
  key,
  value,
  role,
  parent,
}: Pick<Leaf, "pointer" | "value" | "role"> & {
  readonly key: string;
  readonly parent: Json | undefined;
}): Pick<Leaf, "currency" | "besides"> {
  if (role !== "amount" || typeof value !== "number" || isMinorUnit(key)) return {};
  if (parent === undefined || !isJsonObject(parent)) return {};
  const name = CURRENCIES.find((one) => Object.hasOwn(parent, one));
  const code = name === undefined ? undefined : parent[name];
  if (name === undefined || typeof code !== "string" || !CODE.test(code)) return {};
  const around = pointer.slice(0, pointer.lastIndexOf("/"));
  return { currency: code, besides: [around + pointerPart(name)] };
}
const CURRENCIES = ["currency", "currency_code", "currencyCode", "Currency", "ccy"];
/** Services that count in cents write the code in small letters. */
const CODE = /^[A-Z]{3}$/;

/** The kinds that take turns, and those that come behind all of them. */
const TURNS = ["place", "command", "amount", "target", "hinted", "count", "name"] as const;
const BEHIND = ["plain", "flag", "text", "id", "compound"] as const;

function isLater(role: ArgRole): boolean {
  return (BEHIND as readonly ArgRole[]).includes(role) || role === "count" || role === "name";
}

function inTurns(leaves: readonly Leaf[]): readonly Leaf[] {
  const of = Map.groupBy(leaves, ({ role }) => role);
  const sorted = (role: ArgRole) => (of.get(role) ?? []).toSorted((a, b) => a.rank - b.rank);
  const queues = TURNS.map(sorted);
  const found: Leaf[] = [];
  for (let turn = 0; turn < MOST; turn += 1) {
    for (const queue of queues) found.push(...queue.slice(turn, turn + 1));
  }
  return [...found, ...BEHIND.flatMap(sorted), ...queues.flatMap((queue) => queue.slice(MOST))];
}

function argOf({ pointer, value, role, currency }: Leaf): DecisiveArg {
  const at = shortPointer(pointer);
  if (isCommitment(value)) return { at, role, isSecret: true };
  if (Array.isArray(value)) {
    const [first = null] = value;
    const shown = isScalar(first) && !isCommitment(first) ? scalarOf(first) : {};
    return { at, role, ...shown, entries: value.length };
  }
  if (!isScalar(value)) return { at, role };
  return { at, role, ...scalarOf(value), ...present({ currency }) };
}

function scalarOf(value: Json): Pick<DecisiveArg, "value" | "end" | "left"> {
  if (typeof value !== "string") return { value: value as number | boolean | null };
  const line = value.indexOf("\n");
  if (line < 0 && value.length <= HEAD_CHARS + TAIL_CHARS + LEAST_CUT) return { value };
  const first = value.slice(0, line < 0 ? 2 * HEAD_CHARS : Math.min(line, 2 * HEAD_CHARS));
  const head = Array.from(first).slice(0, HEAD_CHARS).join("");
  // Of several lines the first says what it is; the others are read in the card.
  const last = line < 0 ? value.slice(-2 * TAIL_CHARS) : "";
  const end = Array.from(last).slice(-TAIL_CHARS).join("");
  const left = value.length - head.length - end.length;
  return left <= 0 ? { value } : { value: head, end, left };
}

function shortPointer(pointer: string): string {
  return pointerParts(pointer)
    .map((part) => {
      if (part.length <= KEY_CHARS) return pointerPart(part);
      return pointerPart(
        `${Array.from(part.slice(0, 2 * KEY_CHARS))
          .slice(0, KEY_CHARS)
          .join("")}…`,
      );
    })
    .join("");
}
