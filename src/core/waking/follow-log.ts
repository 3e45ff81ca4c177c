import { EarshotError } from "../../domain/errors.ts";
import type { Event } from "../../domain/log/event.ts";
import type { Timestamp } from "../../domain/timestamp.ts";

/** Bounds one read of what other nodes committed. */
const PAGE = 256;
/** Own events that wait behind a gap are kept up to this number, and read again beyond it. */
const MAX_OWN = 4_096;

/** One workspace's log as this node hears it: in order, without gaps or repeats. */
export interface FollowedLog {
  /** Every event up to this number has been heard. */
  position(): number;
  /** Whether the log reaches further than what was heard. */
  isBehind(): boolean;
  /** The log reaches this far; everything up to there is read and heard. See `settled`. */
  reached(seq: number): void;
  /** Takes this node's own commits: heard at once, or after a gap before them is read. */
  committed(events: readonly Event[]): void;
  /**
   * From now the log may have gone back, as after a failover: the last heard event is checked
   * first.
   */
  doubt(): void;
  /** Remembers the event at the current position, which later shows whether the log went back. */
  remember(): Promise<void>;
  /** Resolves once everything in the log as known now is heard; rejects if it cannot be read. */
  settled(): Promise<void>;
}

/** What is known of a log that went back. */
export interface LostPlace {
  /** The last event that was heard. */
  readonly seq: number;
  /** When it was committed; undefined if only its number is known. */
  readonly at: Timestamp | undefined;
}

export interface FollowLogOptions {
  /** The last event that need not be heard. */
  readonly from: number;
  readonly read: (page: {
    readonly after: number;
    readonly limit: number;
  }) => Promise<readonly Event[]>;
  /** Hears every event; `isOwn` if this node committed it and has its reply. Must not throw. */
  readonly hear: (events: readonly Event[], isOwn: boolean) => void;
  /**
   * The last heard event is gone from the log, so following continues from its head. Must not
   * throw.
   */
  readonly setBack?: (lost: LostPlace) => void;
}

interface State extends FollowLogOptions {
  position: number;
  target: number;
  /** Own events after a gap, in order. */
  own: Event[];
  /** The event at the position, if known. */
  last: Event | undefined;
  isUnsure: boolean;
  /** The highest head reported since the log became doubtful. */
  told: number | undefined;
}

export function createFollowedLog(options: FollowLogOptions): FollowedLog {
  const { from, read } = options;
  const begun = { position: from, target: from, own: [], isUnsure: false };
  const log: State = { ...options, ...begun, last: undefined, told: undefined };
  let reading: Promise<void> | undefined;

  function readToTarget(): Promise<void> {
    reading ??= readOn(log).finally(() => {
      reading = undefined;
    });
    return reading;
  }

  return {
    position: () => log.position,
    isBehind: () => log.isUnsure || log.position < log.target,
    reached(seq) {
      if (log.isUnsure) log.told = seq;
      log.target = Math.max(log.target, seq);
    },
    committed(events) {
      const newest = events.at(-1);
      if (newest === undefined) return;
      log.own = log.own.length >= MAX_OWN ? [] : [...log.own, ...events];
      log.target = Math.max(log.target, newest.seq);
      if (!log.isUnsure) takeOwn(log);
    },
    doubt() {
      log.isUnsure = true;
      log.told = undefined;
    },
    async remember() {
      const at = log.position;
      if (log.last !== undefined || at === 0 || log.isUnsure) return;
      const [found] = await read({ after: at - 1, limit: 1 });
      if (log.position === at && !log.isUnsure && found?.seq === at) log.last = found;
    },
    async settled() {
      if (log.isUnsure) await readToTarget();
      const goal = log.target;
      // If reading fails, the target comes down and the waiter gets the error.
      while (log.position < Math.min(goal, log.target)) await readToTarget();
    },
  };
}

function takeOwn(log: State): void {
  const fresh = log.own.filter(({ seq }) => seq > log.position);
  const gapAt = fresh.findIndex(({ seq }, index) => seq !== log.position + 1 + index);
  const next = gapAt === -1 ? fresh : fresh.slice(0, gapAt);
  log.own = fresh.slice(next.length);
  const newest = next.at(-1);
  if (newest === undefined) return;
  log.position = newest.seq;
  log.last = newest;
  log.hear(next, true);
}

/** A log that went back reuses its numbers, so those already heard would name other events. */
async function check(log: State): Promise<void> {
  const known = log.last;
  const after = log.position;
  const found = known === undefined ? [] : await log.read({ after: known.seq - 1, limit: 1 });
  const isThere = known === undefined || isSame(found[0], known);
  if (!isThere && log.told === undefined) throw unreadable(after);
  log.isUnsure = false;
  if (isThere && (log.told ?? after) >= after) return takeOwn(log);
  const lost = { seq: after, at: known?.at };
  log.position = log.told ?? 0;
  log.target = log.position;
  log.own = [];
  log.last = undefined;
  log.setBack?.(lost);
}

function takeRead(log: State, events: readonly Event[]): void {
  // Some of it may have been heard as own events meanwhile.
  const fresh = events.filter(({ seq }) => seq > log.position);
  const newest = fresh.at(-1);
  if (newest === undefined) return;
  log.position = newest.seq;
  log.last = newest;
  log.hear(fresh, false);
  takeOwn(log);
}

/** Reads the gap before the own events, or to the end. */
async function readOn(log: State): Promise<void> {
  if (log.isUnsure) await check(log);
  while (log.position < log.target) {
    const after = log.position;
    const gap = (log.own[0]?.seq ?? log.target + 1) - after - 1;
    const events = await log.read({ after, limit: Math.min(gap, PAGE) });
    if (log.isUnsure) throw unreadable(after);
    takeRead(log, events);
    if (log.position === after) {
      // A wrong head must not leave the log waiting: the next look at the heads corrects it.
      log.target = log.position;
      log.own = [];
      throw unreadable(after);
    }
  }
}

/** Ids are never reused, so another event in the same place differs in one of these. */
function isSame(found: Event | undefined, known: Event): boolean {
  return (
    found?.seq === known.seq &&
    found.type === known.type &&
    found.at === known.at &&
    found.subject === known.subject &&
    found.actor === known.actor
  );
}

/** A reported head must be readable. If not, the next look at the heads corrects it. */
function unreadable(after: number): EarshotError {
  return new EarshotError(
    "STORE_UNAVAILABLE",
    `The commits of other nodes after event ${after} could not be read. Try again.`,
  );
}
