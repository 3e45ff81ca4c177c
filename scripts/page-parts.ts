/* What the pages of docs/reference are made of. */

export const NOTE = "<!-- Written by npm run docs from the tables in the code; edit those. -->";

/** A table as the formatter leaves it: every column as wide as its widest cell. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [head, ...rows].map((row) =>
    row.map((cell) => String(cell).replaceAll("|", "\\|").replaceAll("\n", " ")),
  );
  const widths = head.map((_, column) =>
    Math.max(3, ...cells.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  const [first = [], ...rest] = cells;
  const rule = widths.map((width) => "-".repeat(width));
  return [first, rule, ...rest].map(line).join("\n");
}
