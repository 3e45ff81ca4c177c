import { formatDuration } from "../../domain/duration.ts";
import type { Session, SessionStatus, SessionWait } from "../../domain/sessions/session.ts";
import { SESSION_STATUSES } from "../../domain/sessions/session.ts";
import { toMs } from "../../domain/timestamp.ts";
import { headline } from "../../render/headline.ts";
import { oneLine } from "../../render/visible-text.ts";
import type { Output, Style } from "../terminal/output.ts";

/** If no terminal tells the width, the starting text is cut here. */
const DEFAULT_WIDTH = 160;
const NARROWEST = 20;
const INDENT = "  ";
const STATUS_WIDTH = Math.max(...SESSION_STATUSES.map(({ length }) => length));
const AGENT_WIDTH = 24;

/** One session, and below it what it waits for and what it continues. */
export function sessionLine(
  session: Session,
  { style, columns = DEFAULT_WIDTH }: Pick<Output, "style" | "columns">,
  now: number,
): string {
  const { id, status, agentName, createdAt } = session;
  const age = formatDuration(now - toMs(createdAt)).padStart(7);
  const agent = oneLine(agentName, AGENT_WIDTH);
  const taken = `${id}  ${" ".repeat(STATUS_WIDTH)} ${age}  ${agent}  `.length;
  const started = startedWith(session, Math.max(columns - taken, NARROWEST));
  const first = `${style.dim(id)}  ${paintedStatus(status, style)} ${style.dim(age)}  ${agent}  ${started}`;
  const more = standing(session);
  if (more === "") return first.trimEnd();
  return `${first.trimEnd()}\n${INDENT}${oneLine(more, Math.max(columns - INDENT.length, 40))}`;
}

export function paintedStatus(status: SessionStatus, style: Style): string {
  const text = status.padEnd(STATUS_WIDTH);
  if (status === "failed") return style.bad(text);
  if (status === "paused") return style.bold(text);
  return status === "completed" ? style.good(text) : text;
}

/** What it was started with, on one line: whose words, or why there are none. */
function startedWith(session: Session, width: number): string {
  const { task, from, cause, importedId, scheduled } = session;
  if (cause === "import") return oneLine(`(imported ${importedId ?? ""})`, width);
  if (task.trim() === "") return oneLine(`(${cause})`, width);
  const who = scheduled === undefined ? from : `schedule ${scheduled}`;
  return who === undefined
    ? headline(task, width)
    : oneLine(`${who}: ${headline(task, width)}`, width);
}

/** What a list says about a session beside its status. */
function standing(session: Session): string {
  const { continues, reason, cancelAsked } = session;
  const wait = waitOf(session);
  return [
    ...(session.status === "pending" ? [foundText(session)] : []),
    ...(wait === undefined ? [] : [wait]),
    ...(cancelAsked === true ? ["is to end"] : []),
    ...(continues === undefined ? [] : [`continues ${continues}`]),
    ...(reason === undefined ? [] : [reason]),
  ].join(", ");
}

function foundText({ id, place, saidAt, createdAt }: Session): string {
  const where = place === undefined ? "" : ` in ${place.channel} ${place.chatId}`;
  return `said at ${saidAt ?? createdAt}${where}; may have been done: npx earshot sessions begin ${id}`;
}

/** What a paused one waits for, or what came of it. */
export function waitOf({ status, waitsFor, continuedBy }: Session): string | undefined {
  if (status !== "paused" || waitsFor === undefined) return undefined;
  if (continuedBy === undefined) return waitText(waitsFor);
  return `${waitsFor.request} has closed, ${continuedBy} goes on`;
}

export function waitText({ kind, request }: SessionWait): string {
  switch (kind) {
    case "question":
      return `waits for the answer to ${request}`;
    case "approval":
      return `waits for the decision on ${request}`;
    case "repeat":
      return `waits for ${request}: whether a tool is to run again`;
  }
}
