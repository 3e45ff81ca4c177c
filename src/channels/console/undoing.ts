import { missingVotes } from "../../domain/authority/places.ts";
import { isEarshotError } from "../../domain/errors.ts";
import type { RequestId } from "../../domain/id.ts";
import { UNDO_MS } from "../../domain/limits.ts";
import type { Event } from "../../domain/log/event.ts";
import type { ShownRequest } from "../../domain/requests/request.ts";
import { SECOND_MS } from "../../domain/time.ts";
import type { Undoable } from "../../ports/earshot/call.ts";
import type { Earshot } from "../../ports/earshot/earshot.ts";
import { errorWords } from "../../render/refused-words.ts";
import { oneLine } from "../../render/visible-text.ts";
import { closedLine } from "./closed-line.ts";
import type { LineReader } from "./line-reader.ts";
import type { Voice } from "./voice.ts";

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
  /** Notes that somebody else is deciding what was on the screen. */
  follow(id: RequestId): void;
  /** What became of what was decided here or is followed, as the log has it; undefined for anything else. */
  told(event: Event): Promise<string | undefined>;
}

export interface UndoingParts {
  readonly earshot: Pick<Earshot, "show" | "undo">;
  /** False: each decision counts at once. */
  readonly holds: boolean;
  readonly voice: Voice;
  readonly say: (text: string) => void;
}

export function createUndoing({ earshot, holds, voice, say }: UndoingParts): Undoing {
  const { own, words } = voice;
  let decided: { readonly ids: readonly RequestId[]; readonly atMs: number }[] = [];
  const waiting = new Set<RequestId>();
  const followed = new Set<RequestId>();

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
      say(own.say("undo.held", { count: ids.length, seconds: UNDO_MS / SECOND_MS }));
      return true;
    },
    isMeant: (text) => /^\s*z\s*$/i.test(text) && recent().length > 0,
    async takeBack() {
      const last = decided.pop();
      let isBack = false;
      for (const id of last?.ids ?? []) {
        try {
          await earshot.undo({ id }, { via: "console" });
          say(own.say("undo.back", { id }));
          isBack = true;
        } catch (error) {
          if (!isEarshotError(error)) throw error;
          say(own.say("undo.not_back", { why: errorWords(error, words) }));
        }
      }
      return isBack;
    },
    follow: (id) => void followed.add(id),
    async told({ type, subject, data }) {
      const id = subject as RequestId;
      if (!SENT.has(type)) return undefined;
      if (followed.delete(id)) return closedElsewhere((await earshot.show({ id })).request, voice);
      if (!waiting.delete(id)) return undefined;
      if (type === "request.decision_dropped") {
        return own.say("undo.dropped", { id, error: data?.error ?? "" });
      }
      return sentLine((await earshot.show({ id })).request, voice);
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

function closedElsewhere(request: ShownRequest, voice: Voice): string | undefined {
  return request.status === "open" ? undefined : `${request.id}: ${closedLine(request, voice)}`;
}

/** Nothing for an answer: the next question is on the screen, and the agent has what it asked for. */
function sentLine(request: ShownRequest, voice: Voice): string | undefined {
  const { own } = voice;
  const { id, status } = request;
  if (status === "answered") return undefined;
  if (status === "approved") return own.say("undo.approved", { id });
  if (status !== "open") return `${id}: ${closedLine(request, voice)}`;
  if (request.kind === "question") return undefined;
  const { demand, votes } = request.authorization;
  const missing = missingVotes(demand, votes);
  return votes.length === 0 ? undefined : own.say("undo.counts", { id, count: missing });
}

/** Whether somebody decided it and can still take that back. */
export function isHeld(request: ShownRequest): boolean {
  return request.status === "open" && request.held !== undefined;
}

/** Who decides it, where somebody does. */
export function heldLine(request: ShownRequest, { own }: Voice): string | undefined {
  if (request.status !== "open" || request.held === undefined) return undefined;
  return own.say("undo.decides", { name: oneLine(request.held.by.name, 80) });
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
