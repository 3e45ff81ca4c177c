import type { Json } from "../../domain/json.ts";

/** A JSON value as the evaluator takes it: whole numbers are bigints, objects have no prototype. */
export type CelValue =
  | null
  | boolean
  | string
  | bigint
  | number
  | readonly CelValue[]
  | { readonly [key: string]: CelValue };

/** `count` hears of every value within. A number of JSON is exact as its shortest text says it. */
export function celValue(value: Json, count: () => void): CelValue {
  count();
  if (typeof value === "number") return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => celValue(one, count));
  const made: Record<string, CelValue> = Object.create(null);
  for (const [key, one] of Object.entries(value)) made[key] = celValue(one, count);
  return made;
}

/** What a value is called in a sentence. */
export function kindOf(value: unknown): string {
  switch (typeof value) {
    case "string":
      return "text";
    case "bigint":
    case "number":
      return "a number";
    case "boolean":
      return "true or false";
    default:
      if (value === null) return "null";
      if (Array.isArray(value)) return "a list";
      return value?.constructor === undefined || value.constructor === Object
        ? "an object"
        : "a value of another kind";
  }
}

/** How large a value is: characters and elements within. Large ones are measured once. */
const sizes = new WeakMap<object, number>();

export function sizeOf(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 1;
  const known = sizes.get(value);
  if (known !== undefined) return known;
  let size = 1;
  for (const one of Object.values(value)) size += sizeOf(one);
  sizes.set(value, size);
  return size;
}
