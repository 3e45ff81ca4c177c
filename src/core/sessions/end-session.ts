import type { Caller } from "../../domain/people/principal.ts";
import { present } from "../../domain/present.ts";
import { isEnded, type Session, type SessionStatus } from "../../domain/sessions/session.ts";
import { checkText } from "../../domain/text.ts";
import type { EndedSession, EndSessionInput } from "../../ports/earshot/sessions.ts";
import type { Write } from "../../ports/store/store.ts";
import type { Context } from "../call/context.ts";
import { completedBySession } from "../closing/completed-by-session.ts";
import { endMarkWrites } from "../session-changes/marks.ts";
import { continuing } from "../session-changes/new-session.ts";
import { sessionEvent } from "../session-changes/session-event.ts";
import { changeHeld, type HeldPlan } from "./change-held.ts";
import { sayWherePossible } from "./say.ts";

const ENDS = {
  completed: { status: "completed", type: "session.completed" },
  failed: { status: "failed", type: "session.failed" },
  cancelled: { status: "cancelled", type: "session.cancelled" },
  released: { status: "queued", type: "session.released" },
} as const satisfies Record<EndSessionInput["outcome"], { status: SessionStatus; type: string }>;

/** Ends a session or gives it back, and says its last words in the same commit. */
export async function endSession(
  ctx: Context,
  caller: Caller,
  input: EndSessionInput,
): Promise<EndedSession> {
  const { outcome, text = "" } = input;
  checkText(text, "final reply");
  const { status } = ENDS[outcome];
  const { session } = await changeHeld(ctx, caller, {
    held: input,
    known: (one) => one.status === status && (isEnded(status) || one.claim === undefined),
    plan: (one, now) => planOf(ctx, caller, { session: one, input, now }),
  });
  const follower = await ctx.store.continuationOf(session.workspace, session.id);
  return follower?.cause === "retry" ? { session, retry: follower } : { session };
}

interface Ending {
  readonly session: Session;
  readonly input: EndSessionInput;
  readonly now: Session["createdAt"];
}

async function planOf(ctx: Context, caller: Caller, ending: Ending): Promise<HeldPlan> {
  const { session, input, now } = ending;
  const { outcome, text = "" } = input;
  const { status, type } = ENDS[outcome];
  const words = wordsOf(session, input);
  const said =
    words === undefined
      ? { writes: [], events: [] }
      : await sayWherePossible(ctx, caller, { session, text: words });
  const handed =
    outcome === "completed"
      ? await completedBySession(ctx, session, { text, at: now })
      : { writes: [], events: [] };
  const retry = isSilent(session, input) ? continuing(ctx, session, { cause: "retry" }) : undefined;
  const insert: Write[] = retry === undefined ? [] : [{ type: "session.insert", session: retry }];
  return {
    event: eventOf(input, words !== undefined),
    entries: [
      outcome === "released"
        ? { kind: "note", text: text === "" ? "The host gave the session back." : text }
        : { kind: "end", status, text },
    ],
    writes: [
      ...said.writes,
      ...insert,
      ...handed.writes,
      ...(isEnded(status) ? await endMarkWrites(ctx, session) : []),
    ],
    events: (next) => [
      ...said.events,
      ...handed.events,
      sessionEvent(next, type, { at: now, actor: next.agent }),
      ...(retry === undefined ? [] : [created(retry)]),
    ],
  };
}

function created(retry: Session) {
  const { createdAt: at, continues } = retry;
  const data = { kind: retry.cause, ...present({ session: continues }) };
  return sessionEvent(retry, "session.created", { at, actor: retry.agent, data });
}

function eventOf({ outcome, text }: EndSessionInput, isSaid: boolean): HeldPlan["event"] {
  const posted = isSaid ? ({ posted: true } as const) : {};
  switch (outcome) {
    case "completed":
      return { type: "complete", ...posted };
    case "failed":
      return {
        type: "fail",
        ...posted,
        reason: text === undefined || text === "" ? "It failed." : text,
      };
    case "cancelled":
      return text === undefined
        ? { type: "end_cancelled" }
        : { type: "end_cancelled", reason: text };
    case "released":
      return { type: "release" };
  }
}

/** What its author is told; nothing if the session says nothing itself. */
function wordsOf(session: Session, { outcome, text = "" }: EndSessionInput): string | undefined {
  if (outcome === "completed") return text.trim() === "" ? undefined : text;
  if (outcome !== "failed" || session.cause === "schedule") return undefined;
  return `I could not finish this: ${text.trim() === "" ? "something failed." : text}`;
}

/**
 * Somebody asked it something and it ends without a word, so it is started once more and told so.
 */
function isSilent(session: Session, { outcome, text = "" }: EndSessionInput): boolean {
  const { cause, posted, asked } = session;
  const isAsked = cause !== "schedule" && cause !== "retry";
  return outcome === "completed" && isAsked && !posted && !asked && text.trim() === "";
}
