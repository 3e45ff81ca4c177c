import { expect, test } from "vitest";
import { present } from "../../src/domain/present.ts";
import { asQuestion } from "../../src/domain/requests/request.ts";
import { call, figure, ok, okKey, refused, requestOf } from "../support/call.ts";
import { eventually } from "../support/cli.ts";
import { openEvents } from "../support/event-reader.ts";
import { head, openRaw } from "../support/raw-http.ts";
import { type HomeServer, homeServer, say } from "../support/server.ts";

/* What becomes of calls under way when their key is revoked. */

const LONG_MS = 50_000;

async function newKey({ url, operator }: HomeServer, kind: "agent" | "person", role?: "owner") {
  const input = { kind, name: "soon revoked", ...present({ role }) };
  const { key, secret } = await okKey(url, { key: operator, input });
  return { id: key.id, secret };
}

async function waiterIsThere({ url, operator }: HomeServer): Promise<void> {
  await eventually(async () => {
    const waiters = await figure(url, operator, "earshot_waiters");
    return waiters > 0 ? true : undefined;
  });
}

test("a wait is told that its key is good no more, and the request lives on", async () => {
  const server = await homeServer();
  const { url, operator } = server;
  const { id: keyId, secret } = await newKey(server, "agent");
  const { request } = await ok(url, "ask", { key: secret, input: { text: say() } });
  const input = { id: request.id, holdMs: LONG_MS };
  const waiting = refused(url, "wait", { code: "NOT_SIGNED_IN", key: secret, input });
  await waiterIsThere(server);
  await ok(url, "revokeKey", { key: operator, input: { id: keyId } });
  await waiting;
  await refused(url, "wait", { code: "NOT_SIGNED_IN", key: secret, input });
  const answer = { id: request.id, answer: { text: say() } };
  expect(await ok(url, "answer", { key: operator, input: answer })).toMatchObject({
    status: "answered",
  });
});

test("a tool call over HTTP is told so too, and its answer comes again", async () => {
  const server = await homeServer();
  const { url, operator } = server;
  const [gone, other] = [await newKey(server, "agent"), await newKey(server, "agent")];
  const question = say();
  const called = fetch(`${url}/v1/tools/ask_human`, {
    method: "POST",
    headers: { authorization: `Bearer ${gone.secret}`, "content-type": "application/json" },
    body: JSON.stringify({ question }),
  });
  await waiterIsThere(server);
  await ok(url, "revokeKey", { key: operator, input: { id: gone.id } });
  const response = await called;
  expect(response.status).toBe(401);
  expect(await response.json()).toMatchObject({ code: "NOT_SIGNED_IN" });
  const { items } = await ok(url, "list", { key: operator, input: { status: ["open"] } });
  const asked = items.find((request) => asQuestion(request).question.text === question);
  const answer = { id: asked?.id as string, answer: { text: say() } };
  await ok(url, "answer", { key: operator, input: answer });
  const { items: kept } = await ok(url, "mailbox", { key: other.secret });
  expect(JSON.stringify(kept)).toContain(answer.id);
});

test("of calls that come in while their key is revoked each has an answer", async () => {
  const server = await homeServer();
  const { url, operator } = server;
  for (let round = 0; round < 5; round++) {
    const { id, secret } = await newKey(server, "agent");
    const calls = Array.from({ length: 20 }, (_, index) =>
      call(url, "ask", { key: secret, input: { text: `${say()} ${index}` } }),
    );
    await ok(url, "revokeKey", { key: operator, input: { id } });
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    for (const status of statuses) expect([201, 401]).toContain(status);
  }
});

test("a tool call over MCP is cut off without its answer", async () => {
  const server = await homeServer();
  const { url, operator } = server;
  const { id: keyId, secret } = await newKey(server, "agent");
  const question = say();
  const params = { name: "ask_human", arguments: { question } };
  const response = await fetch(`${url}/mcp`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${secret}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
  });
  expect(response.status).toBe(200);
  const cut = expect(response.text()).rejects.toThrow();
  await waiterIsThere(server);
  await ok(url, "revokeKey", { key: operator, input: { id: keyId } });
  await cut;
});

test("a stream of events is cut off", async () => {
  const server = await homeServer();
  const { url, operator } = server;
  const { id: keyId, secret } = await newKey(server, "person", "owner");
  const events = await openEvents(url, { key: secret, follow: true });
  const cut = expect(events.rest()).rejects.toThrow();
  await ok(url, "revokeKey", { key: operator, input: { id: keyId } });
  await cut;
});

test("a call whose body comes later changes nothing", async () => {
  const server = await homeServer();
  const { url, operator, port } = server;
  const { id: keyId, secret } = await newKey(server, "agent");
  const text = say();
  const { path, method, headers, body = "" } = requestOf("ask", { key: secret, input: { text } });
  const connection = openRaw(port);
  const fields = { ...headers, host: `127.0.0.1:${port}`, "content-length": `${body.length}` };
  connection.send(head(`${method} ${path} HTTP/1.1`, Object.entries(fields)) + body.slice(0, 10));
  // By the time that this is answered, what was sent before has been read.
  await ok(url, "whoami", { key: secret });
  await ok(url, "revokeKey", { key: operator, input: { id: keyId } });
  connection.send(body.slice(10));
  expect(await connection.reply()).toMatchObject({ status: 401 });
  await connection.ended;
  const { items } = await ok(url, "list", { key: operator });
  expect(items.map((request) => asQuestion(request).question.text)).not.toContain(text);
});

test("other keys of the same agent go on", async () => {
  const server = await homeServer();
  const { url, operator } = server;
  const [revoked, other] = [await newKey(server, "agent"), await newKey(server, "agent")];
  const { request } = await ok(url, "ask", { key: other.secret, input: { text: say() } });
  const input = { id: request.id, holdMs: LONG_MS };
  const waiting = ok(url, "wait", { key: other.secret, input });
  await waiterIsThere(server);
  await ok(url, "revokeKey", { key: operator, input: { id: revoked.id } });
  await ok(url, "answer", {
    key: operator,
    input: { id: request.id, answer: { text: say() } },
  });
  expect(await waiting).toMatchObject({ outcome: "answered" });
});

test("whoever revokes their own key is told that it is done", async () => {
  const server = await homeServer();
  const { id, secret } = await newKey(server, "person", "owner");
  const revoked = await ok(server.url, "revokeKey", { key: secret, input: { id } });
  expect(revoked).toMatchObject({ id, revokedAt: expect.any(String) });
  await refused(server.url, "whoami", { code: "NOT_SIGNED_IN", key: secret });
});
