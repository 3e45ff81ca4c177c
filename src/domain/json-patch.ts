import { EarshotError } from "./errors.ts";
import type { Json, JsonObject } from "./json.ts";
import { isJsonObject, isSameJson } from "./json-equal.ts";
import { pointerPart, pointerParts } from "./json-pointer.ts";

/** One step of a JSON Patch (RFC 6902), limited to those that Earshot writes. */
export type PatchOperation =
  | { readonly op: "add"; readonly path: string; readonly value: Json }
  | { readonly op: "replace"; readonly path: string; readonly value: Json }
  | { readonly op: "remove"; readonly path: string };

/** The steps that turn one object into another. They do not name what stays the same. */
export function diffPatch(from: JsonObject, to: JsonObject): readonly PatchOperation[] {
  return [...objectDiff("", from, to)];
}

function* diff(path: string, from: Json, to: Json): Generator<PatchOperation> {
  if (Array.isArray(from) && Array.isArray(to)) yield* arrayDiff(path, from, to);
  else if (isJsonObject(from) && isJsonObject(to)) yield* objectDiff(path, from, to);
  else if (!isSameJson(from, to)) yield { op: "replace", path, value: to };
}

function* objectDiff(path: string, from: JsonObject, to: JsonObject): Generator<PatchOperation> {
  for (const [key, value] of Object.entries(from)) {
    const place = path + pointerPart(key);
    if (Object.hasOwn(to, key)) yield* diff(place, value, to[key] ?? null);
    else yield { op: "remove", path: place };
  }
  for (const [key, value] of Object.entries(to)) {
    if (!Object.hasOwn(from, key)) yield { op: "add", path: path + pointerPart(key), value };
  }
}

/** Keeps what both lists begin and end with, and compares the items between place by place. */
function* arrayDiff(
  path: string,
  from: readonly Json[],
  to: readonly Json[],
): Generator<PatchOperation> {
  const shorter = Math.min(from.length, to.length);
  const head = countSame(shorter, (n) => [from[n], to[n]]);
  const tail = countSame(shorter - head, (n) => [from.at(-1 - n), to.at(-1 - n)]);
  const fromEnd = from.length - tail;
  const toEnd = to.length - tail;
  const both = Math.min(fromEnd, toEnd);
  for (let n = head; n < both; n++) {
    yield* diff(path + pointerPart(n), from[n] ?? null, to[n] ?? null);
  }
  for (let n = fromEnd - 1; n >= both; n--) yield { op: "remove", path: path + pointerPart(n) };
  for (let n = both; n < toEnd; n++) {
    yield { op: "add", path: path + pointerPart(n), value: to[n] ?? null };
  }
}

function countSame(
  most: number,
  pair: (n: number) => readonly [Json | undefined, Json | undefined],
): number {
  for (let n = 0; n < most; n++) {
    const [one = null, other = null] = pair(n);
    if (!isSameJson(one, other)) return n;
  }
  return most;
}

/** Applies a patch. Throws INVALID_INPUT if a step does not fit the object. */
export function applyPatch(object: JsonObject, patch: readonly PatchOperation[]): JsonObject {
  let at: Json = object;
  for (const step of patch) at = applied(at, pointerParts(step.path), step);
  if (isJsonObject(at)) return at;
  throw misfit("");
}

function applied(at: Json, parts: readonly string[], step: PatchOperation): Json {
  const [part, ...rest] = parts;
  if (part === undefined) {
    if (step.op === "replace") return step.value;
    throw misfit(step.path);
  }
  if (Array.isArray(at)) return appliedToArray(at, [part, ...rest], step);
  if (isJsonObject(at)) return appliedToObject(at, [part, ...rest], step);
  throw misfit(step.path);
}

type Parts = readonly [string, ...string[]];

function appliedToObject(at: JsonObject, [key, ...rest]: Parts, step: PatchOperation): JsonObject {
  const isThere = Object.hasOwn(at, key);
  if (step.op === "add" && rest.length === 0) return { ...at, [key]: step.value };
  if (!isThere) throw misfit(step.path);
  if (step.op === "remove" && rest.length === 0) {
    return Object.fromEntries(Object.entries(at).filter(([name]) => name !== key));
  }
  return { ...at, [key]: applied(at[key] ?? null, rest, step) };
}

function appliedToArray(
  at: readonly Json[],
  [part, ...rest]: Parts,
  step: PatchOperation,
): readonly Json[] {
  const index = Number(part);
  const isAdded = step.op === "add" && rest.length === 0;
  const most = isAdded ? at.length : at.length - 1;
  if (!/^(?:0|[1-9]\d{0,8})$/.test(part) || index > most) throw misfit(step.path);
  if (isAdded) return at.toSpliced(index, 0, step.value);
  if (step.op === "remove" && rest.length === 0) return at.toSpliced(index, 1);
  return at.with(index, applied(at[index] ?? null, rest, step));
}

function misfit(path: string): EarshotError {
  return new EarshotError(
    "INVALID_INPUT",
    `The patch does not fit: at ${JSON.stringify(path)} there is nothing to change. Make the patch again from the present arguments.`,
    { details: { path } },
  );
}
