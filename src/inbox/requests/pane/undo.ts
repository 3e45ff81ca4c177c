import { signal } from "@preact/signals";
import type { RequestId } from "../../../domain/id.ts";
import { UNDO_MS } from "../../../domain/limits.ts";
import type { ShownRequest } from "../../../domain/requests/request.ts";
import { draftOf, keepDraft } from "../../browser/drafts.ts";
import { holdsDecisions } from "../../browser/settings.ts";
import { api } from "../../server/api.ts";
import { toast } from "../../ui/toast.tsx";
import { say } from "./messages/messages.ts";
import { problemWords } from "./problem-words.ts";

/* What the operator decided a moment ago and can still take back. */

/** Asks the server to hold a decision for so long, unless the operator wants each to count at once. */
export function holding(): { readonly undoMs?: number } {
  return holdsDecisions.value ? { undoMs: UNDO_MS } : {};
}

interface Taken {
  readonly id: RequestId;
  /** What was typed about it, by the part of its draft. */
  readonly drafts: readonly (readonly [string, string])[];
}

/** Those of the last decision, or of the last batch. */
export const undoable = signal<readonly Taken[]>([]);
/** What was taken back last, to be opened. */
export const reopened = signal<{ readonly id: RequestId } | undefined>(undefined);
/** Counts what was taken back: forms are drawn anew, with what was typed. */
export const undone = signal(0);
let ending: ReturnType<typeof setTimeout> | undefined;

const PARTS = ["", ".edit", ".reason", ".respond"];

/** To be called before the drafts of what was decided are dropped. Those that count already are left out. */
export function noteHeld(decided: readonly ShownRequest[]): void {
  const held = decided.filter((one) => one.status === "open" && one.held !== undefined);
  if (held.length === 0) return;
  undoable.value = held.map(({ id }) => ({
    id,
    drafts: PARTS.map((part) => [id + part, draftOf(id + part)] as const),
  }));
  clearTimeout(ending);
  ending = setTimeout(() => {
    undoable.value = [];
  }, UNDO_MS);
}

/** Takes it back wholly, and opens the first of it with what was typed. */
export async function undoLast(): Promise<void> {
  const taken = undoable.value;
  undoable.value = [];
  const [first] = taken;
  if (first === undefined) return;
  const back: RequestId[] = [];
  for (const { id, drafts } of taken) {
    try {
      await api.undo({ id });
      back.push(id);
      for (const [name, text] of drafts) keepDraft(name, text);
    } catch (error) {
      toast(problemWords(error), { kind: "error" });
    }
  }
  undone.value += 1;
  const [shown] = back;
  if (shown === undefined) return;
  toast(back.length === 1 ? say("undone") : say("undone.count", { count: back.length }), {
    kind: "good",
  });
  reopened.value = { id: shown };
}
