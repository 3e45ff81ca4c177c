import type { ContentDigest } from "../content/content.ts";
import { EarshotError } from "../errors.ts";
import { type Evidence, isOfArguments } from "../evidence/evidence.ts";
import type { Json, JsonObject } from "../json.ts";
import { isSameJson } from "../json-equal.ts";
import { pointerPart, valueAt, withValueAt } from "../json-pointer.ts";
import { MAX_SQL_PARAMS_BYTES } from "../limits.ts";
import { jsonLength } from "../text.ts";
import type { Action } from "./action.ts";
import { type Arguments, paymentAt } from "./payment.ts";

/*
 * An edit of an action that people are shown evidence of. A payment is that of the edited arguments. SQL, a
 * patch, a mail or the new content of a file follows the argument that holds it. Where evidence shows what
 * the arguments do, nothing else is edited: it would show what does not run.
 */

export interface Editing extends Arguments {
  /** The action as it stands. */
  readonly action: Pick<Action, "args" | "evidence">;
  readonly digestOf: (text: string) => ContentDigest;
}

export interface EditedEvidence {
  readonly evidence?: readonly Evidence[];
  /** What its contents are where arguments hold them. */
  readonly texts: ReadonlyMap<ContentDigest, string>;
}

/** The evidence of the request's action with other arguments. Throws INVALID_INPUT where it shows others. */
export function editedEvidence(id: string, editing: Editing): EditedEvidence {
  const { action, args } = editing;
  const { evidence } = action;
  const texts = new Map<ContentDigest, string>();
  if (evidence === undefined) return { texts };
  const places = placesOf(editing);
  if (evidence.some(isOfArguments)) assertFollowed(id, editing, places);
  const contentOf = (digest: ContentDigest): ContentDigest => {
    const [at] = places.contents.get(digest) ?? [];
    const text = at === undefined ? undefined : valueAt(args, at);
    if (typeof text !== "string") return digest;
    const next = editing.digestOf(text);
    texts.set(next, text);
    return next;
  };
  const followed = (one: Evidence): Evidence => {
    switch (one.kind) {
      case "payment":
        return paymentAt(one, editing);
      case "file":
        return { ...one, after: one.after && contentOf(one.after) };
      case "sql": {
        const at = places.params.get(one);
        const params = at === undefined ? undefined : valueAt(args, at);
        if (params === undefined) return { ...one, digest: contentOf(one.digest) };
        return { ...one, digest: contentOf(one.digest), params };
      }
      case "patch":
      case "mail":
        return { ...one, digest: contentOf(one.digest) };
      default:
        return one;
    }
  };
  return { evidence: evidence.map(followed), texts };
}

/** Where the arguments hold what the evidence shows. */
interface Places {
  readonly contents: ReadonlyMap<ContentDigest, readonly string[]>;
  readonly params: ReadonlyMap<Evidence, string>;
  readonly all: readonly string[];
}

function placesOf({ action: { args, evidence = [] }, digestOf }: Editing): Places {
  const shown = new Set(evidence.map(contentThatFollows));
  const contents = new Map<ContentDigest, string[]>();
  const params = new Map<Evidence, string>();
  for (const [at, value] of valuesIn(args)) {
    if (typeof value === "string") {
      const digest = digestOf(value);
      if (shown.has(digest)) contents.set(digest, [...(contents.get(digest) ?? []), at]);
      continue;
    }
    for (const one of evidence) if (isItsParams(one, value)) params.set(one, at);
  }
  const all = [
    ...[...contents.values()].flat(),
    ...params.values(),
    ...evidence.flatMap(paymentPlaces),
  ];
  return { contents, params, all };
}

function isItsParams(evidence: Evidence, value: Json): boolean {
  if (evidence.kind !== "sql" || evidence.params === undefined) return false;
  return typeof value === "object" && isSameJson(evidence.params, value);
}

function paymentPlaces(evidence: Evidence): readonly string[] {
  if (evidence.kind !== "payment") return [];
  const { amount, currency, payee } = evidence;
  return [amount, currency, payee].flatMap((fact) => fact?.at ?? []);
}

/** A plan is made of more than its arguments, and an image or a file is no part of them. */
function contentThatFollows(evidence: Evidence): ContentDigest | undefined {
  switch (evidence.kind) {
    case "file":
      return evidence.after ?? undefined;
    case "sql":
    case "patch":
    case "mail":
      return evidence.digest;
    default:
      return undefined;
  }
}

function* valuesIn(value: Json, at = ""): Generator<readonly [at: string, value: Json]> {
  if (at !== "") yield [at, value];
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) yield* valuesIn(inner, at + pointerPart(key));
}

function assertFollowed(id: string, { action, args }: Editing, { contents, all }: Places): void {
  let back: JsonObject = args;
  for (const at of all) {
    const [was, now] = [valueAt(action.args, at), valueAt(args, at)];
    const isTaken = was !== undefined && now !== undefined && typeof now === typeof was;
    const isLong = typeof now === "object" && jsonLength(now) > MAX_SQL_PARAMS_BYTES;
    if (!isTaken || isLong) throw unfollowed(id, action, all);
    back = withValueAt(back, at, was);
  }
  const isOne = (places: readonly string[]) =>
    new Set(places.map((at) => valueAt(args, at))).size === 1;
  if ([...contents.values()].every(isOne) && isSameJson(back, action.args)) return;
  throw unfollowed(id, action, all);
}

function unfollowed(
  id: string,
  { evidence = [] }: Editing["action"],
  places: readonly string[],
): EarshotError {
  const names = evidence.filter(isOfArguments).map(({ name }) => JSON.stringify(name));
  const may = places.length === 0 ? "" : ` Only ${places.join(", ")} can change with it.`;
  return new EarshotError(
    "INVALID_INPUT",
    `The edit of ${id} is refused: ${names.join(", ")} beside it shows the arguments as the agent sought them, and would show what does not run.${may} Or reject the request and say what should be different: the agent then seeks it again, and shows that.`,
    { details: { id, what: "evidence" } },
  );
}
