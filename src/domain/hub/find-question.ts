import { WAITING_MARK } from "./mark.ts";

/** A message of a thread as far as finding a question goes; what a platform leaves out is absent. */
interface ThreadMessage {
  readonly messageId?: string;
  readonly isOurs?: boolean;
  readonly marks?: readonly { readonly name?: string; readonly isOurs?: boolean }[];
}

export interface QuestionSearch {
  readonly threadId: string | undefined;
  readonly thread: readonly ThreadMessage[] | undefined;
  /** Lines of a ledger as they were parsed: what is no entry is passed over. */
  readonly ledger: readonly unknown[] | undefined;
  /** Where it is absent the question is sought for whatever comes next. */
  readonly replyId?: string;
}

interface FoundQuestion {
  readonly messageId: string;
  readonly sessionId: string;
}

/**
 * The question that a reply in a thread belongs to, by what stands on the platform: the newest post of
 * ours before the reply that bears our mark. Its session is the newest of the thread that began
 * strictly before that post. Whatever is missing, nothing is found and nothing is broken.
 */
export function findQuestion(search: QuestionSearch): FoundQuestion | undefined {
  const { threadId, thread = [], ledger = [], replyId } = search;
  if (threadId === undefined) return undefined;
  const marked = thread.filter(isMarked).filter(({ messageId }) => isBefore(messageId, replyId));
  const messageId = marked.toSorted(byMessage).at(-1)?.messageId;
  const postedAt = microsecondsOf(messageId);
  if (messageId === undefined || postedAt === undefined) return undefined;
  const sessions = ledger
    .flatMap((line) => sessionOf(line, threadId) ?? [])
    .filter(({ startedAt }) => startedAt < postedAt)
    .toSorted((a, b) => a.startedAt - b.startedAt);
  const session = sessions.at(-1);
  return session === undefined ? undefined : { messageId, sessionId: session.id };
}

/**
 * Whether a post stands before a message of the same chat, by the numbers that platforms give them in
 * their order. Where they give none that is not known, and taken to be so.
 */
export function isBefore(postId: string | undefined, messageId: string | undefined): boolean {
  const post = microsecondsOf(postId);
  const message = messageId === undefined ? undefined : numberIn(messageId);
  return post === undefined || message === undefined || post < message;
}

function isMarked({ messageId, isOurs, marks = [] }: ThreadMessage): boolean {
  const bearsOurs = marks.some((mark) => mark.isOurs === true && mark.name === WAITING_MARK);
  return isOurs === true && bearsOurs && microsecondsOf(messageId) !== undefined;
}

function byMessage(a: ThreadMessage, b: ThreadMessage): number {
  return (microsecondsOf(a.messageId) ?? 0) - (microsecondsOf(b.messageId) ?? 0);
}

interface Begun {
  readonly id: string;
  readonly startedAt: number;
}

function sessionOf(line: unknown, threadId: string): Begun | undefined {
  if (typeof line !== "object" || line === null) return undefined;
  const { session_id, thread_ts, ts_start } = line as Readonly<Record<string, unknown>>;
  const startedAt = microsecondsOf(ts_start);
  if (typeof session_id !== "string" || session_id === "") return undefined;
  if (thread_ts !== threadId || startedAt === undefined) return undefined;
  return { id: session_id, startedAt };
}

/** Of seconds since 1970 as platforms number their messages, or of a date as people write it. */
function microsecondsOf(value: unknown): number | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? value * 1e6 : undefined;
  if (typeof value !== "string") return undefined;
  const number = numberIn(value);
  if (number !== undefined) return number;
  const ms = Date.parse(value);
  return Number.isNaN(ms) ? undefined : ms * 1e3;
}

function numberIn(text: string): number | undefined {
  return /^\d+(\.\d+)?$/.test(text) ? Math.round(Number(text) * 1e6) : undefined;
}
