import { evidenceOf } from "../evidence/evidence.ts";
import type { RequestId } from "../id.ts";
import type { Json } from "../json.ts";
import { isJsonObject, isSameJson } from "../json-equal.ts";
import { pointerPart } from "../json-pointer.ts";
import { likenessOfRequest } from "../requests/likeness.ts";
import type { ShownRequest } from "../requests/request.ts";

/**
 * Open requests of one agent that are alike share one row. Each is still decided by itself, and each
 * shows how it differs from the others.
 */
export interface Fold {
  /** All of them in order, beginning with the row's. */
  readonly ids: readonly RequestId[];
  /** Where they differ; empty if only their times differ. */
  readonly differs: readonly Difference[];
}

/** Their values at one place. */
export interface Difference {
  /** The JSON Pointer of an argument, such as `/note`, or the name of another part, such as `reason`. */
  readonly pointer: string;
  /** How many different values there are. */
  readonly count: number;
  /** As JSON, one for each in order, cut if it is long; empty if they are secret. */
  readonly values: readonly string[];
}

const MOST_CHARS = 80;
const MOST_DIFFERENCES = 8;

/** Groups what is alike, each group in the place of its first. */
export function foldAlike<T>(
  items: readonly T[],
  requestOf: (item: T) => ShownRequest,
): readonly (readonly T[])[] {
  const groups: T[][] = [];
  const known = new Map<string, T[]>();
  const coarse = Map.groupBy(items, (item) => coarselyOf(requestOf(item)));
  for (const item of items) {
    const request = requestOf(item);
    const isAlone = request.status !== "open" || coarse.get(coarselyOf(request))?.length === 1;
    const key = isAlone ? request.id : likenessOfRequest(request);
    const group = known.get(key);
    if (group !== undefined) group.push(item);
    else {
      const begun = [item];
      known.set(key, begun);
      groups.push(begun);
    }
  }
  return groups;
}

/** A cheap key: for most requests it already shows that nothing is like them. */
function coarselyOf({ agent, kind, ...request }: ShownRequest): string {
  const authorization = "authorization" in request ? request.authorization : undefined;
  return JSON.stringify([agent, kind, authorization?.action.tool]);
}

/** Undefined for a single one. */
export function foldOf(requests: readonly ShownRequest[]): Fold | undefined {
  if (requests.length < 2) return undefined;
  return { ids: requests.map(({ id }) => id), differs: differencesOf(requests) };
}

/** Where they differ; `left` names parts that do not count. */
export function differencesOf(
  requests: readonly ShownRequest[],
  left: ReadonlySet<string> = NOTHING,
): readonly Difference[] {
  const hidden = new Set(requests.flatMap(secretsOf));
  const found: Difference[] = [];
  const look = (pointer: string, values: readonly (Json | undefined)[]) => {
    if (found.length >= MOST_DIFFERENCES) return;
    if (hidden.has(pointer)) {
      found.push({ pointer, count: values.length, values: [] });
      return;
    }
    const [first] = values;
    if (values.every((value) => isSame(value, first))) return;
    if (values.every(isBranch)) {
      for (const key of keysOf(values)) {
        look(
          pointer + pointerPart(key),
          values.map((value) => (Object.hasOwn(value, key) ? memberOf(value, key) : undefined)),
        );
      }
    } else found.push(differenceAt(pointer, values));
  };
  look("", requests.map(argsOf));
  for (const [name, of] of NAMED) if (!left.has(name)) look(name, requests.map(of));
  return found;
}
const NOTHING: ReadonlySet<string> = new Set();

type Branch = readonly Json[] | { readonly [key: string]: Json };

function isBranch(value: Json | undefined): value is Branch & Json {
  return Array.isArray(value) || (value !== undefined && isJsonObject(value));
}

function keysOf(values: readonly Branch[]): readonly string[] {
  return [...new Set(values.flatMap((value) => Object.keys(value)))];
}

function memberOf(value: Branch, key: string): Json | undefined {
  return (value as { readonly [key: string]: Json })[key];
}

function isSame(one: Json | undefined, other: Json | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return isSameJson(one, other);
}

function differenceAt(pointer: string, values: readonly (Json | undefined)[]): Difference {
  const texts = values.map((value) => JSON.stringify(value) ?? "nothing");
  const from = commonStart(texts);
  return { pointer, count: new Set(texts).size, values: texts.map((text) => cut(text, from)) };
}

function commonStart([first = "", ...others]: readonly string[]): number {
  return others.reduce((length, text) => {
    let at = 0;
    while (at < length && text[at] === first[at]) at += 1;
    return at;
  }, first.length);
}

/** Shows of a long text where they begin to differ, and its end, where padding would be. */
function cut(text: string, from: number): string {
  if (text.length <= MOST_CHARS) return text;
  const half = MOST_CHARS / 2 - 2;
  const isAtEnd = from + half >= text.length - half;
  const start = isAtEnd ? 0 : Math.max(from - half / 2, 0);
  const head = `${start === 0 ? "" : "… "}${text.slice(start, start + half)}`;
  return `${head} … ${text.slice(-half)}`.toWellFormed();
}

function secretsOf(request: ShownRequest): readonly string[] {
  return request.kind === "authorization" ? request.authorization.secrets : [];
}

function argsOf(request: ShownRequest): Json | undefined {
  return request.kind === "authorization" ? request.authorization.action.args : undefined;
}

/** The parts beside the arguments, by the names that people see. */
const NAMED: readonly (readonly [string, (request: ShownRequest) => Json | undefined])[] = [
  ["question", (request) => questionOf(request)?.text],
  ["context", (request) => questionOf(request)?.context],
  ["form", (request) => questionOf(request)?.form as Json | undefined],
  ["reason", (request) => authorizationOf(request)?.reason],
  ["on behalf of", (request) => authorizationOf(request)?.onBehalfOf],
  ["session", (request) => authorizationOf(request)?.action.session],
  ["definition", (request) => authorizationOf(request)?.action.toolSchemaHash],
  ["resources", (request) => authorizationOf(request)?.action.resources as unknown as Json],
  ["evidence", (request) => evidenceOf(request) as unknown as Json],
];

function questionOf(request: ShownRequest) {
  return request.kind === "question" ? request.question : undefined;
}

function authorizationOf(request: ShownRequest) {
  return request.kind === "authorization" ? request.authorization : undefined;
}
