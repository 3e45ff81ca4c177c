import type { RequestId } from "../../domain/id.ts";
import { type ChainHead, chainFault, EMPTY_HEAD } from "../../domain/log/chain.ts";
import type { Event, EventType } from "../../domain/log/event.ts";
import { answerText } from "../../domain/requests/question.ts";
import type { Request } from "../../domain/requests/request.ts";
import { asQuestion } from "../../domain/requests/request.ts";
import { linkHash } from "../../store/events/hash-chain.ts";
import { rowToLoggedEvent } from "../../store/events/rows.ts";
import { rowToMessage } from "../../store/requests/message-rows.ts";
import { rowToRequest } from "../../store/requests/rows.ts";
import type { Row } from "../../store/schema/tables.ts";
import { type AuthorityOracle, createAuthorityOracle } from "./authority-oracle.ts";
import { createExchangeOracle, type ExchangeOracle } from "./exchange-oracle.ts";
import type { History } from "./history.ts";
import { createMailboxOracle } from "./mailbox-oracle.ts";
import { createSessionOracle, type SessionOracle } from "./session-oracle.ts";
import { createSharingOracle } from "./sharing-oracle.ts";
import { demand, Violation } from "./violation.ts";
import type { VirtualTime } from "./virtual-time.ts";
import type { StoredRows } from "./world-store.ts";

/**
 * Knows what has been acknowledged and compares it with what is on disk, which it reads past the
 * server. Each method throws a Violation.
 */
export interface Oracle extends History {
  readonly authority: AuthorityOracle;
  readonly sessions: SessionOracle;
  readonly exchange: ExchangeOracle;
  /** Checks what was appended to the log since the last call, and the requests it names. */
  checkLog(): void;
  request(id: RequestId): Request | undefined;
  asked(key: string, id: RequestId, text: string): void;
  answered(id: RequestId, text: string): void;
  refusedAsClosed(id: RequestId, text: string): void;
  cancelled(id: RequestId, reason: string): void;
  askedByTool(id: RequestId, text: string): void;
  acknowledged(count: number, ids: readonly string[]): void;
  told(text: string): void;
  /** Whether the request had been closed for `ms` at least. */
  hadClosed(id: RequestId, ms: number): boolean;
  finish(): void;
}

const CLOSINGS: ReadonlySet<string> = new Set<EventType>([
  "request.answered",
  "request.cancelled",
  "request.expired",
  "request.approved",
  "request.rejected",
  "request.responded",
  "request.abandoned",
  "request.assumed",
]);

export function createOracle(database: StoredRows, time: Pick<VirtualTime, "elapsed">): Oracle {
  const readRequest = database.prepare("select * from requests where id = ?");

  function request(id: RequestId): Request | undefined {
    const row = readRequest.get(id);
    return row === undefined ? undefined : rowToRequest(row as unknown as Row<"requests">);
  }

  function stored(id: RequestId): Request {
    const found = request(id);
    demand(found !== undefined, `${id} was acknowledged and is gone`);
    return found;
  }

  const log = createLogOracle(database, { time, stored });
  const { events, olderThan } = log;
  const clients = createClientOracle(database, stored);
  const mailbox = createMailboxOracle(database);
  const authority = createAuthorityOracle(database, { events, olderThan });
  const sessions = createSessionOracle(database, { time, request });
  const sharing = createSharingOracle(database, { events, stored });
  const exchange = createExchangeOracle(database, { time, events, stored });

  return {
    ...clients,
    authority,
    sessions,
    exchange,
    events,
    olderThan,
    request,
    checkLog() {
      const added = log.read();
      if (added.length === 0) return;
      const fault = mailbox.doubleQuestion() ?? mailbox.lostItem(events);
      if (fault !== undefined) throw new Violation(fault);
      authority.check(added);
      sessions.check(added);
      exchange.check(added);
    },
    acknowledged(count, ids) {
      const logged = events.filter(
        ({ type, subject }) => type === "mailbox.acknowledged" && ids.includes(subject),
      );
      demand(logged.length >= count, `${count} items were acknowledged, not ${logged.length}`);
    },
    hadClosed: (id, ms) =>
      olderThan(ms).some(({ subject, type }) => subject === id && CLOSINGS.has(type)),
    finish() {
      authority.finish();
      sessions.finish();
      sharing.finish();
      exchange.finish();
      clients.finish();
    },
  };
}

interface LogOracle extends History {
  /** Checks and gives the events that were appended since the last call. */
  read(): readonly Event[];
}

interface LogOracleParts {
  readonly time: Pick<VirtualTime, "elapsed">;
  readonly stored: (id: RequestId) => Request;
}

/** Knows the log, and that a closed request stays as it closed. */
function createLogOracle(database: StoredRows, { time, stored }: LogOracleParts): LogOracle {
  const readLog = database.prepare("select * from events where seq > ? order by seq");
  const events: Event[] = [];
  const arrivals: number[] = [];
  const closed = new Map<string, string>();
  const closings = new Set<string>();
  let head: ChainHead = EMPTY_HEAD;

  function checkRequest(event: Event): void {
    const now = stored(event.subject as RequestId);
    const before = closed.get(now.id);
    const hasClosed = closings.has(now.id);
    if (CLOSINGS.has(event.type)) {
      demand(!hasClosed, `${now.id} closed twice, last by ${event.type}`);
      closings.add(now.id);
    } else if (event.type === "request.answered_late") {
      demand(now.status !== "open", `${now.id} is open and has a late answer`);
    } else if (event.type !== "request.decision_refused") {
      demand(!hasClosed, `${now.id} closed before ${event.type}`);
    }
    if (now.status === "open") return;
    const text = JSON.stringify(now);
    demand(before === undefined || before === text, `${now.id} changed after it had closed`);
    closed.set(now.id, text);
    if (now.status === "answered" && now.expiresAt !== undefined) {
      demand(now.closedAt < now.expiresAt, `${now.id} was answered after it had expired`);
    }
  }

  return {
    events,
    olderThan: (ms) => events.filter((_, index) => (arrivals[index] ?? 0) < time.elapsed() - ms),
    read() {
      const rows = readLog.all(head.seq) as unknown as Row<"events">[];
      for (const logged of rows.map(rowToLoggedEvent)) {
        const fault = chainFault(head, logged, linkHash);
        demand(fault === undefined, `the log is broken: ${fault}`);
        head = { seq: logged.event.seq, hash: logged.hash };
        events.push(logged.event);
        arrivals.push(time.elapsed());
        if (logged.event.type.startsWith("request.")) checkRequest(logged.event);
      }
      return rows.length === 0 ? [] : events.slice(-rows.length);
    },
  };
}

type ClientOracle = Pick<
  Oracle,
  "asked" | "answered" | "refusedAsClosed" | "cancelled" | "askedByTool" | "told" | "finish"
>;

/** Knows what clients were told of questions, answers and messages. */
function createClientOracle(
  database: StoredRows,
  stored: (id: RequestId) => Request,
): ClientOracle {
  const readMessages = database.prepare("select * from messages");
  const askedIds = new Map<string, RequestId>();
  const texts = new Map<RequestId, string>();
  const winners = new Map<RequestId, string>();
  const late = new Map<string, RequestId>();
  const tellings = new Set<string>();

  return {
    asked(key, id, text) {
      const known = askedIds.get(key);
      demand(known === undefined || known === id, `the key ${key} made ${known} and ${id}`);
      askedIds.set(key, id);
      texts.set(id, text);
      demand(
        asQuestion(stored(id)).question.text === text,
        `${id} has another text than was asked`,
      );
    },
    answered(id, text) {
      const known = winners.get(id);
      demand(known === undefined || known === text, `two answers to ${id} were acknowledged`);
      winners.set(id, text);
    },
    refusedAsClosed(id, text) {
      const now = stored(id);
      demand(now.status !== "open", `an answer to ${id}, which is open, was refused as late`);
      const own = now.status === "answered" && answerText(now.answer) === text;
      demand(!own, `the answer that won ${id} was refused as late`);
      late.set(text, id);
    },
    cancelled(id, reason) {
      const now = stored(id);
      demand(
        now.status === "cancelled" && now.reason === reason,
        `${id} was acknowledged as cancelled and is ${now.status}`,
      );
    },
    askedByTool(id, text) {
      const now = stored(id);
      demand(
        now.tool !== undefined && asQuestion(now).question.text === text,
        `${id} asks something else`,
      );
    },
    told: (text) => void tellings.add(text),
    finish() {
      const messages = (readMessages.all() as unknown as Row<"messages">[]).map(rowToMessage);
      const count = (text: string) => messages.filter((message) => message.text === text).length;
      for (const [id, text] of texts) {
        demand(asQuestion(stored(id)).question.text === text, `${id} has lost its text`);
      }
      for (const [id, text] of winners) {
        const now = stored(id);
        const isKept = now.status === "answered" && answerText(now.answer) === text;
        demand(isKept, `${id} has lost the answer that was acknowledged`);
      }
      for (const [text, id] of late) {
        demand(count(text) === 1, `a late answer to ${id} is kept ${count(text)} times`);
      }
      for (const text of tellings) {
        demand(count(text) === 1, `a message is kept ${count(text)} times`);
      }
    },
  };
}
