import type { RequestId } from "../../domain/id.ts";
import type { Caller } from "../../domain/people/principal.ts";
import type { Matter } from "../../domain/requests/matter.ts";
import type { PostedCopy, WordsState } from "../../ports/earshot/erasure.ts";
import type { WordsRow } from "../../ports/earshot/words.ts";
import type { Context } from "../call/context.ts";

/** One call that looks for a matter, or takes it. */
export interface Pursuit {
  readonly ctx: Context;
  readonly caller: Caller;
  readonly matter: Matter;
  /** The request that approves it, which names it, too: it goes last, or the next call had no ground. */
  readonly approvedBy?: RequestId | undefined;
}

/** What is so of a row before anything is taken of it. */
export interface Standing {
  readonly state: Extract<WordsState, "due" | "open" | "stays">;
  readonly why?: string;
  readonly posts?: readonly PostedCopy[];
}

export const DUE: Standing = { state: "due" };

/** How rows of one place are erased. */
export interface Eraser {
  /** Undefined where the row is gone, or holds nothing of the matter that could go. */
  look(pursuit: Pursuit, row: WordsRow): Promise<Standing | undefined>;
  /** Ends what is open as a person would; what does not end by that stays open. */
  close?(pursuit: Pursuit, row: WordsRow): Promise<void>;
  /** Whether more of the row goes than names, and is there still. */
  holds?(pursuit: Pursuit, row: WordsRow): boolean;
  /** Takes that content, as whatever else erases it; names go behind it. */
  take?(pursuit: Pursuit, row: WordsRow): Promise<void>;
  /** Columns of whose names something hangs: they stay. */
  readonly keeps?: readonly string[];
  /** What stands in a column in the place of a text that names the matter. */
  readonly instead?: Readonly<Record<string, string | null>>;
}

export function idOf(row: WordsRow): string {
  return String(row.key[0]);
}
