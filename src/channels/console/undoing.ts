import { isEarshotError } from "../../domain/errors.ts";
import type { RequestId } from "../../domain/id.ts";
import { inTime } from "../../domain/in-words.ts";
import { UNDO_MS } from "../../domain/limits.ts";
import type { Event } from "../../domain/log/event.ts";
import type { ShownRequest } from "../../domain/requests/request.ts";
import type { Undoable } from "../../ports/earshot/call.ts";
import type { Earshot } from "../../ports/earshot/earshot.ts";
import { oneLine } from "../../render/visible-text.ts";
import { closedLine } from "./closed-line.ts";
import type { LineReader } from "./line-reader.ts";

/* What the operator decided here a moment ago can be taken back by a word. */

/** Why a prompt ended: the operator took back what they decided before, which is asked again. */
export const TAKEN_BACK = "taken back";

/** Later than that the word answers whatever is asked: nobody means what is long sent. */
const MEANT_MS = 3 * UNDO_MS;

export interface Undoing {
  /** What every decision on this console says. */
  readonly held: Undoable;
  /** Notes what was decided with one word; false if none of it can be taken back. */
  note(decided: readonly ShownRequest[]): boolean;
  /** Whether a line is not for the prompt it was typed at. */
  isMeant(text: string): boolean;
  /** Takes the last of it back and says so; false where it was too late. */
  takeBack(): Promise<boolean>;
  /** What became of an own decision, as the log has it; undefined for anything else. */
  told(event: Event): Promise<string | undefined>;
}

export interface UndoingParts {
  readonly earshot: Pick<Earshot, "show" | "undo">;
  /** False: each decision counts at once. */
  readonly holds: boolean;
  readonly say: (text: string) => void;
}

export function createUndoing({ earshot, holds, say }: UndoingParts): Undoing {
  let decided: { readonly ids: readonly RequestId[]; readonly atMs: number }[] = [];
  const waiting = new Set<RequestId>();

  function recent() {
    decided = decided.filter(({ atMs }) => performance.now() - atMs < MEANT_MS);
    return decided;
  }

  return {
    held: holds ? { undoMs: UNDO_MS } : {},
    note(requests) {
      const ids = requests.filter(isHeld).map(({ id }) => id);
      if (ids.length === 0) return false;
      decided.push({ ids, atMs: performance.now() });
      for (const id of ids) waiting.add(id);
      say(`Sent in ${inTime(UNDO_MS)}: z takes ${ids.length === 1 ? "it" : "them"} back.`);
      return true;
    },
    isMeant: (text) => /^\s*z\s*$/i.test(text) && recent().length > 0,
    async takeBack() {
      const last = decided.pop();
      let isBack = false;
      for (const id of last?.ids ?? []) {
        try {
          await earshot.undo({ id }, { via: "console" });
          say(`Taken back: ${id} is asked again.`);
          isBack = true;
        } catch (error) {
          if (!isEarshotError(error)) throw error;
          say(`Not taken back: ${error.message}`);
        }
      }
      return isBack;
    },
    async told({ type, subject, data }) {
      const id = subject as RequestId;
      if (!SENT.has(type) || !waiting.delete(id)) return undefined;
      if (type === "request.decision_dropped") {
        return `Not sent: what you decided on ${id} may not be made any more (${data?.error}).`;
      }
      return sentLine((await earshot.show({ id })).request);
    },
  };
}

const SENT: ReadonlySet<Event["type"]> = new Set<Event["type"]>([
  "request.answered",
  "request.approved",
  "request.approval_voted",
  "request.rejected",
  "request.responded",
  "request.cancelled",
  "request.decision_dropped",
  "request.decision_undone",
]);

/** Nothing for an answer: the next question is on the screen, and the agent has what it asked for. */
function sentLine(request: ShownRequest): string | undefined {
  const { id, status } = request;
  if (status === "answered") return undefined;
  if (status === "approved") return `Approved ${id}. The agent may collect it.`;
  if (status !== "open") return `${id}: ${closedLine(request)}`;
  if (request.kind === "question") return undefined;
  const { demand, votes } = request.authorization;
  const missing = demand.quorum - votes.length;
  return votes.length === 0
    ? undefined
    : `Your approval of ${id} counts. It waits for ${missing} more.`;
}

/** Whether somebody decided it and can still take that back. */
export function isHeld(request: ShownRequest): boolean {
  return request.status === "open" && request.held !== undefined;
}

/** Who decides it, where somebody does. */
export function heldLine(request: ShownRequest): string | undefined {
  if (request.status !== "open" || request.held === undefined) return undefined;
  return `${oneLine(request.held.by.name, 80)} decides it, and can take that back for a moment.`;
}

/** The same reader, at any of whose prompts the word takes back instead. */
export function readingUndo(
  reader: LineReader,
  undoing: Undoing,
  onTakenBack: () => void,
): LineReader {
  return {
    ...reader,
    async read(prompt, signal) {
      for (;;) {
        const typed = await reader.read(prompt, signal);
        if (typed.kind !== "line" || !undoing.isMeant(typed.text)) return typed;
        if (await undoing.takeBack()) {
          onTakenBack();
          return { kind: "released", draft: "" };
        }
      }
    },
  };
}
