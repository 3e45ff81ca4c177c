import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Event } from "../../src/domain/log/event.ts";
import { eventChunks } from "../../src/http/event-stream.ts";
import { ok, refused } from "../support/call.ts";
import { eventually } from "../support/cli.ts";
import { openEvents } from "../support/event-reader.ts";
import { makeThings } from "../support/examples.ts";
import { homeServer, say, twoWorkspaces } from "../support/server.ts";

const seqs = (events: readonly Event[]) => events.map((event) => event.seq);
const upTo = (last: number, first = 1) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

async function agentKey(url: string, { operator, name }: { operator: string; name: string }) {
  const input = { kind: "agent", name };
  return await ok(url, "createKey", { key: operator, input });
}

describe("a stream of events", () => {
  test("brings the whole log in order to an operator, and ends with it", async () => {
    const { url, agent, operator } = await homeServer();
    await makeThings(url, { agent, operator });
    const events = await (await openEvents(url, { key: operator, follow: false })).rest();
    const log = await ok(url, "exportAudit", { key: operator });
    expect(events).toEqual(log.map((line) => line.event));
    expect(seqs(events)).toEqual(upTo(events.length));
  });

  test("resumes at every number by Last-Event-ID without gap or repeat", async () => {
    const { url, agent, operator } = await homeServer();
    await makeThings(url, { agent, operator });
    const all = await (await openEvents(url, { key: operator, follow: false })).rest();
    expect(all.length).toBeGreaterThan(8);
    for (const seen of upTo(all.length, 0)) {
      const options = { key: operator, follow: false, lastEventId: String(seen) };
      // Last-Event-ID is what a browser repeats, so it comes before what the address says.
      const reader = await openEvents(url, { ...options, after: 1 });
      expect(await reader.rest()).toEqual(all.slice(seen));
      const after = await openEvents(url, { key: operator, follow: false, after: seen });
      expect(await after.rest()).toEqual(all.slice(seen));
    }
  });

  test("is whole over any number of cuts, while events are written", async () => {
    const { url, agent, operator } = await homeServer();
    const count = 150;
    const writing = (async () => {
      for (let written = 0; written < count; written++) {
        await ok(url, "tell", { key: agent, input: { text: say() } });
      }
    })();
    const read: Event[] = [];
    const told = () => read.filter((event) => event.type === "message.created").length;
    for (let cut = 0; told() < count; cut++) {
      const lastEventId = read.at(-1)?.seq.toString();
      const reader = await openEvents(url, { key: operator, lastEventId });
      read.push(...(await reader.take(Math.min(1 + (cut % 9), count - told()))));
      reader.close();
    }
    await writing;
    expect(seqs(read)).toEqual(upTo(read.length));
  });

  test("follows what is written, to every reader alike", async () => {
    const { url, agent, operator } = await homeServer();
    const { seq } = await ok(url, "lastEvent", { key: operator });
    const readers = await Promise.all(
      upTo(8).map(() => openEvents(url, { key: operator, after: seq })),
    );
    const asked = await ok(url, "ask", { key: agent, input: { text: say() } });
    const { id } = asked.request;
    await ok(url, "answer", { key: operator, input: { id, answer: { text: say() } } });
    for (const reader of readers) {
      expect(await reader.take(2)).toMatchObject([
        { seq: seq + 1, type: "request.created", subject: id },
        { seq: seq + 2, type: "request.answered", subject: id },
      ]);
    }
  });

  test("holds digests in place of what was said", async () => {
    const { url, agent, operator } = await homeServer();
    const { request } = await makeThings(url, { agent, operator });
    const input = { id: request, answer: { text: say() } };
    await ok(url, "answer", { key: operator, input });
    const events = await (await openEvents(url, { key: operator, follow: false })).rest();
    expect(JSON.stringify(events)).not.toContain("canary");
    const answered = events.find((event) => event.type === "request.answered");
    expect(answered?.data?.digest).toMatch(/^[\w-]{43}$/);
  });

  test("refuses to start where its log has no event", async () => {
    const { url, operator } = await homeServer();
    const { seq } = await ok(url, "lastEvent", { key: operator });
    await (await openEvents(url, { key: operator, follow: false, after: seq })).rest();
    for (const lastEventId of [String(seq + 1), "-1", "1.5", "x", "0x1", "1e0", "9".repeat(20)]) {
      await expect(openEvents(url, { key: operator, lastEventId })).rejects.toMatchObject({
        code: "INVALID_INPUT",
      });
    }
    for (const after of [seq + 1, -1, 1.5, Number.NaN]) {
      await expect(openEvents(url, { key: operator, after })).rejects.toMatchObject({
        code: "INVALID_INPUT",
      });
    }
  });
});

describe("a principal", () => {
  test("that is an agent reads what concerns it, and nothing of another agent", async () => {
    const { url, agent: first, operator } = await homeServer();
    const second = (await agentKey(url, { operator, name: "second" })).secret;
    const { seq } = await ok(url, "lastEvent", { key: operator });
    const live = {
      first: await openEvents(url, { key: first, after: seq }),
      second: await openEvents(url, { key: second, after: seq }),
      operator: await openEvents(url, { key: operator, after: seq }),
    };

    const subjects: Record<"first" | "second", string[]> = { first: [], second: [] };
    for (const [name, key] of [
      ["first", first],
      ["second", second],
    ] as const) {
      const asked = await ok(url, "ask", { key, input: { text: say() } });
      const closing = await ok(url, "ask", { key, input: { text: say() } });
      const told = await ok(url, "tell", { key, input: { text: say() } });
      await ok(url, "cancel", { key, input: { id: closing.request.id } });
      const input = { id: asked.request.id, answer: { text: say() } };
      await ok(url, "answer", { key: operator, input });
      const late = { id: closing.request.id, answer: { text: say() } };
      await refused(url, "answer", { key: operator, input: late, code: "REQUEST_CLOSED" });
      const [a, b] = [asked.request.id, closing.request.id];
      subjects[name] = [a, b, told.id, b, a, b];
    }
    const read = {
      first: await live.first.take(6),
      second: await live.second.take(6),
      operator: await live.operator.take(12),
    };
    const subjectsOf = (events: readonly Event[]) => events.map((event) => event.subject);
    expect(subjectsOf(read.first)).toEqual(subjects.first);
    expect(subjectsOf(read.second)).toEqual(subjects.second);
    expect(read.operator).toEqual([...read.first, ...read.second]);
    expect(seqs(read.operator)).toEqual(upTo(seq + 12, seq + 1));

    // Nothing more was on its way to either.
    const again = await openEvents(url, { key: second, after: seq, follow: false });
    expect(await again.rest()).toEqual(read.second);
  });

  test("of another workspace reads another log", async () => {
    const server = await twoWorkspaces();
    const { url, home, abroad } = server;
    const reader = await openEvents(url, { key: abroad.owner.secret });
    const [founding] = await reader.take(5);
    expect(founding).toMatchObject({ seq: 1, workspace: "abroad", type: "workspace.created" });
    await ok(url, "tell", { key: home.agent.secret, input: { text: say() } });
    const told = await ok(url, "tell", { key: abroad.agent.secret, input: { text: say() } });
    expect(await reader.next()).toMatchObject({ seq: 6, workspace: "abroad", subject: told.id });
  });

  test("cannot hold more streams open than its share, and gets a place back for each", async () => {
    const { url, home, abroad } = await twoWorkspaces({ maxStreams: 3 });
    const key = home.owner.secret;
    const open = () => openEvents(url, { key });
    const [first] = await Promise.all([open(), open(), open()]);
    await expect(open()).rejects.toMatchObject({
      code: "RATE_LIMITED",
      details: { streams: 3 },
    });
    // Others have their own share, and everything else is served.
    await openEvents(url, { key: home.agent.secret });
    await openEvents(url, { key: abroad.owner.secret });
    await ok(url, "whoami", { key });
    first?.close();
    const reopened = await eventually(() => open().catch(() => undefined));
    await reopened.next();
    await expect(open()).rejects.toMatchObject({ code: "RATE_LIMITED" });
  });

  test("gets its place back from a stream that ended by itself or was refused", async () => {
    const { url, home } = await twoWorkspaces({ maxStreams: 1 });
    const key = home.owner.secret;
    for (let count = 0; count < 5; count++) {
      const reader = await eventually(() =>
        openEvents(url, { key, follow: false }).catch(() => undefined),
      );
      await reader.rest();
      await eventually(() =>
        openEvents(url, { key, after: 999 }).catch((error: { code?: string }) =>
          error.code === "INVALID_INPUT" ? true : undefined,
        ),
      );
    }
  });
});

test("at the stop of the server a stream ends behind a whole event", async () => {
  const { url, agent, operator, stopped } = await homeServer();
  const readers = await Promise.all([
    openEvents(url, { key: operator }),
    openEvents(url, { key: agent }),
  ]);
  await ok(url, "tell", { key: agent, input: { text: say() } });
  await ok(url, "stop", { key: operator });
  for (const reader of readers) {
    const events = await reader.rest();
    expect(events.at(-1)?.type).toBe("message.created");
  }
  await stopped;
});

describe("a silent stream", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test("says every fifteen seconds that it is still there, and loses no event by it", async () => {
    const event = { seq: 7, type: "message.created" } as Event;
    const { promise, resolve } = Promise.withResolvers<void>();
    async function* late(): AsyncGenerator<Event, void> {
      await promise;
      yield event;
    }
    const chunks = eventChunks(late());
    const next = async () => (await chunks.next()).value;
    expect(await next()).toMatch(/^retry: \d+\n\n$/);
    for (let count = 0; count < 3; count++) {
      const comment = next();
      await vi.advanceTimersByTimeAsync(15_000);
      expect(await comment).toMatch(/^: .*\n\n$/);
    }
    const awaited = next();
    resolve();
    expect(await awaited).toBe(`id: 7\nevent: message.created\ndata: ${JSON.stringify(event)}\n\n`);
    expect(await next()).toBeUndefined();
    expect(vi.getTimerCount()).toBe(0);
  });
});
