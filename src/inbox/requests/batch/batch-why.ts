import type { InboxItem } from "../../../domain/inbox/inbox.ts";
import { say } from "./messages/messages.ts";

/* What can be done to several rows at once, as far as their rows tell. */

export type BatchAct = "approve" | "reject" | "answer" | "snooze";

type Rows = readonly InboxItem[];

/** Why these cannot be done together so; undefined if they can. */
export function batchWhy(rows: Rows, act: BatchAct): string | undefined {
  if (rows.some(({ status }) => status !== "open")) {
    return say("why.closed");
  }
  if (rows.some(({ level }) => level === "HIGH" || level === "CRITICAL")) {
    return say(`why.high.${act}`);
  }
  if (act === "snooze") return undefined;
  if (rows.some(({ forOthers }) => forOthers !== undefined)) return say("why.others");
  if (act === "answer") {
    return rows.every(isQuestion) ? undefined : say("why.questions");
  }
  if (rows.some(isQuestion)) {
    return say("why.actions");
  }
  return act === "reject" || isOneTool(rows) ? undefined : say("why.one-tool");
}

function isQuestion({ kind }: InboxItem): boolean {
  return kind === "question";
}

function isOneTool([first, ...others]: Rows): boolean {
  return others.every(
    ({ tool, toolSchemaHash }) => tool === first?.tool && toolSchemaHash === first?.toolSchemaHash,
  );
}
