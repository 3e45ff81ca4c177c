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

export function createFollowedLog({ from, read, hear, setBack }: FollowLogOptions): FollowedLog {
  let position = from;
  let target = from;
  /** Own events behind a gap, in order. */
  let own: Event[] = [];
  let reading: Promise<void> | undefined;
  /** The event at the position, where it is known. */
  let last: Event | undefined;
  let isUnsure = false;
  /** The head as it was told since it became unsure. */
  let told: number | undefined;

  function takeOwn(): void {
    const fresh = own.filter(({ seq }) => seq > position);
    const gapAt = fresh.findIndex(({ seq }, index) => seq !== position + 1 + index);
    const next = gapAt === -1 ? fresh : fresh.slice(0, gapAt);
    own = fresh.slice(next.length);
    const newest = next.at(-1);
    if (newest === undefined) return;
    position = newest.seq;
    last = newest;
    hear(next, true);
  }

  /** Numbers of a log that went back are given anew: what is heard by them would be other events. */
  async function check(): Promise<void> {
    const known = last;
    const after = position;
    const found = known === undefined ? [] : await read({ after: known.seq - 1, limit: 1 });
    const isThere = known === undefined || isSame(found[0], known);
    if (!isThere && told === undefined) throw unreadable(after);
    isUnsure = false;
    if (isThere && (told ?? after) >= after) return takeOwn();
    position = told ?? 0;
    target = position;
    own = [];
    last = undefined;
    setBack?.();
  }

  function takeRead(events: readonly Event[]): void {
    // Some of it may have been heard as one's own meanwhile.
    const fresh = events.filter(({ seq }) => seq > position);
    const newest = fresh.at(-1);
    if (newest === undefined) return;
    position = newest.seq;
    last = newest;
    hear(fresh, false);
    takeOwn();
  }

  /** Reads the gap before one's own events, or to the end. */
  async function readOn(): Promise<void> {
    if (isUnsure) await check();
    while (position < target) {
      const after = position;
      const gap = (own[0]?.seq ?? target + 1) - after - 1;
      const events = await read({ after, limit: Math.min(gap, PAGE) });
      if (isUnsure) throw unreadable(after);
      takeRead(events);
      if (position === after) {
        // A head that was wrong must not keep the log behind: the next look at the heads tells again.
        target = position;
        own = [];
        throw unreadable(after);
      }
    }
  }

  function readToTarget(): Promise<void> {
    reading ??= readOn().finally(() => {
      reading = undefined;
    });
    return reading;
  }

  return {
    position: () => position,
    isBehind: () => isUnsure || position < target,
    reached(seq) {
      if (isUnsure) told = seq;
      target = Math.max(target, seq);
    },
    committed(events) {
      const newest = events.at(-1);
      if (newest === undefined) return;
      own = own.length >= MAX_OWN ? [] : [...own, ...events];
      target = Math.max(target, newest.seq);
      if (!isUnsure) takeOwn();
    },
    doubt() {
      isUnsure = true;
      told = undefined;
    },
    async remember() {
      const at = position;
      if (last !== undefined || at === 0 || isUnsure) return;
      const [found] = await read({ after: at - 1, limit: 1 });
      if (position === at && !isUnsure && found?.seq === at) last = found;
    },
    async settled() {
      if (isUnsure) await readToTarget();
      const goal = target;
      // The target comes down where it cannot be read, which whoever waits for it is told.
      while (position < Math.min(goal, target)) await readToTarget();
    },
  };
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
