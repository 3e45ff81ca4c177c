import { EarshotError } from "../errors.ts";
import type { Json, JsonObject } from "../json.ts";
import { isJsonObject } from "../json-equal.ts";
import { checkPointer, valueAt, withValueAt } from "../json-pointer.ts";

/*
 * The action envelope holds `{"$secret": "<commitment>"}` in place of a secret argument: nobody can
 * read it there, yet a different secret gives a different digest. The plain values are stored
 * separately and sealed.
 */

/** The key that marks a commitment. No caller may write it: it would pass for one that we made. */
const SECRET_KEY = "$secret";

export interface CommittedArgs {
  /** The arguments with a commitment in place of each secret. */
  readonly args: JsonObject;
  /** The secrets by their pointers. */
  readonly plain: JsonObject;
}

/**
 * Replaces the secrets in arguments. The same arguments and pointers give the same result, so live
 * arguments can be compared with approved ones. Throws INVALID_INPUT for a pointer that names nothing
 * or lies within another, and for arguments with a key `$secret`.
 */
export function withCommitments(
  args: JsonObject,
  pointers: readonly string[],
  commit: (value: Json) => string,
): CommittedArgs {
  refuseMarks(args);
  refuseOverlaps(pointers);
  let committed = args;
  const plain: [string, Json][] = [];
  for (const pointer of pointers) {
    const value = secretAt(args, pointer);
    plain.push([pointer, value]);
    committed = withValueAt(committed, pointer, { [SECRET_KEY]: commit(value) });
  }
  return { args: committed, plain: Object.fromEntries(plain) };
}

/** Puts the secrets back. Throws INVALID_INPUT if there is no commitment in a secret's place. */
export function withPlain(args: JsonObject, plain: JsonObject): JsonObject {
  let whole = args;
  for (const [pointer, value] of Object.entries(plain)) {
    if (!isCommitment(valueAt(args, pointer))) {
      throw new EarshotError(
        "INVALID_INPUT",
        `There is no secret argument at ${JSON.stringify(pointer)} any more. A secret can be neither moved nor replaced.`,
        { details: { pointer } },
      );
    }
    whole = withValueAt(whole, pointer, value);
  }
  return whole;
}

/** Whether a value takes the place of a secret. */
export function isCommitment(value: Json | undefined): boolean {
  return (
    value !== undefined &&
    isJsonObject(value) &&
    Object.keys(value).length === 1 &&
    typeof value[SECRET_KEY] === "string"
  );
}

function secretAt(args: JsonObject, pointer: string): Json {
  checkPointer(pointer, "secret argument");
  const value = pointer === "" ? undefined : valueAt(args, pointer);
  if (value !== undefined) return value;
  throw new EarshotError(
    "INVALID_INPUT",
    `There is no argument at ${JSON.stringify(pointer)} that could be secret. Name one that is there, such as /password.`,
    { details: { pointer } },
  );
}

function refuseOverlaps(pointers: readonly string[]): void {
  const isInside = (pointer: string, outer: string) =>
    pointer === outer || pointer.startsWith(`${outer}/`);
  const inner = pointers.find((pointer, index) =>
    pointers.some((other, at) => at !== index && isInside(pointer, other)),
  );
  if (inner === undefined) return;
  throw new EarshotError(
    "INVALID_INPUT",
    `The secret argument ${JSON.stringify(inner)} is named twice, or lies within another one. Name each once.`,
    { details: { pointer: inner } },
  );
}

function refuseMarks(value: Json): void {
  if (Array.isArray(value)) {
    for (const item of value) refuseMarks(item);
  } else if (isJsonObject(value)) {
    if (Object.hasOwn(value, SECRET_KEY)) throw markError();
    for (const item of Object.values(value)) refuseMarks(item);
  }
}

function markError(): EarshotError {
  return new EarshotError(
    "INVALID_INPUT",
    `Arguments must not hold the key "${SECRET_KEY}", which stands for a secret that Earshot keeps. Name secret arguments by their pointers in "secrets".`,
  );
}
