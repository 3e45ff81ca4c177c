import { visibleText } from "../../render/visible-text.ts";
import type { Style } from "../terminal/output.ts";
import type { FileChange } from "./file-change.ts";

const CONTEXT_LINES = 3;

/** The change as lines for a terminal: what goes, what comes, and a little around it. */
export function changeLines({ path, before, after }: FileChange, style: Style): string[] {
  const old = linesOf(before);
  const now = linesOf(after);
  const head = commonLength(old, now);
  const tail = commonLength(old.slice(head).reverse(), now.slice(head).reverse());
  const around = (lines: readonly string[]) => lines.map((line) => style.dim(`    ${show(line)}`));
  return [
    style.bold(title(path, { before, after })),
    ...around(old.slice(Math.max(head - CONTEXT_LINES, 0), head)),
    ...old.slice(head, old.length - tail).map((line) => style.bad(`  - ${show(line)}`)),
    ...now.slice(head, now.length - tail).map((line) => style.good(`  + ${show(line)}`)),
    ...around(old.slice(old.length - tail).slice(0, CONTEXT_LINES)),
  ];
}

function title(path: string, { before, after }: Pick<FileChange, "before" | "after">): string {
  if (before === undefined) return `${path} (new)`;
  return after === undefined ? `${path} (goes)` : path;
}

function linesOf(text: string | undefined): string[] {
  return text === undefined ? [] : text.replace(/\n$/, "").split("\n");
}

function commonLength(one: readonly string[], other: readonly string[]): number {
  const different = one.findIndex((line, at) => line !== other[at]);
  return different === -1 ? one.length : different;
}

function show(line: string): string {
  return visibleText(line.replace(/\r$/, "").replaceAll("\t", "  "), { keepLines: false });
}
