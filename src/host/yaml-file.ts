import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { isMap, isScalar, LineCounter, parseDocument } from "yaml";
import { z } from "zod";
import { EarshotError } from "../domain/errors.ts";
import { whyRefused } from "../domain/why-refused.ts";
import { didYouMean } from "../tools/registry/nearest.ts";

/** One fault, at its key. */
export interface Fault {
  readonly path: readonly PropertyKey[];
  readonly what: string;
}

export interface YamlFile<S extends z.ZodType> {
  readonly schema: S;
  /** `an experiment`. */
  readonly what: string;
  /** A key or two that it has, as an example. */
  readonly example: string;
  /** What a key may hold that takes more than one kind of value. */
  readonly either: (key: string) => string;
  /** Checks keys that may each be right and still be wrong together. */
  readonly check: (data: z.output<S>) => readonly Fault[];
}

type Issue = z.core.$ZodIssue;

/** Reads a settings file; throws INVALID_INPUT that names every fault with its line. */
export function readYamlFile<S extends z.ZodType>(path: string, file: YamlFile<S>): z.output<S> {
  const text = readText(path, `${file.what.replace(/^an? /, "")} file`);
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, stringKeys: true });
  const [error] = document.errors;
  if (error !== undefined) {
    const { line } = lineCounter.linePos(error.pos[0]);
    const [what = ""] = error.message.split(/ at line \d/);
    throw refusal(path, [`${line}: ${what.replace(/\.?$/, ".")}`]);
  }
  const parsed = file.schema.safeParse(document.toJS());
  const faults = parsed.success
    ? file.check(parsed.data)
    : parsed.error.issues.flatMap((issue) => faultsOfIssue(issue, file));
  if (parsed.success && faults.length === 0) return parsed.data;
  throw refusal(
    path,
    faults.map(({ path: at, what }) => {
      const offset = offsetOf(document.contents, at);
      return `${offset === undefined ? 1 : lineCounter.linePos(offset).line}: ${what}`;
    }),
  );
}

/** The text of a named file; throws INVALID_INPUT if it cannot be read. */
export function readText(path: string, what: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const why = code === "ENOENT" ? "is not there" : `cannot be read: ${whyRefused(cause)}`;
    throw new EarshotError(
      "INVALID_INPUT",
      `The ${what} ${path} ${why}. Give the path of a file that can be read.`,
      { details: { path }, cause },
    );
  }
}

function refusal(path: string, lines: readonly string[]): EarshotError {
  const shown = relative(process.cwd(), path) || path;
  return new EarshotError("INVALID_INPUT", lines.map((line) => `${shown}:${line}`).join("\n"), {
    details: { path },
  });
}

function faultsOfIssue<S extends z.ZodType>(issue: Issue, file: YamlFile<S>): Fault[] {
  const { path } = issue;
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({ path: [...path, key], what: unknownKey(key, path, file) }));
  }
  if (path.length === 0) {
    const { what, example } = file;
    const named = what.charAt(0).toUpperCase() + what.slice(1);
    return [{ path, what: `${named} file is a map of keys, such as ${example}.` }];
  }
  const name = path.join(".");
  if (issue.message.endsWith("received undefined")) {
    return [{ path, what: `${name} is missing.` }];
  }
  if (issue.code === "invalid_union") return [{ path, what: `${name} is ${file.either(name)}.` }];
  return [{ path, what: `${name}: ${lowerFirst(issue.message.replace(/^Invalid input: /, ""))}.` }];
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function unknownKey<S extends z.ZodType>(
  key: string,
  path: readonly PropertyKey[],
  { schema, what }: YamlFile<S>,
): string {
  const known = keysAt(schema, path);
  const where = path.length === 0 ? what : path.join(".");
  const hint = didYouMean(key, known) || ` It knows ${known.join(", ")}.`;
  return `${key} is no key of ${where}.${hint}`;
}

interface Shape {
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
}

function keysAt(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  const whole = z.toJSONSchema(schema, { io: "input" }) as Shape;
  const at = path.reduce<Shape | undefined>(
    (shape, key) => (typeof key === "number" ? shape?.items : shape?.properties?.[String(key)]),
    whole,
  );
  return Object.keys(at?.properties ?? {});
}

/** Where a key is in the text; for a missing key, its parent. */
function offsetOf(node: unknown, path: readonly PropertyKey[]): number | undefined {
  const [key, ...rest] = path;
  if (isMap(node)) {
    const pair = node.items.find((item) => isScalar(item.key) && item.key.value === key);
    if (pair === undefined) return node.range?.[0];
    const own = (pair.key as { range?: readonly number[] }).range?.[0];
    return rest.length === 0 ? own : (offsetOf(pair.value, rest) ?? own);
  }
  const items = (node as { items?: readonly unknown[] } | null)?.items;
  const target = typeof key === "number" ? items?.[key] : undefined;
  if (target !== undefined && rest.length > 0) return offsetOf(target, rest);
  const range = ((target ?? node) as { range?: readonly number[] } | null)?.range;
  return range?.[0];
}
