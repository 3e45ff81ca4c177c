import { EarshotError } from "../../domain/errors.ts";
import type { Event } from "../../domain/log/event.ts";

/** Bounds one read of what others have committed. */
const PAGE = 256;
/** More of one's own that wait for a gap before them to be read are read again instead. */
const MAX_OWN = 4_096;

/** The log of one workspace as this node hears it: in order, without gaps or repeats. */
export interface FollowedLog {
  /** Every event up to this number has been heard. */
  position(): number;
  /** Whether the log reaches further than what has been heard. */
  isBehind(): boolean;
  /** Where the log reaches this far, what lies between is read and heard; see `settled`. */
  reached(seq: number): void;
  /** Takes what this node has committed: heard at once, or behind what has to be read first. */
  committed(events: readonly Event[]): void;
  /** From now the log may have gone back, as after a failover: what was heard last is looked for first. */
  doubt(): void;
  /** Keeps the event it stands at, by which it is told later whether the log went back. */
  remember(): Promise<void>;
  /** Resolves when everything up to what it is known to reach now is heard; rejects where it cannot be read. */
  settled(): Promise<void>;
}

export interface FollowLogOptions {
  /** The last event that need not be heard. */
  readonly from: number;
  readonly read: (page: {
    readonly after: number;
    readonly limit: number;
  }) => Promise<readonly Event[]>;
  /** Hears everything; `isOwn` where this node has committed it and its reply has come. Must not throw. */
  readonly hear: (events: readonly Event[], isOwn: boolean) => void;
  /** What was heard last is not in the log any more; it goes on from its head. Must not throw. */
  readonly setBack?: () => void;
}

interface State extends FollowLogOptions {
  position: number;
  target: number;
  /** Own events behind a gap, in order. */
  own: Event[];
  /** The event at the position, where it is known. */
  last: Event | undefined;
  isUnsure: boolean;
  /** The head as it was told since it became unsure. */
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
      // The target comes down where it cannot be read, which whoever waits for it is told.
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

/** Numbers of a log that went back are given anew: what is heard by them would be other events. */
async function check(log: State): Promise<void> {
  const known = log.last;
  const after = log.position;
  const found = known === undefined ? [] : await log.read({ after: known.seq - 1, limit: 1 });
  const isThere = known === undefined || isSame(found[0], known);
  if (!isThere && log.told === undefined) throw unreadable(after);
  log.isUnsure = false;
  if (isThere && (log.told ?? after) >= after) return takeOwn(log);
  log.position = log.told ?? 0;
  log.target = log.position;
  log.own = [];
  log.last = undefined;
  log.setBack?.();
}

function takeRead(log: State, events: readonly Event[]): void {
  // Some of it may have been heard as one's own meanwhile.
  const fresh = events.filter(({ seq }) => seq > log.position);
  const newest = fresh.at(-1);
  if (newest === undefined) return;
  log.position = newest.seq;
  log.last = newest;
  log.hear(fresh, false);
  takeOwn(log);
}

/** Reads the gap before one's own events, or to the end. */
async function readOn(log: State): Promise<void> {
  if (log.isUnsure) await check(log);
  while (log.position < log.target) {
    const after = log.position;
    const gap = (log.own[0]?.seq ?? log.target + 1) - after - 1;
    const events = await log.read({ after, limit: Math.min(gap, PAGE) });
    if (log.isUnsure) throw unreadable(after);
    takeRead(log, events);
    if (log.position === after) {
      // A head that was wrong must not keep the log behind: the next look at the heads tells again.
      log.target = log.position;
      log.own = [];
      throw unreadable(after);
    }
  }
}

/** Ids are never given twice, so an event in the place of another differs in one of these. */
function isSame(found: Event | undefined, known: Event): boolean {
  return (
    found?.seq === known.seq &&
    found.type === known.type &&
    found.at === known.at &&
    found.subject === known.subject &&
    found.actor === known.actor
  );
}

/** What a head tells is there to be read; where it is not, the next look at the heads tells again. */
function unreadable(after: number): EarshotError {
  return new EarshotError(
    "STORE_UNAVAILABLE",
    `What other nodes have committed after event ${after} could not be read. Try again.`,
  );
}
