import { isAlike } from "../../alike.ts";
import { pointerParts } from "../../json-pointer.ts";
import { present } from "../../present.ts";
import { writtenPath } from "../expressions/named-paths.ts";
import { elementOf, fieldOf, kindsOf, onlyFields, type Shape } from "./schema-shape.ts";

/** The shape at a place of the arguments, or a field that cannot be there. */
export interface Place {
  readonly shape: Shape;
  /** A sentence, without the tool's name at its beginning. */
  readonly unknown?: string;
  /** The argument itself, where it is that which cannot be there, and nothing within it. */
  readonly argument?: string;
}

/** One step into a value. `shown` is the place as people write it, such as `args.to`. */
export function stepInto(shape: Shape, part: string, shown: string): Place {
  if (kindsOf(shape)?.has("a list") === true && /^\d+$/.test(part)) {
    return { shape: elementOf(shape) };
  }
  const fields = onlyFields(shape);
  if (fields === undefined || fields.includes(part)) return { shape: fieldOf(shape, part) };
  // An agent has written them: only what reads as a name is told.
  const named = fields.filter((name) => PLAIN.test(name));
  const near = named.find((name) => isAlike(name, part));
  const meant = near === undefined ? fieldsText(named) : `Did you mean ${near}?`;
  return { shape: undefined, unknown: `has no argument ${shown}. ${meant}` };
}

const PLAIN = /^[A-Za-z_][\w-]{0,63}$/;
const MOST_NAMED = 8;

function fieldsText(fields: readonly string[]): string {
  if (fields.length === 0) return "It takes no other there.";
  const named = fields.slice(0, MOST_NAMED).join(", ");
  return `It takes ${named}${fields.length > MOST_NAMED ? " and others" : ""} there.`;
}

/** The place that a JSON Pointer leads to. */
export function placeAt(args: Shape, pointer: string): Place {
  const parts = pointerParts(pointer);
  let shape = args;
  for (const [index, part] of parts.entries()) {
    const next = stepInto(shape, part, writtenPath(parts.slice(0, index + 1)));
    if (next.unknown !== undefined) {
      return { ...next, ...present({ argument: index === 0 ? part : undefined }) };
    }
    shape = next.shape;
  }
  return { shape };
}
