import { globCovers } from "../../glob.ts";
import type { TextTest } from "./subject.ts";

/** With what a text that passes a test begins, ends, and what stands somewhere in it. */
interface Known {
  readonly head: string;
  readonly tail: string;
  readonly within: readonly string[];
}

const PLAIN_HEAD = /^\^([A-Za-z0-9 _@:/#%&=<>~"'`;,!-]*)/;

function knownOf({ kind, text }: TextTest): Known {
  switch (kind) {
    case "startsWith":
      return { head: text, tail: "", within: [text] };
    case "endsWith":
      return { head: "", tail: text, within: [text] };
    case "contains":
      return { head: "", tail: "", within: [text] };
    case "glob": {
      const parts = text.split(/[*?]/);
      return { head: parts[0] ?? "", tail: parts.at(-1) ?? "", within: parts };
    }
    default:
      return { head: headOf(text), tail: "", within: [headOf(text)] };
  }
}

/** With what every text begins that a pattern is found in; "" where that is not plain to see. */
function headOf(pattern: string): string {
  if (pattern.includes("|")) return "";
  const found = PLAIN_HEAD.exec(pattern)?.[1] ?? "";
  const next = pattern[found.length + 1] ?? "";
  // What may repeat or be left out is no part of it.
  return /[?*+{]/.test(next) ? found.slice(0, -1) : found;
}

/** Whether each text that passes the first test passes the second. */
export function isImplied(first: TextTest, second: TextTest): boolean {
  const { head, tail, within } = knownOf(first);
  switch (second.kind) {
    case "startsWith":
      return head.startsWith(second.text);
    case "endsWith":
      return tail.endsWith(second.text);
    case "contains":
      return within.some((part) => part.includes(second.text));
    case "glob":
      return isGlobImplied(first, second.text);
    default:
      return false;
  }
}

function isGlobImplied({ kind, text }: TextTest, wide: string): boolean {
  if (kind === "glob") return globCovers(wide, text);
  if (kind === "matches" || /[*?]/.test(text)) return false;
  const before = kind === "startsWith" ? "" : "*";
  const behind = kind === "endsWith" ? "" : "*";
  return globCovers(wide, `${before}${text}${behind}`);
}

/** Whether no text passes both. */
export function isExcluded(first: TextTest, second: TextTest): boolean {
  const [one, other] = [knownOf(first), knownOf(second)];
  const areHeads = one.head.startsWith(other.head) || other.head.startsWith(one.head);
  const areTails = one.tail.endsWith(other.tail) || other.tail.endsWith(one.tail);
  return !areHeads || !areTails;
}
