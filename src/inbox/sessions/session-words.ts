import { isEnded, type Session, type SessionEntryBody } from "../../domain/sessions/session.ts";
import { headline } from "../../render/headline.ts";
import { oneLine } from "../../render/visible-text.ts";
import { say } from "./messages/messages.ts";

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

/** What started it, and whose words these are if known. */
export function causeText({ cause, from, scheduled }: Session): string {
  if (scheduled !== undefined) return say("scheduled", { name: oneLine(scheduled, TASK_WIDTH) });
  // In a continuation they are from the person who began the chain, not the one who answered.
  const isFurther = cause === "continuation" || cause === "retry";
  const text = say(`cause.${cause}`);
  return from === undefined || isFurther
    ? text
    : say("cause-from", { cause: text, from: oneLine(from, TASK_WIDTH) });
}

/** Its task on one line, or a stand-in if it has none. */
export function taskText({ task, id, erasedAt, importedId }: Session): string {
  if (erasedAt !== undefined) return say("erased", { id: id.slice(-6) });
  const text = headline(task, TASK_WIDTH);
  if (text !== "") return text;
  return importedId === undefined
    ? say("session-of", { id: id.slice(-6) })
    : oneLine(importedId, TASK_WIDTH);
}

/** Entries may follow. */
export function isLive({ status }: Session): boolean {
  return !isEnded(status);
}

/** Nothing continues it yet, and a person may end it. */
export function isCancellable(session: Session, isLast: boolean): boolean {
  const { status, cancelAsked } = session;
  return cancelAsked !== true && (isLive(session) || (status === "paused" && isLast));
}

/** The line above an entry's text. */
export function headOf(body: SessionEntryBody): string {
  switch (body.kind) {
    case "prompt":
      return say("head.prompt");
    case "told":
      return body.from === undefined
        ? say("head.told")
        : say("head.from", { from: oneLine(body.from, TASK_WIDTH) });
    case "reply":
      return say(body.calls.length === 0 ? "head.says" : "head.calls");
    case "begun":
      return say("head.begun", { tool: oneLine(body.tool, TASK_WIDTH) });
    case "done":
      return say(body.isError ? "head.failed" : "head.done", {
        tool: oneLine(body.tool, TASK_WIDTH),
      });
    case "checked":
      return say("head.checked", { check: oneLine(body.check, TASK_WIDTH) });
    case "note":
      return say("head.note");
    case "end":
      return say(`status.${body.status}`);
  }
}
