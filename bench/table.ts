import { type Bounds, type Result, reaches } from "./figure.ts";

const HEAD = ["figure", "value", "reference", "ratio", "at least", "aim", ""] as const;

/** The results beside what they must be, for people. */
export function table(figures: readonly Bounds[], results: readonly Result[]): string {
  const rows = figures.map((figure) =>
    row(
      figure,
      results.find(({ name }) => name === figure.name),
    ),
  );
  const all = [HEAD, ...rows];
  const widths = HEAD.map((_, column) =>
    Math.max(...all.map((cells) => cells[column]?.length ?? 0)),
  );
  return all.map((cells) => line(cells, widths)).join("\n");
}

function line(cells: readonly string[], widths: readonly number[]): string {
  const padded = cells.map((cell, column) => {
    const width = widths[column] ?? 0;
    return column === 0 || column === HEAD.length - 1 ? cell.padEnd(width) : cell.padStart(width);
  });
  return padded.join("  ").trimEnd();
}

function row(figure: Bounds, result: Result | undefined): readonly string[] {
  const { name, unit, better, judged } = figure;
  const bounds = [figure.atLeast, figure.aim].map(
    (bound) => `${better === "more" ? "≥" : "≤"} ${bound}${judged === "value" ? ` ${unit}` : ""}`,
  );
  if (result === undefined) return [name, "", "", "", ...bounds, "not measured"];
  const { value, reference, ratio } = result;
  return [
    name,
    `${value} ${unit}`,
    reference === undefined ? "" : `${reference} ${unit}`,
    ratio === undefined ? "" : String(ratio),
    ...bounds,
    verdict(figure, result),
  ];
}

function verdict(figure: Bounds, result: Result): string {
  if (reaches(figure, result, figure.aim)) return "pass, and the aim";
  return reaches(figure, result, figure.atLeast) ? "pass" : "MISS";
}
