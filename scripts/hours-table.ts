import { existsSync, readFileSync } from "node:fs";
import { table } from "./page-parts.ts";
import { publishedLines, sumOf } from "./proofs/proof-lines.ts";
import type { ResultFile } from "./result-file.ts";

/* What an hour of an operator takes, by the form of what is asked and by what they press with. */

/** One request, as one operator handled it. */
export interface Handled {
  readonly form: string;
  readonly way: string;
  readonly keys: number;
  readonly presses: number;
  readonly letters: number;
  readonly handMs: number;
  readonly pageMs: number;
}

/** Sums over requests, so that those of several runs can be added. */
export interface Taken {
  readonly requests: number;
  readonly acts: number;
  readonly letters: number;
  readonly handMs: number;
  readonly pageMs: number;
}

export type ByForm = Readonly<Record<string, Readonly<Record<string, Taken>>>>;

export interface Hours {
  readonly requests: number;
  readonly byForm: ByForm;
}

const NOTHING: Taken = { requests: 0, acts: 0, letters: 0, handMs: 0, pageMs: 0 };

export function addedHours(handled: readonly Handled[]): ByForm {
  const sums: Record<string, Record<string, Taken>> = {};
  for (const { form, way, keys, presses, letters, handMs, pageMs } of handled) {
    const ways = sums[form] ?? {};
    const before = ways[way] ?? NOTHING;
    sums[form] = ways;
    ways[way] = {
      requests: before.requests + 1,
      acts: before.acts + keys + presses,
      letters: before.letters + letters,
      handMs: Math.round(before.handMs + handMs),
      pageMs: Math.round(before.pageMs + pageMs),
    };
  }
  return sums;
}

/** Means of a request: before and after, if both are known. */
export function hoursTable(after: ByForm, before?: ByForm): string {
  const forms = Object.keys(after).toSorted();
  const ways = [...new Set(forms.flatMap((form) => Object.keys(after[form] ?? {})))].toSorted();
  const cell = (of: ByForm, form: string, way: string) => meansOf(of[form]?.[way]);
  const rows = forms.map((form) => [
    form,
    ...ways.map((way) => {
      const now = cell(after, form, way);
      return before === undefined ? now : `${cell(before, form, way)} → ${now}`;
    }),
  ]);
  return table(["form", ...ways], rows);
}

/** `1 + 22 letters, 4.6 s`; of nobody a dash. */
function meansOf({ requests, acts, letters, handMs }: Taken = NOTHING): string {
  if (requests === 0) return "–";
  const typed = letters === 0 ? "" : ` + ${round(letters / requests)} letters`;
  return `${round(acts / requests)}${typed}, ${round(handMs / requests / 1_000)} s`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Of the page before this was looked at; its file is not written anew. */
const BEFORE = new URL("../results/hours-before.json", import.meta.url);

/** What `npm run prove -- hours` told last, beside that if it is known. */
export function publishedHours(): string {
  const lines = publishedLines("hours").filter(({ outcome }) => outcome === "held");
  const newest = lines.at(-1);
  if (newest === undefined) return "`npm run prove -- hours` has not run yet.";
  const { requests, byForm } = sumOf(lines).figures as unknown as Hours;
  const before = existsSync(BEFORE)
    ? (JSON.parse(readFileSync(BEFORE, "utf8")) as ResultFile)
    : undefined;
  const then = before?.results as Hours | undefined;
  const beside =
    then === undefined ? "" : ` Before: ${then.requests} requests at ${before?.commit}.`;
  const command = "```text\nnpm run prove -- hours\n```";
  const of = `${requests} requests of ${lines.length} operators up to ${newest.at.slice(0, 10)}`;
  return `${command}\n\n${hoursTable(byForm, then?.byForm)}\n\n${of}, at ${newest.commit ?? "an early commit"}, on ${newest.machine}; each operator with a seed in \`results/hours.jsonl\`.${beside}`;
}
