import { createHash } from "node:crypto";

const MARK = /<!-- Written by earshot templates; ([0-9a-f]{64}) -->\n$/;

/** The text followed by its hash, by which a later run knows that nobody has changed it. */
export function markTemplate(text: string): string {
  return `${text}\n<!-- Written by earshot templates; ${hashOf(text)} -->\n`;
}

/** Whether the text is as some version of Earshot wrote it. */
export function isAsWritten(text: string): boolean {
  const found = MARK.exec(text);
  return found !== null && hashOf(text.slice(0, found.index - 1)) === found[1];
}

function hashOf(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}
