/** A fence of code: its signs, and its first line. */
export interface Fence {
  readonly sign: string;
  readonly line: string;
}

const FENCE = /^ {0,3}(`{3,8}|~{3,8})([^`\n]{0,20})$/;
/** The longest first line of one with its line end. */
export const MOST_FENCE_CHARS = 29;

/** The fence that is open at the end of a text; `before` was open at its beginning. */
export function openFence(text: string, before?: Fence): Fence | undefined {
  let open = before;
  for (const line of text.split("\n")) {
    const [, sign = "", info = ""] = FENCE.exec(line) ?? [];
    if (sign === "") continue;
    if (open === undefined) open = { sign, line: `${sign}${info}` };
    else if (info.trim() === "" && sign.startsWith(open.sign)) open = undefined;
  }
  return open;
}

/** A part of a text, with the fence that a cut leaves open on either side. */
export function fenced(part: string, before: Fence | undefined): string {
  const after = openFence(part, before);
  const begun = before === undefined ? part : `${before.line}\n${part}`;
  if (after === undefined) return begun;
  return `${begun}${begun.endsWith("\n") ? "" : "\n"}${after.sign}`;
}
