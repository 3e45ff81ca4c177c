import { WAITING_MARK } from "./mark.ts";

/** The facts of a thread's message that finding a question needs; absent if a platform omits them. */
interface ThreadMessage {
  readonly messageId?: string;
  readonly isOurs?: boolean;
  readonly marks?: readonly { readonly name?: string; readonly isOurs?: boolean }[];
}

export interface QuestionSearch {
  readonly threadId: string | undefined;
  readonly thread: readonly ThreadMessage[] | undefined;
  /** The parsed lines of a ledger; lines that are not entries are skipped. */
  readonly ledger: readonly unknown[] | undefined;
  /** If absent, the question is sought for the next reply. */
  readonly replyId?: string;
}

interface FoundQuestion {
  readonly messageId: string;
  readonly sessionId: string;
}

/**
 * Finds the question that a reply in a thread belongs to, from the platform's messages: our newest
 * post before the reply that carries our mark. Its session is the thread's newest one that began
 * strictly before that post. If something is missing, nothing is found and nothing breaks.
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
 * Whether a post comes before a message of the same chat, by the increasing numbers that platforms
 * give them. Without numbers the order is unknown, and the answer is yes.
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

/** Reads seconds since 1970, as platforms number their messages, or a written date. */
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
