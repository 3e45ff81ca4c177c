import { expect, test } from "vitest";
import type { Session, SessionEntryBody } from "../../../src/domain/sessions/session.ts";
import { erasedSession } from "../../../src/domain/sessions/session-erased.ts";
import type { Write } from "../../../src/ports/store/store.ts";
import { anId, aSession } from "../../../src/testing/builders.ts";
import { change, elsewhere, minute } from "./outbox.ts";
import { AT, OTHER, type StoreUnderTest } from "./store-under-test.ts";

const insert = (session: Session): Write => ({ type: "session.insert", session });
const put = (session: Session, over: Partial<Session>): Write => ({
  type: "session.put",
  session: { ...session, ...over, version: session.version + 1 },
});
const running = (until: string): Partial<Session> => ({
  status: "running",
  epoch: 1,
  claim: { host: "h", until },
});
const entry = (session: Session, seq: number, body: SessionEntryBody): Write => ({
  type: "entry.insert",
  entry: { workspace: "default", session: session.id, seq, at: AT, epoch: 1, body },
});

/** Sessions and their entries, on whatever engine. */
export function sessionFacts(under: StoreUnderTest): void {
  test("a session comes back as it was written, and is of its workspace only", async () => {
    const place = { channel: "slack", chatId: "C1", threadId: "1.5", messageId: "1.5" } as const;
    const session = aSession({ place, from: "ada", follows: anId("ses") });
    const waitsFor = { request: anId("req"), kind: "question", call: "c1" } as const;
    await under.store.commit([change(insert(session))]);
    await under.store.commit([
      change(put(session, { status: "paused", waitsFor, asked: true, endedAt: minute(1) })),
    ]);
    await under.reopen();
    const found = await under.store.findSession("default", session.id);
    expect(found).toEqual({
      ...session,
      status: "paused",
      waitsFor,
      asked: true,
      endedAt: minute(1),
      version: 2,
    });
    expect(await under.store.findSession(OTHER, session.id)).toBeUndefined();
    expect(await under.store.sessionWaitingFor("default", waitsFor.request)).toEqual(found);
    expect(await under.store.sessionWaitingFor(OTHER, waitsFor.request)).toBeUndefined();
    const at = { workspace: "default", channel: "slack", chatId: "C1", threadId: "1.5" } as const;
    expect(await under.store.sessionAt(at)).toEqual(found);
    expect(await under.store.sessionAt({ ...at, threadId: "1.6" })).toBeUndefined();
    expect(await under.store.sessionAt({ ...at, workspace: OTHER })).toBeUndefined();
  });

  test("the newest of a thread is found, also by the message that began it", async () => {
    const place = { channel: "slack", chatId: "C9", messageId: "7" } as const;
    const first = aSession({ place });
    const second = aSession({ place: { ...place, threadId: "7", messageId: "8" } });
    const at = { workspace: "default", channel: "slack", chatId: "C9", threadId: "7" } as const;
    await under.store.commit([change(insert(first))]);
    expect((await under.store.sessionAt(at))?.id).toBe(first.id);
    await under.store.commit([change(insert(second))]);
    expect((await under.store.sessionAt(at))?.id).toBe(second.id);
  });

  test("a change applies to the version that it names", async () => {
    const session = aSession();
    await under.store.commit([change(insert(session))]);
    const cancel = put(session, { status: "cancelled", endedAt: AT });
    expect(await under.outcomes([elsewhere(cancel), change(cancel), change(cancel)])).toEqual([
      "conflict",
      "committed",
      "conflict",
    ]);
  });

  test("at most one goes on from another, and a schedule begins once what is due", async () => {
    const former = aSession({ status: "paused" });
    const [one, two] = [aSession({ continues: former.id }), aSession({ continues: former.id })];
    const due = { agent: former.agent, scheduled: "morning 9" };
    const [first, again] = [aSession(due), aSession(due)];
    expect(
      await under.outcomes([
        ...[former, one].map((session) => change(insert(session))),
        ...[two, first, again].map((session) => change(insert(session))),
        change(insert(aSession({ ...due, agent: anId("prn") }))),
      ]),
    ).toEqual(["committed", "committed", "conflict", "committed", "conflict", "committed"]);
    expect(await under.store.continuationOf("default", former.id)).toEqual(one);
    expect(await under.store.continuationOf("default", one.id)).toBeUndefined();
    const found = await under.store.sessionScheduled({ workspace: "default", ...due });
    expect(found).toEqual(first);
  });

  test("one of a lane runs at a time, and another agent's lane is another lane", async () => {
    const agent = anId("prn");
    const [one, two] = [aSession({ agent, lane: "l" }), aSession({ agent, lane: "l" })];
    const abroad = aSession({ lane: "l" });
    await under.store.commit([one, two, abroad].map((session) => change(insert(session))));
    expect(
      await under.outcomes([
        change(put(one, running(minute(1)))),
        change(put(two, running(minute(1)))),
        change(put(abroad, running(minute(1)))),
      ]),
    ).toEqual(["committed", "conflict", "committed"]);
    const held = { ...one, ...running(minute(1)), version: 2 };
    expect(
      await under.outcomes([
        change(put(held, { status: "completed", endedAt: AT })),
        change(put(two, running(minute(1)))),
      ]),
    ).toEqual(["committed", "committed"]);
  });

  test("hosts may take up the oldest of each lane in which none runs, and what nobody renews", async () => {
    const agent = anId("prn");
    const of = (lane: string) => aSession({ agent, lane });
    const [a1, a2, b1, b2, c1] = [of("a"), of("a"), of("b"), of("b"), of("c")];
    const rest = aSession({ agent, lane: "d", status: "paused" });
    await under.store.commit([a1, a2, b1, b2, c1, rest].map((session) => change(insert(session))));
    await under.store.commit([
      change(put(b1, running(minute(5)))),
      change(put(c1, running(minute(3)))),
    ]);
    const look = async (at: string, limit = 10) =>
      (await under.store.claimableSessions({ workspace: "default", agent, at, limit })).map(
        ({ id }) => id,
      );
    expect(await look(AT)).toEqual([a1.id]);
    expect(await look(minute(3))).toEqual([a1.id, c1.id]);
    expect(await look(minute(5))).toEqual([a1.id, b1.id, c1.id]);
    expect(await look(minute(5), 1)).toEqual([a1.id]);
    expect(await under.store.nextClaimEnd("default", agent)).toBe(minute(3));
    expect(await under.store.nextClaimEnd(OTHER, agent)).toBeUndefined();
  });

  test("are listed a page at a time, by agent, status, lane and chain, and counted", async () => {
    const agent = anId("prn");
    const first = aSession({ agent, status: "paused" });
    const next = aSession({ agent, root: first.id, continues: first.id });
    const other = aSession({ agent, lane: "a lane of its own" });
    await under.store.commit([first, next, other].map((session) => change(insert(session))));
    const by = { workspace: "default", agent, limit: 10 } as const;
    const ids = async (query: Parameters<typeof under.store.listSessions>[0]) =>
      (await under.store.listSessions(query)).map(({ id }) => id);
    expect(await ids({ ...by, order: "newest" })).toEqual([other.id, next.id, first.id]);
    expect(await ids({ ...by, order: "newest", after: other.id, limit: 1 })).toEqual([next.id]);
    expect(await ids({ ...by, order: "oldest", after: first.id })).toEqual([next.id, other.id]);
    expect(await ids({ ...by, order: "oldest", root: first.id })).toEqual([first.id, next.id]);
    expect(await ids({ ...by, order: "oldest", status: "paused" })).toEqual([first.id]);
    expect(await ids({ ...by, order: "oldest", lane: other.lane })).toEqual([other.id]);
    expect(await ids({ ...by, order: "oldest", lane: other.lane, after: other.id })).toEqual([]);
    expect(await under.store.countSessions({ ...by, status: "queued" })).toBe(2);
    expect(await under.store.countSessions({ ...by, workspace: OTHER, status: "queued" })).toBe(0);
  });

  test("entries stand in their order, each number once, and lose their content when erased", async () => {
    const session = aSession({ task: "secret" });
    const call = { id: "c1", name: "look", args: { secret: 1 } };
    await under.store.commit([
      change(insert(session)),
      change(entry(session, 1, { kind: "prompt", text: "secret" })),
      change(entry(session, 2, { kind: "reply", text: "secret", calls: [call] })),
    ]);
    const twice = change(entry(session, 2, { kind: "note", text: "another" }));
    expect(await under.outcomes([twice])).toEqual(["conflict"]);
    const of = { workspace: "default", session: session.id, limit: 10 } as const;
    const all = await under.store.listSessionEntries({ ...of, after: 0 });
    expect(all.map(({ seq, epoch }) => [seq, epoch])).toEqual([
      [1, 1],
      [2, 1],
    ]);
    expect((await under.store.listSessionEntries({ ...of, after: 1 })).map((e) => e.body)).toEqual([
      { kind: "reply", text: "secret", calls: [call] },
    ]);
    const next = erasedSession(session, minute(9));
    expect(await under.outcomes([change({ type: "session.erase", session: next })])).toEqual([
      "committed",
    ]);
    const erased = [
      await under.store.findSession("default", session.id),
      await under.store.listSessionEntries({ ...of, after: 0 }),
    ];
    expect(JSON.stringify(erased)).not.toContain("secret");
    expect(erased[0]).toEqual(next);
    expect(JSON.stringify(erased)).toContain('"look"');
  });
}
