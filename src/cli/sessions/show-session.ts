import { actorWords, closedLine } from "../../channels/console/closed-line.ts";
import { ENGLISH } from "../../channels/console/voice.ts";
import type { EarshotClient } from "../../client/client.ts";
import type { SessionId } from "../../domain/id.ts";
import type { ShownRequest } from "../../domain/requests/request.ts";
import { shownAnswer } from "../../domain/requests/shown-answer.ts";
import type { Session, SessionEntry } from "../../domain/sessions/session.ts";
import type { SessionDetail } from "../../ports/earshot/sessions.ts";
import { laidOut } from "../../render/read-words.ts";
import { oneLine, visibleText } from "../../render/visible-text.ts";
import type { Output, Style } from "../terminal/output.ts";
import { eachEntry } from "./each-entry.ts";
import { paintedStatus, waitOf } from "./session-line.ts";
import { entryLines } from "./transcript.ts";

export interface WholeSession extends SessionDetail {
  readonly entries: readonly SessionEntry[];
}

/** A session with everything that happened in it. */
export async function wholeSession(earshot: EarshotClient, id: SessionId): Promise<WholeSession> {
  const detail = await earshot.showSession({ id });
  const entries: SessionEntry[] = [];
  for await (const entry of eachEntry(earshot, { id, isLive: false })) entries.push(entry);
  return { ...detail, entries };
}

/** A session for people: what it is, who said what, what it waited for, and its chain. */
export function sessionLines(
  { session, chain, request, entries }: WholeSession,
  output: Pick<Output, "style" | "columns">,
  isFull: boolean,
): readonly string[] {
  const { style, columns } = output;
  const shown = { style, columns, agent: session.agentName, isFull };
  const others = chain.length > 1 ? chain : [];
  return [
    ...sessionHead(session, style),
    ...(entries.length === 0 ? [] : ["", ...entries.flatMap((entry) => entryLines(entry, shown))]),
    ...(request === undefined ? [] : ["", ...requestLines(request)]),
    ...(others.length === 0 ? [] : ["", "chain"]),
    ...others.map(
      ({ id, status, createdAt }) =>
        `${id === session.id ? "→" : " "} ${id}  ${paintedStatus(status, style)} ${style.dim(createdAt)}`,
    ),
  ];
}

/** What was asked, and what came of it. */
function requestLines(request: ShownRequest): readonly string[] {
  const asked =
    request.kind === "question"
      ? field("asked", laidOut(request.question.text))
      : field("sought", oneLine(request.authorization.action.tool, 200));
  return [field("request", request.id), asked, ...outcomeLines(request)];
}

function outcomeLines(request: ShownRequest): readonly string[] {
  if (request.status === "open") {
    return [field("outcome", `still open: npx earshot show ${request.id}`)];
  }
  if (request.status !== "answered") return [field("outcome", closedLine(request, ENGLISH))];
  const { answer, closedAt, closedBy } = request;
  return [
    field("answer", shownAnswer(answer)),
    field("by", `${actorWords(closedBy, ENGLISH)}, ${closedAt}`),
  ];
}

const LABEL_WIDTH = 11;
const WIDTH = 200;

/** The facts of a session, one line each. */
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

/** A label and the text after it; further lines are indented below its beginning. */
function field(label: string, text: string): string {
  const shown = visibleText(text).replaceAll("\n", `\n${" ".repeat(LABEL_WIDTH)}`);
  return `${label.padEnd(LABEL_WIDTH)}${shown}`;
}

function placeText({ channel, chatId, threadId }: NonNullable<Session["place"]>): string {
  return oneLine(`${channel} ${chatId}${threadId === undefined ? "" : `/${threadId}`}`, WIDTH);
}
