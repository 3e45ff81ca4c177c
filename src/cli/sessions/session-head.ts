import type { Session } from "../../domain/sessions/session.ts";
import { oneLine, visibleText } from "../../render/visible-text.ts";
import type { Style } from "../terminal/output.ts";
import { waitOf } from "./session-line.ts";

const LABEL_WIDTH = 11;
const WIDTH = 200;

/** What a session is, a line each. */
export function sessionHead(session: Session, style: Style): readonly string[] {
  const { id, status, place, scheduled, claim } = session;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ["agent", oneLine(session.agentName, WIDTH)],
    ["cause", scheduled === undefined ? session.cause : `${session.cause} ${scheduled}`],
    ["from", session.from],
    ["at", place && placeText(place)],
    ["task", session.task === "" ? undefined : session.task],
    ["continues", session.continues],
    ["follows", session.follows],
    ["imported", session.importedId],
    ["created", session.createdAt],
    ["started", session.startedAt],
    ["ended", session.endedAt],
    ["host", claim && `${claim.host}, until ${claim.until}`],
    ["attempts", session.attempts > 1 ? String(session.attempts) : undefined],
    ["waits", waitOf(session)],
    ["to end", session.cancelAsked && "as soon as its host hears of it"],
    ["reason", session.reason],
    ["erased", session.erasedAt],
  ];
  return [
    `${style.bold(id)}  ${status}`,
    ...facts.flatMap(([label, value]) => (value === undefined ? [] : [field(label, value)])),
  ];
}

/** A label, and the text behind it; its further lines stand below its beginning. */
export function field(label: string, text: string): string {
  const shown = visibleText(text).replaceAll("\n", `\n${" ".repeat(LABEL_WIDTH)}`);
  return `${label.padEnd(LABEL_WIDTH)}${shown}`;
}

function placeText({ channel, chatId, threadId }: NonNullable<Session["place"]>): string {
  return oneLine(`${channel} ${chatId}${threadId === undefined ? "" : `/${threadId}`}`, WIDTH);
}
