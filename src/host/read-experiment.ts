import { readFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { isMap, isScalar, LineCounter, parseDocument } from "yaml";
import type { z } from "zod";
import { EarshotError } from "../domain/errors.ts";
import { didYouMean } from "../tools/nearest.ts";
import { EXPERIMENT_FILE, type Experiment } from "./experiment.ts";
import { PLACEHOLDERS, unknownPlaceholders } from "./prompt.ts";

/** The names that an experiment can give its model tools by. */
export interface KnownTools {
  readonly names: readonly string[];
  readonly sets: readonly string[];
}

/** One fault, at the key that has it. */
interface Fault {
  readonly path: readonly PropertyKey[];
  readonly what: string;
}

type File = z.output<typeof EXPERIMENT_FILE>;
type Issue = z.core.$ZodIssue;

/** Reads an experiment file; throws INVALID_INPUT that names every fault with its line. */
export function readExperiment(path: string, tools: KnownTools): Experiment {
  const text = readText(path, "experiment file");
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, stringKeys: true });
  const [error] = document.errors;
  if (error !== undefined) {
    const { line } = lineCounter.linePos(error.pos[0]);
    const [what = ""] = error.message.split(/ at line \d/);
    throw refusal(path, [`${line}: ${what.replace(/\.?$/, ".")}`]);
  }
  const parsed = EXPERIMENT_FILE.safeParse(document.toJS());
  const faults = parsed.success
    ? faultsOf(parsed.data, tools)
    : parsed.error.issues.flatMap(faultsOfIssue);
  if (!parsed.success || faults.length > 0) {
    const lines = faults.map(({ path: at, what }) => {
      const offset = offsetOf(document.contents, at);
      return `${offset === undefined ? 1 : lineCounter.linePos(offset).line}: ${what}`;
    });
    throw refusal(path, lines);
  }
  return whole(path, parsed.data);
}

/** With the system prompt in it, wherever that is written. */
function whole(path: string, { system, system_file, ...rest }: File): Experiment {
  const text =
    system_file === undefined
      ? (system ?? "")
      : readText(resolve(dirname(path), system_file), "system_file");
  return { ...rest, system: text };
}

function readText(path: string, what: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const why = code === "ENOENT" ? "is not there" : `cannot be read (${code})`;
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

function faultsOfIssue(issue: Issue): Fault[] {
  const { path } = issue;
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({ path: [...path, key], what: unknownKey(key, path) }));
  }
  if (path.length === 0) {
    return [{ path, what: "An experiment file is a map of keys, such as name and model." }];
  }
  const name = path.join(".");
  if (issue.message.endsWith("received undefined")) {
    return [{ path, what: `${name} is missing.` }];
  }
  if (issue.code === "invalid_union") {
    return [{ path, what: `${name} is the name of a set of tools, or a list of names of tools.` }];
  }
  return [{ path, what: `${name}: ${lowerFirst(issue.message.replace(/^Invalid input: /, ""))}.` }];
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function unknownKey(key: string, path: readonly PropertyKey[]): string {
  const known = keysAt(path);
  const where = path.length === 0 ? "an experiment" : path.join(".");
  const hint = didYouMean(key, known) || ` It knows ${known.join(", ")}.`;
  return `${key} is no key of ${where}.${hint}`;
}

function keysAt(path: readonly PropertyKey[]): string[] {
  const { shape } = EXPERIMENT_FILE;
  const inner = { model: shape.model.shape, limits: shape.limits.unwrap().shape };
  const [first] = path;
  if (first === "model" || first === "limits") return Object.keys(inner[first]);
  return Object.keys(shape);
}

/** What each key may be right in, and is wrong together. */
function faultsOf(file: File, tools: KnownTools): Fault[] {
  return [...systemFaults(file), ...toolFaults(file, tools), ...promptFaults(file)];
}

function systemFaults({ system, system_file }: File): Fault[] {
  const both = system !== undefined && system_file !== undefined;
  return both
    ? [{ path: ["system_file"], what: "Give either system or system_file, not both." }]
    : [];
}

function toolFaults({ tools: wanted }: File, { names, sets }: KnownTools): Fault[] {
  if (typeof wanted === "string") {
    if (sets.includes(wanted)) return [];
    const known = sets.join(", ");
    return [
      { path: ["tools"], what: `There is no set of tools named ${wanted}; there is ${known}.` },
    ];
  }
  return wanted.flatMap((name, index) => {
    const path = ["tools", index];
    if (wanted.indexOf(name) < index) return [{ path, what: `The tool ${name} is named twice.` }];
    if (names.includes(name)) return [];
    const hint = didYouMean(name, names) || ` There are ${names.join(", ")}.`;
    return [{ path, what: `There is no tool named ${name}.${hint}` }];
  });
}

function promptFaults(file: File): Fault[] {
  return (["prompt", "continue_prompt"] as const).flatMap((key) =>
    unknownPlaceholders(file[key] ?? "").map((name) => ({
      path: [key],
      what: `{{${name}}} in ${key} stands for nothing; there are ${PLACEHOLDERS.map((one) => `{{${one}}}`).join(", ")}.`,
    })),
  );
}

/** Where a key stands in the text; where it is missing, what should hold it. */
function offsetOf(node: unknown, path: readonly PropertyKey[]): number | undefined {
  const [key, ...rest] = path;
  if (isMap(node)) {
    const pair = node.items.find((item) => isScalar(item.key) && item.key.value === key);
    if (pair === undefined) return node.range?.[0];
    if (rest.length === 0) return (pair.key as { range?: readonly number[] }).range?.[0];
    return offsetOf(pair.value, rest) ?? (pair.key as { range?: readonly number[] }).range?.[0];
  }
  const items = (node as { items?: readonly unknown[] } | null)?.items;
  const target = typeof key === "number" ? items?.[key] : undefined;
  const range = ((target ?? node) as { range?: readonly number[] } | null)?.range;
  return range?.[0];
}
