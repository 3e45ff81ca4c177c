import { formatDuration } from "../duration.ts";
import { answerText } from "../requests/question.ts";
import {
  type AuthorizationRequest,
  notesOf,
  type Shown,
  type ShownRequest,
} from "../requests/request.ts";
import { toMs } from "../timestamp.ts";
import type { Session } from "./session.ts";

/** The facts from which a session's starting prompt is made. */
export interface StartingGround {
  readonly session: Session;
  /** The session that it continues, and the present state of what that waited for. */
  readonly former?: { readonly session: Session; readonly request?: ShownRequest };
  /** The call that the former session was waiting on, if it has been dealt with. */
  readonly resumed?: ResumedCall;
  /** Calls of its last reply that the former session did not reach. */
  readonly left?: readonly string[];
  /** Tools that the former session called and that no longer exist. */
  readonly gone?: readonly string[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** How a call of the former session went in this one. */
export interface ResumedCall {
  readonly tool: string;
  readonly args: unknown;
  /** True if it may have run; false if it did not. */
  readonly isBegun: boolean;
  readonly isError: boolean;
  readonly text: string;
}

/**
 * What the model is started with. The first that applies counts: an earlier session said nothing, then
 * what a session waited for, then the resuming of one, then the message alone.
 */
export function startingPrompt(ground: StartingGround): string {
  return [...opening(ground), ...where(ground.session)].join("\n\n");
}

/** Somebody's words as data: nothing inside them can end the fence. */
export function fenced(label: string, text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/~+/g)].map(([run]) => run.length));
  const fence = "~".repeat(longest + 1);
  return `${oneLine(label)}:\n${fence}\n${text}\n${fence}`;
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ");
}

function opening(ground: StartingGround): string[] {
  const { session, former } = ground;
  if (former === undefined) return plain(session);
  if (session.cause === "retry") return retry(session, former.session);
  if (session.cause === "continuation") return continuation(ground, former);
  return recovery(session, former.session);
}

function plain(session: Session): string[] {
  const { cause, follows } = session;
  const head =
    cause === "schedule" ? "Your schedule starts you." : "You are started with a message.";
  const before =
    follows === undefined
      ? []
      : [
          `An earlier session of yours in this conversation is ${follows}. Where the message refers to it, read it by read_session with session_id "${follows}".`,
        ];
  return [head, taskOf(session), ...before];
}

function retry(session: Session, former: Session): string[] {
  return [
    `Your session ${former.id} was asked something and ended without a word to whoever asked. This is one more turn to do it; there is none after it.`,
    taskOf(session),
    readFirst(former),
    "Do not do again what it has done. Finish what is left and end with a reply: whoever asked is waiting for it.",
  ];
}

function recovery(session: Session, former: Session): string[] {
  const why = former.reason === undefined ? "" : ` ${fenced("Its reason", former.reason)}`;
  return [
    `You go on from your session ${former.id}, which ended as ${former.status}.${why}`,
    taskOf(session),
    readFirst(former),
    "Do not do again what it has done. Finish what is left and end with a reply.",
  ];
}

function continuation(
  ground: StartingGround,
  { session: former, request }: NonNullable<StartingGround["former"]>,
): string[] {
  const { session, resumed } = ground;
  return [
    `You go on from your session ${former.id}, which ended to wait for people.`,
    fenced("What that session was started with", former.task),
    ...(session.task === former.task ? [] : [taskOf(session)]),
    ...(request === undefined ? [] : becomeOf(request)),
    ...(resumed === undefined ? [] : [callOf(resumed)]),
    ...changes(ground, request),
    readFirst(former),
    "Apply this, go on from where that session stopped without doing again what it has done, and close the loop with a final reply to whoever waits.",
  ];
}

function readFirst({ id }: Session): string {
  return `First read what it did, by read_session with session_id "${id}": its log is the ground truth, and no journal or note of yours is.`;
}

function taskOf({ task, from, cause }: Session): string {
  if (cause === "schedule") return fenced("What the schedule says", task);
  return fenced(from === undefined ? "The message" : `The message of ${from}`, task);
}

function becomeOf(request: ShownRequest): string[] {
  if (request.kind === "authorization") return [decisionOf(request)];
  const { text } = request.question;
  return [fenced("The question was", text), closingOf(request)];
}

function closingOf(request: Extract<ShownRequest, { kind: "question" }>): string {
  switch (request.status) {
    case "answered":
      if (request.erasedAt !== undefined) {
        return `${oneLine(request.closedBy.name)} had answered, and the answer was erased. That is no consent: ask again if you still need it.`;
      }
      return fenced(`The answer of ${request.closedBy.name}`, answerText(request.answer));
    case "assumed":
      if (request.erasedAt !== undefined) {
        return "Nobody answered, and what was assumed was erased. Ask again if you still need an answer.";
      }
      return `Nobody answered. Go on with this assumption, which nobody has confirmed, and say in your reply that you did.\n${fenced("The assumption", request.assumption)}`;
    case "expired":
      return "Nobody answered in time, and the question has expired. Silence is no answer: choose what is safe without it, or say what you could not do.";
    case "abandoned":
      return `Nobody answered, and the question is not waited for any more.${because(request.reason)} Do what can be done without the answer, and say what could not.`;
    case "cancelled":
      return `The question was withdrawn by ${oneLine(request.closedBy.name)}.${because(request.reason)} Go on without an answer.`;
    case "open":
      return "The question is still open. Go on without its answer.";
    default:
      throw new Error(`Unknown status ${String(request satisfies never)}`);
  }
}

function decisionOf(request: Shown<AuthorizationRequest>): string {
  const { tool } = request.authorization.action;
  const head = `The authorization to call ${tool}`;
  switch (request.status) {
    case "approved": {
      const who = request.closedBy === undefined ? "" : ` by ${oneLine(request.closedBy.name)}`;
      return `${head} was approved${who}.${editOf(request)}${notesIn(request)}`;
    }
    case "rejected": {
      const who = request.closedBy === undefined ? "" : ` by ${oneLine(request.closedBy.name)}`;
      return `${head} was rejected${who}.${because(request.reason)} It has not run. Do not reach the same by other means; go on without it or say what could not be done.`;
    }
    case "responded":
      return request.erasedAt === undefined
        ? `${head} was not given, and it has not run. A person answered in its place; go on with their words.\n${fenced(`The words of ${request.closedBy.name}`, request.response)}`
        : `${head} was answered in its place, and the words were erased. It has not run.`;
    case "expired":
      return `${head} expired: nobody decided in time, which is no approval. It has not run.`;
    case "abandoned":
      return `${head} is not waited for any more.${because(request.reason)} It has not run.`;
    case "cancelled":
      return `${head} was withdrawn by ${oneLine(request.closedBy.name)}.${because(request.reason)} It has not run.`;
    case "open":
      return `${head} is still open. It has not run.`;
    default:
      throw new Error(`Unknown status ${String(request satisfies never)}`);
  }
}

function editOf({ authorization: { edit } }: Shown<AuthorizationRequest>): string {
  if (edit === undefined) return "";
  const was = JSON.stringify(edit.args);
  return ` ${oneLine(edit.by.name)} changed its arguments before.\n${fenced("You had asked for", was)}`;
}

function notesIn(request: Shown<AuthorizationRequest>): string {
  if (request.erasedAt !== undefined) return "";
  return (notesOf(request) ?? [])
    .map(({ by, text }) => `\n${fenced(`The note of ${by}`, text)}`)
    .join("");
}

function because(reason: string | undefined): string {
  return reason === undefined ? "" : `\n${fenced("The reason", reason)}\n`;
}

function callOf({ tool, args, isBegun, isError, text }: ResumedCall): string {
  const what = fenced("Its arguments", JSON.stringify(args) ?? "null");
  if (!isBegun) return `The call of ${tool} was not run.\n${what}\n${fenced("Why", text)}`;
  const result = fenced(isError ? "It failed" : "Its result", text);
  return `The call of ${tool} was then made for you; do not make it again.\n${what}\n${result}`;
}

function changes(
  { session, former, left = [], gone = [], now }: StartingGround,
  request: ShownRequest | undefined,
): string[] {
  const pausedAt = former?.session.endedAt;
  const lines = [
    ...(pausedAt === undefined ? [] : [`it stopped at ${pausedAt}, ${since(pausedAt, now)} ago`]),
    ...(request === undefined || request.status === "open"
      ? []
      : [`what it waited for was closed at ${request.closedAt}`]),
    ...(left.length === 0
      ? []
      : [`of its last reply these calls were not made: ${left.map(oneLine).join(", ")}`]),
    ...(gone.length === 0
      ? []
      : [`these tools that it called are there no more: ${gone.map(oneLine).join(", ")}`]),
  ];
  const told = `What has changed since: ${lines.join("; ")}. Files, data and other people have gone on as well: look again before you rely on what that session saw.`;
  return session.cause === "continuation" ? [told] : [];
}

function since(at: string, now: number): string {
  return formatDuration(now - toMs(at));
}

function where({ place }: Session): string[] {
  if (place === undefined) {
    return [
      'You talk with people in your own conversation: for message that is chat_id "operator" on the channel inbox.',
    ];
  }
  const { channel, chatId } = place;
  return [
    `You talk in the chat ${JSON.stringify(chatId)} on the channel ${channel}: what you end with is posted there, and message with this chat_id says something there meanwhile.`,
  ];
}
