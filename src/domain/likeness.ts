import type { Action } from "./action.ts";
import type { Json, JsonObject } from "./json.ts";
import { isJsonObject } from "./json-equal.ts";
import { pointerPart } from "./json-pointer.ts";
import type { Request } from "./request.ts";

/*
 * What "like" means, for whoever folds requests into one row and for a rejection that holds for more
 * than one. Two requests of one agent are alike where they are of one kind, and
 * - of questions: text, context and form are the same;
 * - of authorizations: tool, level, resources, on whose behalf and every argument are the same.
 * Texts are the same where nothing but padding differs: white space, letters that nobody sees, upper
 * and lower case, one character said again and again, and full stops at the end. Numbers are never
 * padding. What is empty counts as not there. Reason, session and the tool's definition are the agent's
 * own word, by which it would make each request another: they tell nothing apart.
 */

/** What of an action tells it apart. */
export interface LikenessOfAction extends Pick<Action, "tool" | "level" | "args" | "resources"> {
  readonly onBehalfOf?: string | undefined;
}

/** The same text for actions that are alike; what stands at the pointers may be anything. */
export function likenessOf(
  { tool, level, args, resources, onBehalfOf }: LikenessOfAction,
  anyAt: readonly string[] = [],
): string {
  const within = essenceOf(args, { at: "", anyAt: new Set(anyAt) });
  const of = resources.map(({ uri, sha256 }) => [gist(uri), sha256]);
  return JSON.stringify(["authorization", tool, level, within, of, gist(onBehalfOf ?? "")]);
}

/** The same text for requests of one agent that are alike. */
export function likenessOfRequest(request: Request): string {
  const { agent, to } = request;
  const whom = to.toSorted();
  if (request.kind === "question") {
    const { text, context = "", form } = request.question;
    const within = essenceOf(form as unknown as JsonObject, { at: "", anyAt: new Set() });
    return JSON.stringify(["question", agent, whom, gist(text), gist(context), within]);
  }
  const { action, demand, onBehalfOf, secrets } = request.authorization;
  const like = likenessOf({ ...action, level: demand.level, onBehalfOf }, secrets);
  return JSON.stringify([agent, whom, like]);
}

interface Place {
  readonly at: string;
  readonly anyAt: ReadonlySet<string>;
}

/** Undefined for what is empty. */
function essenceOf(value: Json, { at, anyAt }: Place): Json | undefined {
  if (anyAt.has(at)) return undefined;
  if (typeof value === "string") return gist(value) || undefined;
  if (Array.isArray(value)) {
    const all = value.flatMap((one, i) => {
      const within = essenceOf(one, { at: at + pointerPart(i), anyAt });
      return within === undefined ? [] : [within];
    });
    return all.length === 0 ? undefined : all;
  }
  if (!isJsonObject(value)) return value ?? undefined;
  const members = Object.keys(value)
    .toSorted()
    .flatMap((key) => {
      const within = essenceOf(value[key] ?? null, { at: at + pointerPart(key), anyAt });
      return within === undefined ? [] : [[key, within]];
    });
  // As pairs: an object would take `__proto__` for no key.
  return members.length === 0 ? undefined : { "": members };
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
