import { readFileSync } from "node:fs";
import { present } from "../../../../src/domain/present.ts";
import { answerText } from "../../../../src/domain/requests/question.ts";
import type { ShownRequest } from "../../../../src/domain/requests/request.ts";
import type { Session, SessionEntry } from "../../../../src/domain/sessions/session.ts";
import { toMs } from "../../../../src/domain/timestamp.ts";
import { RUN_AGAIN } from "../../../../src/host/sessions/host-words.ts";
import type { Earshot } from "../../../../src/ports/earshot/earshot.ts";
import { LAST_WORDS } from "./life-script.ts";

/** A line that a tool wrote when it took effect. */
interface Effect {
  readonly name: string;
  /** The session in which the model called it, and the call. */
  readonly call: string;
  readonly at: number;
}

/** The state after all sessions have ended. */
export interface HostRecord {
  readonly sessions: readonly Session[];
  readonly entries: ReadonlyMap<string, readonly SessionEntry[]>;
  readonly requests: ReadonlyMap<string, ShownRequest>;
  readonly effects: readonly Effect[];
  /** How often the last words of a chain appear in the agent's conversation. */
  readonly lastWords: number;
}

export async function readHostRecord(owner: Earshot, effects: string): Promise<HostRecord> {
  const sessions = await allSessions(owner);
  const entries = new Map<string, readonly SessionEntry[]>();
  const requests = new Map<string, ShownRequest>();
  for (const { id, waitsFor } of sessions) {
    entries.set(id, (await owner.sessionEntries({ id, limit: 500 })).items);
    if (waitsFor === undefined) continue;
    requests.set(waitsFor.request, (await owner.show({ id: waitsFor.request })).request);
  }
  return {
    sessions,
    entries,
    requests,
    lastWords: await countLastWords(owner, sessions[0]),
    effects: readEffects(effects),
  };
}

async function allSessions(owner: Earshot): Promise<readonly Session[]> {
  const all: Session[] = [];
  let cursor: string | undefined;
  do {
    const page = await owner.listSessions({ limit: 100, ...present({ cursor }) });
    all.push(...page.items);
    cursor = page.next;
  } while (cursor !== undefined);
  return all;
}

async function countLastWords(owner: Earshot, any: Session | undefined): Promise<number> {
  if (any === undefined) return 0;
  let count = 0;
  let cursor: string | undefined;
  do {
    const { entries } = await owner.showConversation({
      id: any.conversation,
      limit: 100,
      ...present({ cursor }),
    });
    count += entries.items.filter((item) => "text" in item && item.text === LAST_WORDS).length;
    cursor = entries.next;
  } while (cursor !== undefined);
  return count;
}

function readEffects(file: string): readonly Effect[] {
  const lines = readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "");
  return lines.map((line) => JSON.parse(line) as Effect);
}

/** What must never be, where it was. */
export function faultsOf(record: HostRecord): readonly string[] {
  return [
    ...record.sessions.flatMap((session) => faultsOfSession(session, record)),
    ...faultsOfEffects(record),
    ...faultsOfWords(record),
  ];
}

function faultsOfSession(session: Session, record: HostRecord): string[] {
  const { id, status } = session;
  const next = record.sessions.filter(({ continues }) => continues === id);
  const wanted = status === "paused" ? 1 : 0;
  return [
    ...(status === "paused" || status === "completed" ? [] : [`${id} is ${status}`]),
    ...(next.length === wanted ? [] : [`${next.length} sessions go on from ${id}, ${status}`]),
    ...(status === "paused" ? faultsOfWait(session, record) : []),
    ...faultsOfEntries(session, record.entries.get(id) ?? []),
  ];
}

function faultsOfWait({ id, waitsFor }: Session, { requests }: HostRecord): string[] {
  const closed = requests.get(waitsFor?.request ?? "")?.status ?? "lost";
  return closed === "open" || closed === "lost" ? [`the question of ${id} is ${closed}`] : [];
}

function faultsOfEntries(session: Session, own: readonly SessionEntry[]): string[] {
  const { id } = session;
  const done = own.flatMap(({ body }) => (body.kind === "done" ? [body.call] : []));
  const isFenced = own.every(({ epoch }, index) => epoch >= (own[index - 1]?.epoch ?? 0));
  return [
    ...(own.length === session.entries ? [] : [`${id} has lost entries`]),
    ...(own.every(({ seq }, index) => seq === index + 1) ? [] : [`entries of ${id} have gaps`]),
    ...(isFenced ? [] : [`a host wrote in ${id}, which it had lost`]),
    ...(new Set(done).size === done.length ? [] : [`a call of ${id} is done twice`]),
  ];
}

/** A repeatable call never runs again once it is done. Any other runs as often as people said. */
function faultsOfEffects({ sessions, entries, requests, effects }: HostRecord): string[] {
  const doneAt = new Map<string, number>();
  for (const { id } of sessions) {
    for (const { at, body } of entries.get(id) ?? []) {
      if (body.kind === "done") doneAt.set(`${id}:${body.call}`, toMs(at));
    }
  }
  const allowed = (call: string) => {
    const session = sessions.find(({ id }) => call.startsWith(`${id}:`));
    const { kind, request } = session?.waitsFor ?? {};
    const answer = request === undefined ? undefined : requests.get(request);
    const isAgain =
      kind === "repeat" &&
      answer?.kind === "question" &&
      answer.status === "answered" &&
      answerText(answer.answer) === RUN_AGAIN;
    return isAgain ? 2 : 1;
  };
  const byCall = Map.groupBy(effects, ({ call }) => call);
  return [...byCall].flatMap(([call, all]) => {
    const end = doneAt.get(call) ?? Number.POSITIVE_INFINITY;
    const isLate = all.some(({ at }) => at > end);
    const isOnce = all.some(({ name }) => name !== "effect");
    return [
      ...(isLate ? [`call ${call} ran after it was done`] : []),
      ...(isOnce && all.length > allowed(call)
        ? [`call ${call} ran ${all.length} times, and ${allowed(call)} were allowed`]
        : []),
    ];
  });
}

function faultsOfWords({ sessions, lastWords }: HostRecord): string[] {
  const chains = new Set(sessions.map(({ root }) => root)).size;
  return chains === lastWords ? [] : [`${chains} chains have ended with ${lastWords} last words`];
}
