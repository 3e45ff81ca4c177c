import { expect, test } from "vitest";
import type { RequestId } from "../../src/domain/id.ts";
import { checkProblem, figure, ok, requestOf } from "../support/call.ts";
import { eventually } from "../support/cli.ts";
import { openEvents } from "../support/event-reader.ts";
import { head, openRaw, type RawConnection, sendRaw } from "../support/raw-http.ts";
import { openRows } from "../support/rows.ts";
import { type HomeServer, homeServer, say } from "../support/server.ts";

const LONG_MS = 50_000;
/** What the server gives calls under way before it ends them. */
const GRACE_MS = 10_000;

async function ask({ url, agent }: HomeServer): Promise<RequestId> {
  const { request } = await ok(url, "ask", { key: agent, input: { text: say() } });
  return request.id;
}

async function stop(server: HomeServer): Promise<number> {
  const began = performance.now();
  expect(await ok(server.url, "stop", { key: server.operator })).toEqual({ stopping: true });
  await server.stopped;
  return performance.now() - began;
}

function headOf({ agent }: HomeServer, line: string, length?: number): string {
  return head(`${line} HTTP/1.1`, [
    ["host", "localhost"],
    ["authorization", `Bearer ${agent}`],
    ...(length === undefined ? [] : ([["content-length", String(length)]] as const)),
  ]);
}

/** Opens a connection that sends this, and returns once the server has surely read it. */
async function opened(server: HomeServer, bytes: string): Promise<RawConnection> {
  const connection = openRaw(server.port);
  connection.send(bytes);
  // Connections are taken and read in order: what comes later and is answered shows it.
  for (let round = 0; round < 2; round++) {
    await sendRaw(server.port, headOf(server, "GET /livez"));
  }
  return connection;
}

/** Begins a stop; returns when it is under way, which the end of a stream tells. */
async function beginStop(server: HomeServer): Promise<void> {
  const reader = await openEvents(server.url, { key: server.agent });
  await ok(server.url, "stop", { key: server.operator });
  await reader.rest();
}

test("under fifty long polls a stop sends every one away with pending, and cuts none", async () => {
  const server = await homeServer();
  const { url, agent, operator, port } = server;
  const ids = await Promise.all(Array.from({ length: 10 }, () => ask(server)));
  const waits = Array.from({ length: 20 }, (_, index) =>
    ok(url, "wait", { key: agent, input: { id: ids[index % 10], holdMs: LONG_MS } }),
  );
  const asks = Array.from({ length: 10 }, () =>
    ok(url, "ask", { key: agent, input: { text: say(), holdMs: LONG_MS } }),
  );
  const several = Array.from({ length: 10 }, (_, index) =>
    ok(url, "waitMany", { key: agent, input: { ids: ids[index], holdMs: LONG_MS } }),
  );
  const raw = ids.map((id): RawConnection => {
    const connection = openRaw(port);
    connection.send(
      headOf(server, `GET ${requestOf("wait", { input: { id, holdMs: LONG_MS } }).path}`),
    );
    return connection;
  });
  await eventually(async () =>
    (await figure(url, operator, "earshot_waiters")) === 50 ? true : undefined,
  );

  const tookMs = await stop(server);

  for (const waited of await Promise.all([...waits, ...asks, ...several])) {
    expect(waited.outcome).toBe("pending");
  }
  for (const connection of raw) {
    const reply = await connection.reply();
    expect(JSON.parse(reply.body)).toMatchObject({ outcome: "pending" });
    expect(reply.headers.get("connection")).toBe("close");
    expect(await connection.ended, "ended, not reset").toBeUndefined();
  }
  // Kept-alive connections without a call do not hold it up until they are forced.
  expect(tookMs).toBeLessThan(GRACE_MS);
});

test("what was asked before a stop is open after it, and can be answered there", async () => {
  const server = await homeServer();
  const id = await ask(server);
  const waiting = ok(server.url, "wait", {
    key: server.agent,
    input: { id, holdMs: LONG_MS },
  });
  await eventually(async () =>
    (await figure(server.url, server.operator, "earshot_waiters")) === 1 ? true : undefined,
  );
  await stop(server);
  expect(await waiting).toMatchObject({ outcome: "pending", request: { status: "open" } });
  const rows = openRows(server.database);
  expect(rows.all().filter((row) => row.includes(id) && row.includes('"open"'))).toHaveLength(1);
  rows.close();
});

test("a connection that never sent anything, and one that idles, do not hold up a stop", async () => {
  const server = await homeServer();
  const silent = [openRaw(server.port), openRaw(server.port)];
  const idle = openRaw(server.port);
  idle.send(headOf(server, "GET /v1/whoami"));
  expect(await idle.reply()).toMatchObject({ status: 200 });
  await ok(server.url, "lastEvent", { key: server.agent });
  expect(await stop(server)).toBeLessThan(GRACE_MS);
  for (const { ended } of [...silent, idle]) await ended;
});

test("a call whose body is still on its way when the stop begins is served", async () => {
  const server = await homeServer();
  const text = say();
  const body = JSON.stringify({ text });
  const line = "POST /v1/messages";
  const connection = await opened(server, headOf(server, line, body.length) + body.slice(0, 5));
  await beginStop(server);
  connection.send(body.slice(5));
  const told = await connection.reply();
  expect(told.status).toBe(201);
  expect(JSON.parse(told.body)).toMatchObject({ text });
  expect(await connection.ended).toBeUndefined();
  await server.stopped;
  const rows = openRows(server.database);
  expect(rows.all().filter((row) => row.startsWith("messages "))).toHaveLength(1);
  rows.close();
});

test("while it stops the server is alive, is not ready, and takes no new call", async () => {
  const server = await homeServer();
  // A body that never comes keeps the stop waiting.
  const held = await opened(server, headOf(server, "POST /v1/messages", 100));
  const lines = ["GET /livez", "GET /readyz", "GET /v1/whoami", "POST /v1/messages"] as const;
  const connections = new Map<string, RawConnection>();
  for (const line of lines) {
    connections.set(line, await opened(server, headOf(server, line).slice(0, -2)));
  }
  await beginStop(server);
  for (const [line, connection] of connections) {
    connection.send("\r\n");
    const reply = await connection.reply();
    if (line === "GET /livez") {
      expect(reply.status).toBe(200);
      continue;
    }
    expect(checkProblem(reply, reply.body), line).toMatchObject({ code: "SHUTTING_DOWN" });
    expect(reply.headers.get("connection")).toBe("close");
  }
  expect(await openRaw(server.port).ended, "no new connection").toMatchObject({
    code: "ECONNREFUSED",
  });
  held.socket.destroy();
  await server.stopped;
});

test("a reply that is on its way to a slow reader reaches it whole", async () => {
  const server = await homeServer();
  const { url, agent } = server;
  const text = "x".repeat(60_000);
  const input = { text, context: text };
  await Promise.all(Array.from({ length: 100 }, () => ok(url, "ask", { key: agent, input })));
  const connection = openRaw(server.port);
  connection.socket.pause();
  connection.send(headOf(server, "GET /v1/requests?limit=100"));
  await beginStop(server);
  connection.socket.resume();
  const reply = await connection.reply();
  expect(reply.status).toBe(200);
  expect(JSON.parse(reply.body).items).toHaveLength(100);
  await server.stopped;
});
