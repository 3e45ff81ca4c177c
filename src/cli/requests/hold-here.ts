import type { Command } from "commander";
import { pause } from "../../channels/console/pause.ts";
import { isHeld } from "../../channels/console/undoing.ts";
import { ENGLISH, type Voice } from "../../channels/console/voice.ts";
import { isEarshotError } from "../../domain/errors.ts";
import type { RequestId } from "../../domain/id.ts";
import { inTime } from "../../domain/in-words.ts";
import { UNDO_MS } from "../../domain/limits.ts";
import type { Event } from "../../domain/log/event.ts";
import type { ShownRequest } from "../../domain/requests/request.ts";
import { SECOND_MS } from "../../domain/time.ts";
import type { Undoable } from "../../ports/earshot/call.ts";
import type { Earshot } from "../../ports/earshot/earshot.ts";
import { EXIT_CODES } from "../terminal/exit-codes.ts";
import type { RunContext } from "../terminal/run-context.ts";

/* What a person decides by a command is held for a moment, in which they can take it back. */

export interface HoldOption {
  readonly undo?: boolean;
}

export const HELD_HELP = `At a terminal it is held for ${inTime(UNDO_MS)}, in which Ctrl+C or npx earshot undo takes it back and nobody is told; what has to be proved, and HIGH and CRITICAL, count at once. A script decides at once, unless it says --undo.`;

export function addHoldOptions(command: Command): Command {
  return command
    .option("--undo", `hold it for ${inTime(UNDO_MS)}, in which it can be taken back`)
    .option("--no-undo", "let it count at once, at a terminal too");
}

/** How long a decision of this command is held, if it is. */
export function holding(
  { environment, isAtTerminal, options }: RunContext,
  { undo }: HoldOption,
): Undoable {
  const isWanted = undo ?? (isAtTerminal && environment.undo !== "off" && options.json !== true);
  return isWanted ? { undoMs: UNDO_MS } : {};
}

type Speaking = RunContext & { readonly voice?: Voice };
type Door = Pick<Earshot, "show" | "undo">;

/** Looked at so often, since it can be taken back elsewhere too. */
const LOOK_MS = 150;

/**
 * Waits until what was just decided is sent, and returns it as it is then. An interrupt takes back
 * what is still held. What was taken back or is not to be made any more is told of and left out.
 */
export async function sentOf(
  context: Speaking,
  earshot: Door,
  decided: readonly ShownRequest[],
): Promise<readonly ShownRequest[]> {
  const waiting = decided.filter(isHeld);
  if (waiting.length === 0) return decided;
  context.output.note(waitingLine(waiting, context.voice ?? ENGLISH));
  const sent: ShownRequest[] = [];
  for (const one of decided) {
    const now = isHeld(one) ? await endOf(context, earshot, one) : one;
    if (now !== undefined) sent.push(now);
  }
  return sent;
}

/** How a command ends none of whose decisions was sent. */
export function notSent({ signal }: Pick<RunContext, "signal">): number {
  return signal.aborted ? EXIT_CODES.interrupted : EXIT_CODES.error;
}

function waitingLine([first, ...others]: readonly ShownRequest[], { own }: Voice): string {
  const seconds = UNDO_MS / SECOND_MS;
  return first !== undefined && others.length === 0
    ? own.say("hold.one", { seconds, id: first.id })
    : own.say("hold.many", { seconds });
}

async function endOf(
  { output, signal, voice = ENGLISH }: Speaking,
  earshot: Door,
  { id }: ShownRequest,
): Promise<ShownRequest | undefined> {
  let isAsked = false;
  for (;;) {
    if (signal.aborted && !isAsked) {
      isAsked = true;
      await takeBack(earshot, id);
    }
    const { request, history } = await earshot.show({ id });
    if (!isHeld(request)) {
      const why = whyNotSent(request, history, voice);
      if (why === undefined) return request;
      output.note(why);
      return undefined;
    }
    await pause(LOOK_MS, isAsked ? undefined : signal);
  }
}

/** Where it was sent before, the look that follows says so. */
async function takeBack(earshot: Door, id: RequestId): Promise<void> {
  try {
    await earshot.undo({ id });
  } catch (error) {
    if (!isEarshotError(error)) throw error;
  }
}

/** Undefined if it was sent. */
function whyNotSent(
  request: ShownRequest,
  history: readonly Event[],
  { own }: Voice,
): string | undefined {
  const { id, status } = request;
  const last = history.findLast(({ type }) => ENDS.has(type));
  if (last?.type === "request.decision_undone") return own.say("hold.back", { id });
  if (last?.type === "request.decision_dropped") {
    return own.say("hold.dropped", { error: last.data?.error ?? "", id });
  }
  return status === "cancelled" ? own.say("hold.withdrawn", { id }) : undefined;
}

const ENDS: ReadonlySet<Event["type"]> = new Set<Event["type"]>([
  "request.decision_held",
  "request.decision_undone",
  "request.decision_dropped",
  "request.approval_voted",
  "request.edited",
]);
