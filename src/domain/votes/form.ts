/*
 * What is signed holds nothing that is not read: each value has its form, and no member beside it. A part
 * that one verifier reads and another skips would be a way around both.
 */

export type Test = (value: unknown) => boolean;
/** Each member by its test; one whose name ends with `?` may be absent. */
export type Form = Readonly<Record<string, Test>>;

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function fits(value: unknown, form: Form): boolean {
  if (!isRecord(value)) return false;
  const names = Object.keys(form).map((name) => name.replace("?", ""));
  return (
    Object.keys(value).every((name) => names.includes(name)) &&
    Object.entries(form).every(([name, test]) =>
      name.endsWith("?")
        ? !Object.hasOwn(value, name.slice(0, -1)) || test(value[name.slice(0, -1)])
        : Object.hasOwn(value, name) && test(value[name]),
    )
  );
}

/** Text of this pattern, of so many UTF-16 code units at most. */
export function text(pattern: RegExp, max: number): Test {
  return (value) => typeof value === "string" && value.length <= max && pattern.test(value);
}

export function oneOf(...values: readonly unknown[]): Test {
  return (value) => values.includes(value);
}

export function id(prefix: string): Test {
  return text(new RegExp(`^${prefix}_[0-9a-z]{1,64}$`), 80);
}

export const HASH = text(/^[0-9a-f]{64}$/, 64);
/** What people read: no control characters and no half of a surrogate pair. */
export const NAME = text(/^[^\p{Cc}\p{Cs}]+$/u, 256);
export const DEPLOYMENT = text(/^dep_[0-9a-f]{32}$/, 36);
export const COUNT: Test = (value) => Number.isSafeInteger(value) && Number(value) > 0;

const TIME = text(/^2\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, 24);

/** A moment in UTC with milliseconds, of a day that there is, from the year 2000 on. */
export const MOMENT: Test = (value) => {
  if (!TIME(value)) return false;
  const ms = Date.parse(String(value));
  return Number.isFinite(ms) && new Date(ms).toISOString() === value;
};

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** Bytes in base64url without padding, in the one spelling whose unused bits are zero. */
export function bytes({ min, max }: { readonly min: number; readonly max: number }): Test {
  return (value) => {
    if (typeof value !== "string" || !/^[A-Za-z0-9_-]*$/.test(value)) return false;
    const count = Math.floor((value.length * 3) / 4);
    const unused = [1, 64, 16, 4][value.length % 4] ?? 1;
    const last = ALPHABET.indexOf(value.at(-1) ?? "A");
    return unused !== 64 && last % unused === 0 && count >= min && count <= max;
  };
}
