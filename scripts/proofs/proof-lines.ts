import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** One run of a proof, as `npm run prove` appends it. */
export interface ProofLine {
  readonly at: string;
  readonly commit: string | null;
  /** A digest of the sources that it proves something about; null if they were not committed. */
  readonly of: string | null;
  readonly seed: number;
  /** None of what could not be tried here. */
  readonly volume: number;
  /** The proof's cell, if it has cells. */
  readonly cell?: string;
  readonly outcome: "held" | "violated" | "skipped";
  /** Why it, or a part of it, could not run here. */
  readonly skipped?: readonly string[];
  readonly seconds: number;
  readonly machine: string;
  /** What a script counted. */
  readonly figures?: Figures;
}

export type Figures = Readonly<Record<string, unknown>>;

export function proofFile(name: string): string {
  return fileURLToPath(new URL(`../../results/${name}.jsonl`, import.meta.url));
}

export function readProofLines(name: string): readonly ProofLine[] {
  const file = proofFile(name);
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "");
  return lines.map((line) => JSON.parse(line) as ProofLine);
}

/** The last runs with the same sources, which a page may publish. */
export function publishedLines(name: string): readonly ProofLine[] {
  const lines = readProofLines(name);
  const of = lines.at(-1)?.of ?? null;
  // Two runs of uncommitted sources may differ in them.
  if (of === null) return lines.slice(-1);
  return lines.slice(lines.findLastIndex((line) => line.of !== of) + 1);
}

/**
 * The cells that are still to be proved: those that never held; one that was skipped is tried anew.
 * Or so many more, from those that held least often.
 */
export function cellsLeft(
  cells: readonly string[],
  lines: readonly ProofLine[],
  more?: number,
): readonly string[] {
  const held = (cell: string) =>
    lines.filter((line) => line.cell === cell && line.outcome === "held").length;
  if (more === undefined) return cells.filter((cell) => held(cell) === 0);
  const rarest = cells.toSorted((one, other) => held(one) - held(other));
  return Array.from({ length: more }, (_, index) => rarest[index % rarest.length] as string);
}

export function sumOf(lines: readonly ProofLine[]) {
  return {
    volume: lines.reduce((sum, { volume }) => sum + volume, 0),
    violated: lines.filter(({ outcome }) => outcome === "violated").length,
    figures: lines.reduce<Figures>((sum, { figures = {} }) => added(sum, figures), {}),
  };
}

/** Numbers are added by name, at any depth. */
function added(one: Figures, other: Figures): Figures {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return Object.fromEntries(names.map((name) => [name, sum(one[name], other[name])]));
}

function sum(one: unknown, other: unknown): unknown {
  if (typeof one === "number" && typeof other === "number") return one + other;
  if (isFigures(one) && isFigures(other)) return added(one, other);
  return other ?? one;
}

function isFigures(value: unknown): value is Figures {
  return typeof value === "object" && value !== null;
}
