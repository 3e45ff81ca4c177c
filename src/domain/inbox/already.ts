import { roleOfKey } from "../authority/arg-roles.ts";
import type { Json, JsonObject } from "../json.ts";
import { isJsonObject, isSameJson } from "../json-equal.ts";
import { pointerPart, pointerParts } from "../json-pointer.ts";
import type { AuthorizationRequest, Request } from "../requests/request.ts";
import { DAY_MS } from "../time.ts";
import { toMs } from "../timestamp.ts";

/**
 * An action of the same tool that people approved not long before, for the same thing: every argument is
 * the same, or at least what the arguments name as its subject, such as an order. It tells what was, and
 * decides nothing.
 */
export interface Already {
  readonly request: AuthorizationRequest;
  /** Where the subject stands that both have; empty if they are the same in every argument. */
  readonly subjects: readonly string[];
}

const MOST_AGE_MS = 30 * DAY_MS;
const MOST_READ = 300;
const MOST_DEPTH = 4;
const MOST_CHARS = 80;

/** What a business has one of, and deals with once. */
const THINGS: ReadonlySet<string> = new Set(
  "order invoice bill booking reservation ticket claim case contract subscription payment charge transaction shipment parcel return refund voucher".split(
    " ",
  ),
);
const NUMBER_WORDS: ReadonlySet<string> = new Set(
  "id number no nr num ref reference code".split(" "),
);

/** Of earlier ones, the newest that is the same; or else the newest of the same subject. */
export function alreadyOf(request: Request, newestFirst: readonly Request[]): Already | undefined {
  if (request.kind !== "authorization") return undefined;
  const { tool, args } = request.authorization.action;
  const own = subjectsIn(args);
  let ofSubject: Already | undefined;
  for (const other of newestFirst) {
    if (!isApproved(other, request) || other.authorization.action.tool !== tool) continue;
    if (isSameAction(request, other)) return { request: other, subjects: [] };
    if (ofSubject === undefined && hasSubjects(other, own)) {
      ofSubject = { request: other, subjects: [...own.keys()] };
    }
  }
  return ofSubject;
}

function isApproved(
  other: Request,
  { createdAt }: AuthorizationRequest,
): other is AuthorizationRequest {
  if (other.kind !== "authorization" || other.status !== "approved") return false;
  return toMs(createdAt) - toMs(other.closedAt) <= MOST_AGE_MS;
}

function isSameAction(one: AuthorizationRequest, other: AuthorizationRequest): boolean {
  const [{ action }, { action: earlier }] = [one.authorization, other.authorization];
  const partsOf = ({ args, resources, evidence = [] }: typeof action) =>
    [args, resources, evidence] as unknown as Json;
  return isSameJson(partsOf(action), partsOf(earlier));
}

function hasSubjects(
  { authorization }: AuthorizationRequest,
  own: ReadonlyMap<string, string>,
): boolean {
  if (own.size === 0) return false;
  const theirs = subjectsIn(authorization.action.args);
  return [...own].every(([pointer, value]) => theirs.get(pointer) === value);
}

/** Each argument that names one thing by its number, with its value. */
function subjectsIn(args: JsonObject): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const open: Place[] = [{ pointer: "", value: args, depth: 0 }];
  for (let looked = 0; looked < MOST_READ; looked += 1) {
    const place = open.shift();
    if (place === undefined) break;
    const { pointer, value } = place;
    if (isNumbered(value) && isThing(pointer, value)) found.set(pointer, String(value));
    else open.push(...placesIn(place));
  }
  return found;
}

interface Place {
  readonly pointer: string;
  readonly value: Json;
  readonly depth: number;
}

function placesIn({ pointer, value, depth }: Place): readonly Place[] {
  if (!isJsonObject(value) || depth >= MOST_DEPTH) return [];
  return Object.entries(value)
    .slice(0, MOST_READ)
    .map(([key, one]) => ({ pointer: pointer + pointerPart(key), value: one, depth: depth + 1 }));
}

/** The number of a thing, which has a digit, and is not all that there is to say. */
function isNumbered(value: Json): boolean {
  if (typeof value === "number") return Number.isSafeInteger(value);
  return typeof value === "string" && value.length <= MOST_CHARS && /^\S*\d\S*$/.test(value);
}

/** `order`, `order_id`, `invoiceNumber`, and `id` within `order`. */
function isThing(pointer: string, value: Json): boolean {
  // `refund: 300` is what it costs.
  if (roleOfKey(pointerParts(pointer).at(-1) ?? "", value).role === "amount") return false;
  const words = pointer
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== "");
  const last = words.findLast((word) => !NUMBER_WORDS.has(word));
  return last !== undefined && THINGS.has(last);
}
