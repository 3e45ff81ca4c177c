import type { PgValue } from "./database.ts";

/** A statement whose values are numbered, as PostgreSQL needs it. */
export interface Numbered {
  readonly text: string;
  /** The name of each value, in order. */
  readonly names: readonly string[];
}

/** From `?`, each one value. No literal of the text may contain that sign. */
export function numbered(text: string): string {
  let count = 0;
  return text.replaceAll("?", () => `$${++count}`);
}

/** From `$name`, which may occur several times for the same value. */
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
