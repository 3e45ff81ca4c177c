import { EarshotError } from "../domain/errors.ts";

/**
 * A copy as JSON carries it; an undefined property is left out. Throws INVALID_INPUT with the JSON Pointer for
 * what JSON would drop or change: people would approve another call than the one that was made.
 */
export function jsonCopy<T extends object>(args: T, tool: string): T {
  return copy(args, { tool, path: "", above: [] }) as T;
}

interface Place {
  readonly tool: string;
  readonly path: string;
  /** The objects around it: none of them may come again. */
  readonly above: readonly object[];
}

function copy(value: unknown, place: Place): unknown {
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      // Written as JSON -0 is 0, and that is what people are shown.
      if (Number.isFinite(value)) return value === 0 ? 0 : value;
      throw unfit(String(value), place);
    case "object":
      return value === null ? null : copyObject(value, place);
    default:
      throw unfit(typeof value === "undefined" ? "undefined" : `a ${typeof value}`, place);
  }
}

function copyObject(value: object, place: Place): unknown {
  if (place.above.includes(value)) throw unfit("a part of itself", place);
  const inside = (key: string | number, item: unknown) =>
    copy(item, {
      ...place,
      path: `${place.path}/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`,
      above: [...place.above, value],
    });
  if (Array.isArray(value)) return Array.from(value, (item, index) => inside(index, item));
  const prototype = Object.getPrototypeOf(value);
  // An object of another realm has another Object.prototype, but that has no parent either.
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) {
    throw unfit(`a ${prototype.constructor?.name ?? "class"}`, place);
  }
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return Object.fromEntries(entries.map(([key, item]) => [key, inside(key, item)]));
}

function unfit(what: string, { tool, path }: Place): EarshotError {
  return new EarshotError(
    "INVALID_INPUT",
    `The arguments of ${tool} hold ${what} at "${path}", which JSON cannot carry. Pass what it stands for: a number, a text, a list or a plain object.`,
    { details: { path } },
  );
}
