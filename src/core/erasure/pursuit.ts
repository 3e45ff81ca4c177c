import type { RequestId } from "../../domain/id.ts";
import type { Caller } from "../../domain/people/principal.ts";
import type { Matter } from "../../domain/requests/matter.ts";
import type { PostedCopy, WordsState } from "../../ports/earshot/erasure.ts";
import type { WordsRow } from "../../ports/earshot/words.ts";
import type { Context } from "../call/context.ts";

/** One call that searches for a matter, or erases it. */
export interface Pursuit {
  readonly ctx: Context;
  readonly caller: Caller;
  readonly matter: Matter;
  /**
   * The request that approves it and also names it. It is erased last, because the next call needs
   * it.
   */
  readonly approvedBy?: RequestId | undefined;
}

/** The state of a row before anything of it is erased. */
export interface Standing {
  readonly state: Extract<WordsState, "due" | "open" | "stays">;
  readonly why?: string;
  readonly posts?: readonly PostedCopy[];
}

export const DUE: Standing = { state: "due" };

/** How rows of one place are erased. */
export interface Eraser {
  /** Undefined if the row is gone, or holds nothing of the matter that can be erased. */
  look(pursuit: Pursuit, row: WordsRow): Promise<Standing | undefined>;
  /** Closes an open row as a person would; what that does not close stays open. */
  close?(pursuit: Pursuit, row: WordsRow): Promise<void>;
  /** Whether more than names can be erased, and still stands there. */
  holds?(pursuit: Pursuit, row: WordsRow): boolean;
  /** Erases that content, as any other erasure would; names are erased afterwards. */
  take?(pursuit: Pursuit, row: WordsRow): Promise<void>;
  /** Columns that stay, because something depends on their names. */
  readonly keeps?: readonly string[];
  /** What replaces a text that names the matter, by column. */
  readonly instead?: Readonly<Record<string, string | null>>;
}

export function idOf(row: WordsRow): string {
  return String(row.key[0]);
}
