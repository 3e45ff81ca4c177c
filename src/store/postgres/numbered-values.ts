import type { PgValue } from "./database.ts";

/** A statement whose values stand by their number, as PostgreSQL wants them. */
export interface Numbered {
  readonly text: string;
  /** Which value stands where. */
  readonly names: readonly string[];
}

/** From `?`, each one value. The text holds no literal with that sign. */
export function numbered(text: string): string {
  let count = 0;
  return text.replaceAll("?", () => `$${++count}`);
}

/** From `$name`, which may stand for the same value at several places. */
export function named(text: string): Numbered {
  const names: string[] = [];
  const marked = text.replaceAll(/\$([a-z]\w*)/g, (_, name: string) => {
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}`;
  });
  return { text: marked, names };
}

/** The values of a statement in their order. */
export function valuesOf(
  { names }: Numbered,
  values: Readonly<Record<string, PgValue>>,
): readonly PgValue[] {
  return names.map((name) => {
    const value = values[name];
    if (value === undefined) throw new Error(`The statement wants a value for ${name}.`);
    return value;
  });
}
