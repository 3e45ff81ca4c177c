import type { Action } from "../authority/action.ts";
import type { Json, JsonObject } from "../json.ts";
import { isJsonObject } from "../json-equal.ts";
import { pointerPart } from "../json-pointer.ts";
import type { ShownRequest } from "./request.ts";

/*
 * What "like" means when requests are folded into one row, and for a rejection that covers more than
 * one. Two requests of one agent are alike if they are of one kind, and
 * - of questions: text, context, form and evidence are the same;
 * - of authorizations: tool, level, resources, evidence, on whose behalf and every argument are the same.
 * Texts are the same if only padding differs: white space, invisible letters, upper and lower case, a
 * repeated character, and full stops at the end. An empty value counts as absent. Reason, session and
 * the tool's definition are ignored: the agent writes them and could make every request different.
 * A row also folds requests that differ only in digits: a counter, an amount, a time, an id. Each is
 * still decided separately, and the row says where they differ. A rejection closes requests that
 * nobody looks at, so digits count for it, unless its person says that they do not.
 */

/** The parts of an action that tell it from others. */
export interface LikenessOfAction
  extends Pick<Action, "tool" | "level" | "args" | "resources" | "evidence"> {
  readonly onBehalfOf?: string | undefined;
}

/** JSON Pointers of arguments that may be anything, and of those whose digits may be. */
export interface Leeway {
  readonly anyAt?: readonly string[] | undefined;
  readonly digitsAt?: readonly string[] | undefined;
}

/** The pointer of all arguments. */
const EVERYWHERE = [""];

/** The same text for actions that are alike. */
export function likenessOf(
  { tool, level, args, resources, evidence, onBehalfOf }: LikenessOfAction,
  leeway: Leeway = {},
): string {
  const within = essenceOf(args, placeOf(leeway));
  const of = resources.map(({ uri, sha256 }) => [gist(uri), sha256]);
  const like = ["authorization", tool, level, within, of, gist(onBehalfOf ?? "")];
  return JSON.stringify(evidence === undefined ? like : [...like, evidence]);
}

/** The same text for requests of one agent that stand in one row. */
export function likenessOfRequest(request: ShownRequest): string {
  const { agent, to } = request;
  const whom = to.toSorted();
  if (request.kind === "question") {
    const { text, context = "", form, evidence } = request.question;
    const within = essenceOf(form as unknown as JsonObject, placeOf({ digitsAt: EVERYWHERE }));
    const like = ["question", agent, whom, shape(text), shape(context), within];
    return JSON.stringify(evidence === undefined ? like : [...like, evidence]);
  }
  const { action, demand, onBehalfOf, secrets, edit } = request.authorization;
  const leeway = { anyAt: secrets, digitsAt: EVERYWHERE };
  const like = likenessOf({ ...action, level: demand.level, onBehalfOf }, leeway);
  const { approvers, quorum, wanted = [] } = demand;
  // A request that its reader can decide must not hide behind one that others decide.
  const author = edit?.others === true ? [edit.by.principal] : [];
  return JSON.stringify([agent, whom, approvers, quorum, like, ...wanted, ...author]);
}

/** Whether two values differ only in digits. */
export function differInDigits(one: Json, other: Json): boolean {
  const of = (value: Json, digitsAt: readonly string[]) =>
    JSON.stringify(essenceOf(value, placeOf({ digitsAt })));
  return of(one, []) !== of(other, []) && of(one, EVERYWHERE) === of(other, EVERYWHERE);
}

interface Place {
  readonly at: string;
  readonly anyAt: ReadonlySet<string>;
  readonly digitsAt: ReadonlySet<string>;
  /** Whether it lies where digits may be any. */
  readonly isLoose: boolean;
}

function placeOf({ anyAt, digitsAt }: Leeway): Place {
  return { at: "", anyAt: new Set(anyAt), digitsAt: new Set(digitsAt), isLoose: false };
}

/** Undefined for what is empty. */
function essenceOf(value: Json, place: Place): Json | undefined {
  const { at, anyAt, digitsAt } = place;
  if (anyAt.has(at)) return undefined;
  const isLoose = place.isLoose || digitsAt.has(at);
  if (typeof value !== "object") return essenceOfLeaf(value, isLoose);
  const memberOf = (member: Json, key: string | number) =>
    essenceOf(member, { ...place, at: at + pointerPart(key), isLoose });
  if (Array.isArray(value)) {
    const all = value.flatMap((one, i) => {
      const within = memberOf(one, i);
      return within === undefined ? [] : [within];
    });
    return all.length === 0 ? undefined : all;
  }
  if (!isJsonObject(value)) return undefined;
  const members = Object.keys(value)
    .toSorted()
    .flatMap((key) => {
      const within = memberOf(value[key] ?? null, key);
      return within === undefined ? [] : [[key, within]];
    });
  // As pairs: an object would not treat `__proto__` as a key.
  return members.length === 0 ? undefined : { "": members };
}

function essenceOfLeaf(value: string | number | boolean, isLoose: boolean): Json | undefined {
  if (typeof value === "string") return (isLoose ? shape(value) : gist(value)) || undefined;
  // No text and no object from an agent gives the same.
  return typeof value === "number" && isLoose ? { "": withoutDigits(String(value)) } : value;
}

const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\s]+/gu;
const REPEATED = /(\P{Nd})\1+/gu;
const CLOSING = /(?!^)[.,;:!?…]+$/u;

/** A text without its padding. */
function gist(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(UNSEEN, "")
    .replaceAll(REPEATED, "$1")
    .replace(CLOSING, "");
}

/* What changes by itself from request to request: ids, and anything written in digits. */
const UUID = /(?<![\p{L}\p{Nd}])[\da-f]{8}-?(?:[\da-f]{4}-?){3}[\da-f]{12}(?![\p{L}\p{Nd}])/gu;
const HEX = /(?<![\p{L}\p{Nd}])(?=[a-f]*\d)[\da-f]{8,}(?![\p{L}\p{Nd}])/gu;
const DIGITS = /\p{Nd}+/gu;

/** A text without padding and digits. An id goes as a whole first: padding would take letters from it. */
function shape(text: string): string {
  const plain = text.normalize("NFKC").toLowerCase();
  return withoutDigits(gist(plain.replaceAll(UUID, "0").replaceAll(HEX, "0")));
}

/** No text contains the character that replaces them: `gist` removes it. */
function withoutDigits(text: string): string {
  return text.replaceAll(DIGITS, "\0");
}
