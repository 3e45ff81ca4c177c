import type { RequestId, SessionId } from "../../domain/id.ts";
import type { Event } from "../../domain/log/event.ts";
import type { Request } from "../../domain/requests/request.ts";
import {
  isEnded,
  type Session,
  type SessionEntry,
  type SessionEntryBody,
} from "../../domain/sessions/session.ts";
import type { HeldSession } from "../../ports/earshot/sessions.ts";
import type { Row } from "../../store/schema/tables.ts";
import { rowToSession, rowToSessionEntry } from "../../store/sessions/rows.ts";
import { demand } from "./violation.ts";
import type { VirtualTime } from "./virtual-time.ts";
import type { StoredRows } from "./world-store.ts";

/** Knows what hosts and people were told of sessions, and compares it with what is on disk. */
export interface SessionOracle extends SessionRows {
  /** Checks all sessions if an event of a session or request was logged. */
  check(events: readonly Event[]): void;
  started(key: string, session: Session, text: string): void;
  /** The host was told that these entries were stored after `after`. */
  recorded(held: HeldSession, after: number, bodies: readonly SessionEntryBody[]): void;
  asked(id: SessionId, request: RequestId): void;
  /** Said by a host as its tool takes effect. */
  ran(held: HeldSession, call: string): void;
  /** As `ran`, of a tool whose effects nobody wants twice: `yes` names the request by which somebody did. */
  ranOnce(effect: string, yes?: RequestId): void;
  finish(): void;
}

export interface SessionOracleParts {
  readonly time: Pick<VirtualTime, "elapsed">;
  readonly request: (id: RequestId) => Request | undefined;
}

/** More than the slowest store takes from its look at a lane to its commit. */
const LAG_MS = 400;

/** Sessions as they are on disk, read past the server. */
interface SessionRows {
  all(): readonly Session[];
  find(id: SessionId): Session | undefined;
  /** In their order. */
  entriesOf(id: SessionId): readonly SessionEntry[];
  /** Some are queued or running. */
  areLeft(): boolean;
  /** Questions of paused sessions that nobody has answered yet. */
  openQuestions(): readonly RequestId[];
}

export function createSessionOracle(
  database: StoredRows,
  { time, request }: SessionOracleParts,
): SessionOracle {
  const rows = readSessionRows(database);
  const startedBy = new Map<string, SessionId>();
  const tasks = new Map<SessionId, string>();
  const entries = new Map<string, string>();
  const questions = new Map<SessionId, RequestId>();
  const effects = new Map<string, Set<string>>();
  const seenAt = new Map<SessionId, number>();

  function stored(id: SessionId): Session {
    const found = rows.find(id);
    demand(found !== undefined, `${id} was acknowledged and is gone`);
    return found;
  }

  function isSeenLong(id: SessionId): boolean {
    return (seenAt.get(id) ?? time.elapsed()) < time.elapsed() - LAG_MS;
  }

  function checkEvent({ type, subject }: Event, all: readonly Session[]): void {
    if (!subject.startsWith("ses_")) return;
    const id = subject as SessionId;
    if (type === "session.started") checkTurn(stored(id), all, isSeenLong);
    checkEntries(stored(id), rows.entriesOf(id));
  }

  return {
    ...rows,
    check(events) {
      const isConcerned = ({ type }: Event) => /^(session|request)\./.test(type);
      if (!events.some(isConcerned)) return;
      const all = rows.all();
      for (const { id } of all) if (!seenAt.has(id)) seenAt.set(id, time.elapsed());
      checkLanes(all);
      checkContinuations(all, request);
      for (const event of events) checkEvent(event, all);
    },
    started(key, { id }, text) {
      const known = startedBy.get(key);
      demand(known === undefined || known === id, `the key ${key} made ${known} and ${id}`);
      startedBy.set(key, id);
      tasks.set(id, text);
      demand(stored(id).task === text, `${id} has another task than it was given`);
    },
    recorded({ id }, after, bodies) {
      for (const [index, body] of bodies.entries()) {
        const place = `${id} ${after + index + 1}`;
        const text = JSON.stringify(body);
        const known = entries.get(place);
        demand(known === undefined || known === text, `two entries ${place} were acknowledged`);
        entries.set(place, text);
      }
    },
    asked(id, asked) {
      const { waitsFor } = stored(id);
      demand(waitsFor?.request === asked, `${id} has asked ${asked}, and waits for another`);
      questions.set(id, asked);
    },
    ran({ id, epoch }, call) {
      // One that has lost it cannot know: what it does is refused as it writes.
      if (stored(id).epoch !== epoch) return;
      const isDone = rows
        .entriesOf(id)
        .some(({ body }) => body.kind === "done" && body.call === call);
      demand(!isDone, `call ${call} of ${id} is done, and runs again`);
    },
    ranOnce(effect, yes) {
      const causes = effects.get(effect) ?? new Set();
      effects.set(effect, causes);
      const cause = yes ?? "first";
      demand(!causes.has(cause), `${effect} takes effect twice, and nobody has said yes to that`);
      causes.add(cause);
    },
    finish() {
      const all = rows.all();
      checkContinuations(all, request);
      for (const { id, status } of all) {
        demand(isEnded(status), `${id} is ${status} and nobody works on it`);
        checkEntries(stored(id), rows.entriesOf(id));
      }
      for (const [id, text] of tasks) demand(stored(id).task === text, `${id} has lost its task`);
      for (const [id, asked] of questions) {
        demand(request(asked) !== undefined, `the question of ${id} is lost`);
      }
      checkKept(
        entries,
        all.flatMap(({ id }) => rows.entriesOf(id)),
      );
    },
  };
}

function checkLanes(all: readonly Session[]): void {
  const running = new Map<string, SessionId>();
  for (const { id, agent, lane, status } of all) {
    if (status !== "running") continue;
    const other = running.get(`${agent} ${lane}`);
    demand(other === undefined, `${other} and ${id} run at once in one lane`);
    running.set(`${agent} ${lane}`, id);
  }
}

function checkContinuations(all: readonly Session[], request: SessionOracleParts["request"]): void {
  const next = new Map<SessionId, Session>();
  const byId = new Map(all.map((session) => [session.id, session]));
  for (const session of all) {
    const { id, continues } = session;
    if (continues === undefined) continue;
    const other = next.get(continues);
    demand(other === undefined, `${other?.id} and ${id} both go on from ${continues}`);
    next.set(continues, session);
    const former = byId.get(continues);
    demand(former !== undefined, `${id} goes on from ${continues}, which is not there`);
    demand(isEnded(former.status), `${id} goes on from ${continues}, which has not ended`);
  }
  for (const { id, status, waitsFor } of all) {
    if (status !== "paused" || waitsFor === undefined) continue;
    const now = request(waitsFor.request);
    demand(now !== undefined, `${id} waits for ${waitsFor.request}, which is not there`);
    const isRight = (now.status === "open") !== next.has(id);
    demand(isRight, `${id} waits for a request that is ${now.status}, continued: ${next.has(id)}`);
  }
}

function checkEntries(session: Session, own: readonly SessionEntry[]): void {
  const { id } = session;
  demand(own.length === session.entries, `${id} has ${own.length} entries, not ${session.entries}`);
  demand(
    own.every(({ seq }, index) => seq === index + 1),
    `the entries of ${id} have gaps`,
  );
  checkEpochs(session, own);
  const done = own.flatMap(({ body }) => (body.kind === "done" ? [body.call] : []));
  demand(new Set(done).size === done.length, `a call of ${id} was done twice`);
}

/** A host whose session was taken from it had written all that it has by then. */
function checkEpochs({ id, epoch }: Session, own: readonly SessionEntry[]): void {
  let last = 0;
  for (const entry of own) {
    demand(entry.epoch >= last, `entry ${entry.seq} of ${id} is of a host that had lost it`);
    last = entry.epoch;
  }
  demand(last <= epoch, `${id} has an entry of an epoch that has not begun`);
}

/** Whoever is taken up first of a lane is the oldest of those that were there to be seen. */
function checkTurn(
  own: Session,
  all: readonly Session[],
  isSeenLong: (id: SessionId) => boolean,
): void {
  if (own.epoch > 1) return;
  const passed = all.find(
    (other) =>
      other.agent === own.agent &&
      other.lane === own.lane &&
      other.id < own.id &&
      !isEnded(other.status) &&
      isSeenLong(other.id),
  );
  demand(passed === undefined, `${own.id} was taken up before ${passed?.id} of its lane`);
}

/** Every entry that was acknowledged is there as it was. */
function checkKept(entries: ReadonlyMap<string, string>, all: readonly SessionEntry[]): void {
  const kept = new Map(all.map(({ session, seq, body }) => [`${session} ${seq}`, body]));
  for (const [place, text] of entries) {
    demand(sameBody(kept.get(place), text), `entry ${place} was acknowledged and is lost`);
  }
}

function sameBody(body: SessionEntryBody | undefined, text: string): boolean {
  if (body === undefined) return false;
  const sorted = (value: object) => JSON.stringify(Object.entries(value).sort());
  return sorted(body) === sorted(JSON.parse(text));
}

function readSessionRows(database: StoredRows): SessionRows {
  const readAll = database.prepare("select body from sessions order by id");
  const readOne = database.prepare("select body from sessions where id = ?");
  const readEntries = database.prepare(
    "select * from session_entries where session = ? order by seq",
  );
  const readLeft = database.prepare(
    "select id from sessions where status in ('queued', 'running') limit 1",
  );
  const readOpen = database.prepare(`select requests.id from sessions
    join requests on requests.id = sessions.waits_for
    where sessions.status = 'paused' and requests.status = 'open' order by requests.id`);

  return {
    all: () => (readAll.all() as unknown as Row<"sessions">[]).map(rowToSession),
    find(id) {
      const row = readOne.get(id);
      return row === undefined ? undefined : rowToSession(row as unknown as Row<"sessions">);
    },
    entriesOf: (id) =>
      (readEntries.all(id) as unknown as Row<"session_entries">[]).map(rowToSessionEntry),
    areLeft: () => readLeft.get() !== undefined,
    openQuestions: () => readOpen.all().map(({ id }) => id as RequestId),
  };
}
