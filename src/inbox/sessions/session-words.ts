import {
  isEnded,
  type Session,
  type SessionEntryBody,
  type SessionWait,
} from "../../domain/sessions/session.ts";
import { oneLine } from "../../render/visible-text.ts";

const TASK_WIDTH = 90;

export const TONES: Readonly<Record<Session["status"], "live" | "good" | "bad" | "plain">> = {
  pending: "plain",
  queued: "plain",
  running: "live",
  completed: "good",
  paused: "plain",
  failed: "bad",
  cancelled: "plain",
};

const CAUSES: Readonly<Record<Session["cause"], string>> = {
  message: "a message",
  schedule: "a schedule",
  command: "a person",
  continuation: "an answer",
  retry: "a retry",
  resume: "a person who resumed it",
  import: "another ledger",
};

/** What started it, and whose words these are if known. */
export function causeText({ cause, from, scheduled }: Session): string {
  if (scheduled !== undefined) return `schedule ${oneLine(scheduled, TASK_WIDTH)}`;
  // In a continuation they are from the person who began the chain, not the one who answered.
  const isFurther = cause === "continuation" || cause === "retry";
  return from === undefined || isFurther
    ? CAUSES[cause]
    : `${CAUSES[cause]}: ${oneLine(from, TASK_WIDTH)}`;
}

/** Its task on one line, or a stand-in if it has none. */
export function taskText({ task, id, erasedAt, importedId }: Session): string {
  if (erasedAt !== undefined) return `Erased …${id.slice(-6)}`;
  const text = oneLine(task, TASK_WIDTH);
  if (text !== "") return text;
  return importedId === undefined ? `Session …${id.slice(-6)}` : oneLine(importedId, TASK_WIDTH);
}

export const WAITS: Readonly<Record<SessionWait["kind"], string>> = {
  question: "an answer",
  approval: "a decision",
  repeat: "a yes to run a tool again",
};

/** Entries may follow. */
export function isLive({ status }: Session): boolean {
  return !isEnded(status);
}

/** Nothing continues it yet, and a person may end it. */
export function isCancellable(session: Session, isLast: boolean): boolean {
  const { status, cancelAsked } = session;
  return cancelAsked !== true && (isLive(session) || (status === "paused" && isLast));
}

/** A sign before an entry, so that its kind is told without a colour. */
export const KIND_TEXTS: Readonly<Record<SessionEntryBody["kind"], string>> = {
  prompt: "Told",
  told: "Told",
  reply: "Agent",
  begun: "Tool",
  done: "Tool",
  checked: "Check",
  note: "Host",
  end: "End",
};

/** The line above an entry's text. */
export function headOf(body: SessionEntryBody): string {
  switch (body.kind) {
    case "prompt":
      return "What it was started with";
    case "told":
      return body.from === undefined ? "Told meanwhile" : `From ${oneLine(body.from, TASK_WIDTH)}`;
    case "reply":
      return body.calls.length === 0 ? "Says" : "Calls";
    case "begun":
      return `${oneLine(body.tool, TASK_WIDTH)} begins`;
    case "done":
      return `${oneLine(body.tool, TASK_WIDTH)} ${body.isError ? "failed" : "is done"}`;
    case "checked":
      return `Looked at before the decision: ${oneLine(body.check, TASK_WIDTH)}`;
    case "note":
      return "Note";
    case "end":
      return body.status;
  }
}
