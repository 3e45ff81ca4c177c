import type { YAMLMap } from "yaml";
import { EarshotError } from "../../domain/errors.ts";
import type { PolicyText } from "./read-policy-file.ts";

interface Upgraded {
  readonly text: string;
  /** The names of the rules that now say `other_args: any`. */
  readonly opened: readonly string[];
}

interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/**
 * The text of a policy of version 1 as one of version 2 that allows no more. Nothing else of it
 * changes, so that comments and form stay.
 */
export async function upgraded({ text, document, source }: PolicyText): Promise<Upgraded> {
  const { isMap, isScalar, isSeq } = await import("yaml");
  const version = document.get("version", true);
  const rules = document.get("rules", true);
  if (!isScalar(version) || !isSeq(rules)) throw writtenElsewhere("version or rules");
  const edits: Edit[] = [edit(version.range, "2")];
  const opened: string[] = [];
  for (const [index, rule] of rules.items.entries()) {
    const { decision, name } = (source["rules"] as readonly Record<string, unknown>[])[index] ?? {};
    if (decision !== "allow") continue;
    if (!isMap(rule)) throw writtenElsewhere(`rules[${index}]`);
    edits.push(opening(text, rule, isScalar));
    opened.push(String(name));
  }
  return { text: edited(text, edits), opened };
}

/** Puts the new key behind `decision`, in the form of its rule. */
function opening(text: string, rule: YAMLMap, isScalar: (node: unknown) => boolean): Edit {
  const pair = rule.items.find(({ key }) => isScalar(key) && String(key) === "decision");
  const key = rangeOf(pair?.key);
  const value = rangeOf(pair?.value);
  if (rule.flow === true) {
    const isQuoted = text[key[0]] === '"';
    return edit([value[1], value[1]], isQuoted ? ', "other_args": "any"' : ", other_args: any");
  }
  const column = key[0] - (text.lastIndexOf("\n", key[0]) + 1);
  const end = text.indexOf("\n", value[1]);
  const at = end === -1 ? text.length : end;
  return edit([at, at], `\n${" ".repeat(column)}other_args: any`);
}

type Range = readonly [from: number, to: number, ...rest: number[]];

function rangeOf(node: unknown): Range {
  const { range } = (node ?? {}) as { readonly range?: Range };
  if (range === undefined) throw writtenElsewhere("decision");
  return range;
}

function edit(range: Range | null | undefined, text: string): Edit {
  const [from, to] = range ?? rangeOf(undefined);
  return { from, to, text };
}

/** From the last to the first, so that no edit moves the place of another. */
function edited(text: string, edits: readonly Edit[]): string {
  return edits
    .toSorted((one, other) => other.from - one.from)
    .reduce((done, { from, to, text: put }) => done.slice(0, from) + put + done.slice(to), text);
}

function writtenElsewhere(place: string): EarshotError {
  return new EarshotError(
    "INVALID_INPUT",
    `What ${place} stands for is written elsewhere in the file. Write it out, and upgrade again.`,
  );
}
