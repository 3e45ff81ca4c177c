import { wrapText } from "../../render/fit.ts";
import { laidOut } from "../../render/read-words.ts";
import { withoutSigns } from "../../render/signs.ts";
import { visibleText } from "../../render/visible-text.ts";
import type { Output } from "../terminal/output.ts";

/** How text may be styled, and how wide a line may be; undefined: lines are not broken. */
export type Page = Pick<Output, "style" | "columns">;

export const LIAISON_SIGN = "[LIAISON]: ";
export const PERSON_SIGN = "[YOU]: ";

const INDENT = "  ";
const NARROWEST = 24;
/** The signs that only this dialogue writes; `[you decide]` is not one of them. */
const SIGNS = /\[(?=(?:LIAISON|YOU)\])/gi;

/** Text of others: the terminal obeys nothing in it, and no line of it can pass for one of ours. */
export function inertText(text: string): string {
  return withoutSigns(visibleText(text)).replace(SIGNS, "\\u{5b}");
}

/** What somebody says after their sign: in full, with further lines indented. */
export function saidLines(sign: string, text: string, { style, columns }: Page): string[] {
  const room = columns === undefined ? columns : columns - INDENT.length;
  const said = sign === LIAISON_SIGN ? laidOut(text, { columns: room }) : text;
  const lines = broken(`${sign}${inertText(said)}`, columns, INDENT.length);
  return lines.map((line, index) => {
    if (index > 0) return line === "" ? "" : `${INDENT}${line}`;
    return line.startsWith(sign) ? style.bold(sign) + line.slice(sign.length) : line;
  });
}

export interface Labelled {
  /** Earshot's own label for what follows. */
  readonly label: string;
  readonly text: string;
  readonly paint?: (text: string) => string;
}

/** A label and a text beside it, whose further lines are indented below its beginning. */
export function labelledLines({ label, text, paint }: Labelled, { columns }: Page): string[] {
  const lines = broken(inertText(text), columns, label.length);
  const blank = " ".repeat(label.length);
  return lines.map((line, index) => {
    const head = index === 0 ? label : blank;
    const whole = `${head}${line}`.trimEnd();
    return paint === undefined ? whole : paint(whole);
  });
}

/** What can be picked instead of words, by its label or its number. */
export function optionLines(labels: readonly string[], page: Page): string[] {
  if (labels.length === 0) return [];
  const text = labels.map((label, index) => `${index + 1}) ${label}`).join("   ");
  return labelledLines({ label: "  ", text, paint: page.style.bold }, page);
}

/** Lines that leave `taken` columns free; those of a list item are indented below its words. */
function broken(text: string, columns: number | undefined, taken: number): string[] {
  const lines = text.split("\n");
  if (columns === undefined) return lines;
  return lines.flatMap((line) => {
    const mark = /^(?:[-*]|\d{1,3}[.)]) /.exec(line)?.[0] ?? "";
    const [first = "", ...rest] = wrapText(
      line,
      Math.max(columns - taken - mark.length, NARROWEST),
    );
    return [first, ...rest.map((more) => " ".repeat(mark.length) + more)];
  });
}
