import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createClient, type EarshotClient } from "../../src/client/client.ts";
import { call, ok, refused } from "../support/call.ts";
import { type HomeServer, say, startHomeServer } from "../support/server.ts";

/* What a host in any language meets: the same calls over plain HTTP. */

let server: HomeServer;
let key: string;
let host: EarshotClient;
let agents = 0;

beforeAll(async () => {
  server = await startHomeServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  agents += 1;
  const input = { kind: "agent", name: `agent ${agents}` };
  const made = await ok(server.url, "createKey", { key: server.operator, input });
  key = made.secret;
  host = createClient({ url: server.url, key });
});

const start = () => ok(server.url, "startSession", { key, input: { text: say("task") } });
const claim = (holdMs = 0) =>
  ok(server.url, "claimSession", { key, input: { host: "test", holdMs } });

async function held() {
  await start();
  const { claimed } = await claim();
  if (claimed === undefined) throw new Error("There is no session to take up.");
  return { id: claimed.session.id, epoch: claimed.session.epoch };
}

describe("a claim", () => {
  test("that is held is given the next session as soon as there is one", async () => {
    const waiting = claim(30_000);
    const { id } = await start();
    expect((await waiting).claimed?.session).toMatchObject({ id, status: "running", epoch: 1 });
  });

  test("brings nothing once its time is over", async () => {
    expect(await claim(50)).toEqual({});
  });

  test("of a caller that has gone takes nothing up", async () => {
    const gone = new AbortController();
    const input = { host: "gone", holdMs: 30_000 };
    const waiting = call(server.url, "claimSession", { key, input, signal: gone.signal });
    await sleep(200);
    gone.abort();
    await expect(waiting).rejects.toThrow();
    await sleep(200);
    const { id } = await start();
    expect((await claim()).claimed?.session.id).toBe(id);
  });
});

describe("a watch", () => {
  test("ends as soon as a person wants the session to end", async () => {
    const session = await held();
    const waiting = ok(server.url, "watchSession", { key, input: { ...session, holdMs: 30_000 } });
    const { id } = session;
    await ok(server.url, "cancelSession", { key: server.operator, input: { id } });
    expect(await waiting).toEqual({ cancelAsked: true });
  });

  test("ends at once with the halt of its agent", async () => {
    const session = await held();
    const { principal } = await ok(server.url, "whoami", { key });
    const waiting = host.watchSession({ ...session, holdMs: 30_000 }).catch((error) => error);
    await sleep(100);
    const began = Date.now();
    const input = { id: principal.id };
    await ok(server.url, "haltAgent", { key: server.operator, input });
    expect(await waiting).toMatchObject({ code: "NOT_ALLOWED" });
    expect(Date.now() - began).toBeLessThan(5_000);
  });

  test("of a claim that another host has by now is lost", async () => {
    const { id, epoch } = await held();
    const input = { id, epoch: epoch + 1 };
    await refused(server.url, "watchSession", { key, input, code: "SESSION_LOST" });
  });
});

describe("entries", () => {
  const reply = (text: string) => ({ kind: "reply", text, calls: [] });

  test("are waited for, and read on behind a number", async () => {
    const session = await held();
    const { id } = session;
    const read = (after: number) =>
      ok(server.url, "sessionEntries", {
        key: server.operator,
        input: { id, after, holdMs: 30_000 },
      });
    const waiting = read(0);
    const entries = [reply(say("a")), reply(say("b"))];
    await ok(server.url, "recordEntries", { key, input: { ...session, after: 0, entries } });
    expect((await waiting).items.map(({ seq }) => seq)).toEqual([1, 2]);
    expect((await read(1)).items).toMatchObject([{ seq: 2, body: entries[1] }]);
  });

  test("that are recorded again change nothing", async () => {
    const session = await held();
    const input = { ...session, after: 0, entries: [reply(say("a"))] };
    for (let time = 0; time < 3; time++) {
      expect(await ok(server.url, "recordEntries", { key, input })).toEqual({ entries: 1 });
    }
  });

  test.each([
    ["none", []],
    ["more than a hundred", Array.from({ length: 101 }, () => reply("x"))],
    ["one of more than 256 KiB", [reply("é".repeat(128 * 1_024))]],
    ["one of another kind", [{ kind: "thought", text: "x" }]],
    ["one with a field too many", [{ ...reply("x"), extra: 1 }]],
  ])("are refused: %s", async (_, entries) => {
    const input = { ...(await held()), after: 0, entries };
    await refused(server.url, "recordEntries", { key, input, code: "INVALID_INPUT" });
  });
});

test.each([
  ["startSession", { text: "x".repeat(65_537) }],
  ["startSession", { text: "x", place: { channel: "slack", chatId: "x".repeat(257) } }],
  ["claimSession", { host: "" }],
  ["registerAgent", { channels: [], skills: Array.from({ length: 257 }, () => "x") }],
] as const)("%s is refused what is too large or empty", async (name, input) => {
  await refused(server.url, name, { key, input, code: "INVALID_INPUT" });
});

test("the ledger is a line for each session of the agent", async () => {
  const { id } = await start();
  const { id: next } = await start();
  const input = { agent: `agent ${agents}` };
  const lines = await ok(server.url, "exportSessions", { key: server.operator, input });
  expect(lines.map(({ session_id }) => session_id)).toEqual([id, next]);
});
