import type { PrincipalId, RequestId } from "../../domain/id.ts";
import { UNDO_MS } from "../../domain/limits.ts";
import type { Event, EventType } from "../../domain/log/event.ts";
import type { HeldAct } from "../../domain/requests/held.ts";
import { answerText } from "../../domain/requests/question.ts";
import type { Request } from "../../domain/requests/request.ts";
import { type Timestamp, toMs } from "../../domain/timestamp.ts";
import { heldCallOf, rowToRequest } from "../../store/requests/rows.ts";
import type { Row } from "../../store/schema/tables.ts";
import { demand } from "./violation.ts";
import type { VirtualTime } from "./virtual-time.ts";
import type { StoredRows } from "./world-store.ts";

/** A decision of which its person was told that it is held, or counts. */
interface HeldDecision {
  readonly id: RequestId;
  readonly by: PrincipalId;
  readonly does: HeldAct;
  /** What it says, which nothing else says; of an approval its digest. */
  readonly words: string;
}

/** Decisions that can be taken back, on disk against the log. Each method throws a Violation. */
export interface HeldOracle {
  /** After the log has grown by these events. */
  check(fresh: readonly Event[]): void;
  held(decision: HeldDecision): void;
  undone(id: RequestId, by: PrincipalId): void;
  /** What an agent was shown or waited for, at the moment at which the server told it. */
  toldAgent(told: object, id: RequestId): void;
  finish(): void;
}

/** Somebody's decision that is held. */
interface Holding {
  readonly by: string;
  readonly does: string;
  readonly at: Timestamp;
  /** As its row has it: when it is sent, and what it says. */
  until?: Timestamp;
  words?: string;
  /** For how long it could have been sent. */
  lateMs: number;
}

/** How late something may be sent: a full disk has it tried again after a second, several times in a bad world. */
const GRACE_MS = 6_000;
/** Of a time without an event only so much counts: the server is away after a crash, or its clock waits. */
const QUIET_MS = 500;

interface HeldParts {
  readonly time: Pick<VirtualTime, "elapsed">;
  readonly events: readonly Event[];
  readonly stored: (id: RequestId) => Request;
}

/** What a decision of each kind is logged as. */
const DECIDES: Readonly<Partial<Record<EventType, HeldAct>>> = {
  "request.answered": "answer",
  "request.approved": "approve",
  "request.approval_voted": "approve",
  "request.edited": "approve",
  "request.rejected": "reject",
  "request.responded": "respond",
};

/** Of these nobody but people hears. */
const UNTOLD: ReadonlySet<EventType> = new Set<EventType>([
  "request.decision_held",
  "request.decision_undone",
  "request.decision_dropped",
]);

/** What people were told of what they had decided, against the log. */
export function createHeldOracle(
  database: StoredRows,
  { time, events, stored }: HeldParts,
): HeldOracle {
  const { check, said, left } = createHoldings(database, { time, stored });

  return {
    check,
    held({ id, by, does, words }) {
      const isInLog = events.some(
        ({ type, subject, actor, data }) =>
          subject === id &&
          actor === by &&
          (DECIDES[type] === does || (type === "request.decision_held" && data?.kind === does)),
      );
      demand(isInLog, `what ${by} decided on ${id} was acknowledged and is not in the log`);
      const isKept = said.has(words) || wordsOf(stored(id)) === words || does === "approve";
      demand(isKept, `what ${by} decided on ${id} was acknowledged and is not kept`);
    },
    undone(id, by) {
      const isInLog = events.some(
        ({ type, subject, actor }) =>
          type === "request.decision_undone" && subject === id && actor === by,
      );
      demand(isInLog, `what ${by} took back on ${id} is not in the log as taken back`);
    },
    toldAgent(told, id) {
      demand(!("held" in told), `the agent of ${id} was told that somebody decides`);
      const { status } = told as { readonly status?: string };
      const isKnown = status === "open" || stored(id).status !== "open";
      demand(isKnown, `the agent of ${id} was told ${status} of what is open`);
    },
    finish() {
      demand(left() === undefined, `what is held on ${left()} was never sent`);
    },
  };
}

/**
 * Knows by the log whose decision is held: it is on disk until it was sent, undone or dropped, nobody else
 * decides meanwhile, the request does not expire, and what is sent is what was decided.
 */
function createHoldings(
  database: StoredRows,
  { time, stored }: Pick<HeldParts, "time" | "stored">,
) {
  const readHeld = database.prepare("select * from requests where held_until is not null");
  const holdings = new Map<string, Holding>();
  const said = new Set<string>();
  const checkLate = createLateCheck(time);

  function begin({ subject: id, actor, at, data }: Event): void {
    const other = holdings.get(id);
    demand(other === undefined, `${id} is held by ${other?.by}, and by ${actor}`);
    holdings.set(id, { by: actor ?? "", does: data?.kind ?? "", at, lateMs: 0 });
  }

  function end({ type, subject: id, actor }: Event): void {
    const held = holdings.get(id);
    demand(held?.by === actor, `${type} by ${actor}, and ${id} is held by ${held?.by}`);
    holdings.delete(id);
  }

  function decide(event: Event, does: HeldAct): void {
    const { subject: id, actor, at, data } = event;
    const held = holdings.get(id);
    const isOwn =
      held?.by === actor &&
      held?.at === data?.decidedAt &&
      (held === undefined || held.does === does);
    if (data?.decidedAt === undefined) {
      demand(held === undefined, `${id} was decided while it was held by ${held?.by}`);
      return;
    }
    demand(isOwn && held !== undefined, `what was sent of ${id} is not what was held`);
    const { until = at, words } = held;
    demand(at >= until, `what ${held.by} decided on ${id} was sent while they could take it back`);
    checkSent(event, words);
    holdings.delete(id);
  }

  /** The request has closed as of the moment at which its person decided. */
  function checkSent({ type, subject, data }: Event, words: string | undefined): void {
    const now = stored(subject as RequestId);
    const isVote = type === "request.approval_voted" || type === "request.edited";
    const isClosed = now.status !== "open" && now.closedAt === data?.decidedAt;
    demand(isVote || isClosed, `${now.id} did not close when it was decided`);
    const sent = isVote ? data?.digest : wordsOf(now);
    demand(words === undefined || sent === words, `what was sent of ${now.id} says something else`);
  }

  function take(event: Event): void {
    const { type, subject: id, agent } = event;
    demand(!UNTOLD.has(type) || agent === undefined, `the agent of ${id} hears of ${type}`);
    const does = DECIDES[type];
    if (does !== undefined) decide(event, does);
    else if (type === "request.decision_held") begin(event);
    else if (UNTOLD.has(type)) end(event);
    else if (type === "request.cancelled") holdings.delete(id);
    else demand(type !== "request.expired" || !holdings.has(id), `${id} expired while it was held`);
  }

  /** On disk is what the log says. */
  function checkRows(): void {
    const rows = readHeld.all() as unknown as Row<"requests">[];
    for (const row of rows) {
      const request = rowToRequest(row);
      const held = request.status === "open" ? request.held : undefined;
      const known = holdings.get(row.id);
      const isSame =
        known?.at === held?.at && known?.does === held?.does && known?.by === held?.by.principal;
      const isKnown = isSame && known !== undefined && held !== undefined;
      demand(isKnown, `what is held on ${row.id} is not what the log says`);
      known.until = held.until;
      known.words = wordsIn(heldCallOf(row).input);
      said.add(known.words);
    }
    demand(rows.length === holdings.size, "a decision that is held is gone");
  }

  return {
    said,
    /** A request on which something is held. */
    left: () => [...holdings.keys()][0],
    check(fresh: readonly Event[]) {
      const last = fresh.at(-1);
      if (last !== undefined) checkLate(holdings, last.at);
      for (const event of fresh) take(event);
      checkRows();
    },
  };
}

/** What can be taken back no more is sent soon, also if the server was killed before. */
function createLateCheck({ elapsed }: HeldParts["time"]) {
  let checkedAt = elapsed();
  return (holdings: ReadonlyMap<string, Holding>, at: Timestamp): void => {
    const passed = Math.min(elapsed() - checkedAt, QUIET_MS);
    checkedAt = elapsed();
    for (const [id, held] of holdings) {
      if (toMs(at) < toMs(held.at) + UNDO_MS) continue;
      held.lateMs += passed;
      demand(held.lateMs <= GRACE_MS, `what ${held.by} decided on ${id} is held for too long`);
    }
  };
}

/** What a decision says, by the call that makes it. */
function wordsIn(input: Readonly<Record<string, unknown>>): string {
  const { answer, text, reason, digest } = input;
  const said = (answer as { readonly text?: string } | undefined)?.text ?? text ?? reason ?? digest;
  return String(said);
}

/** What a request says that has closed. */
function wordsOf(request: Request): string | undefined {
  switch (request.status) {
    case "answered":
      return answerText(request.answer);
    case "responded":
      return request.response;
    case "rejected":
      return request.reason;
    case "approved":
      return request.authorization.digest;
    default:
      return undefined;
  }
}
