import type { InboxItem } from "../../../domain/inbox/inbox.ts";

/* What can be done to several rows at once, as far as their rows tell. */

export type BatchAct = "approve" | "reject" | "answer" | "snooze";

type Rows = readonly InboxItem[];

const DONE_TO: Readonly<Record<BatchAct, string>> = {
  approve: "decided",
  reject: "decided",
  answer: "answered",
  snooze: "put off",
};

/** Why these cannot be done together so; undefined if they can. */
export function batchWhy(rows: Rows, act: BatchAct): string | undefined {
  if (rows.some(({ status }) => status !== "open")) {
    return "Some of these are closed already. Select open ones.";
  }
  if (rows.some(({ level }) => level === "HIGH" || level === "CRITICAL")) {
    return `HIGH and CRITICAL are ${DONE_TO[act]} one by one.`;
  }
  if (act === "snooze") return undefined;
  if (rows.some(({ forOthers }) => forOthers !== undefined)) return "Others have to decide these.";
  if (act === "answer") {
    return rows.every(isQuestion) ? undefined : "Only questions are answered together.";
  }
  if (rows.some(isQuestion)) {
    return "Questions are answered: only actions are approved or rejected together.";
  }
  return act === "reject" || isOneTool(rows)
    ? undefined
    : "Only actions of one tool are approved together.";
}

function isQuestion({ kind }: InboxItem): boolean {
  return kind === "question";
}

function isOneTool([first, ...others]: Rows): boolean {
  return others.every(
    ({ tool, toolSchemaHash }) => tool === first?.tool && toolSchemaHash === first?.toolSchemaHash,
  );
}
