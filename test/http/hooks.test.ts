import { afterAll, beforeAll, expect, test } from "vitest";
import type { WebhookCall } from "../../src/ports/channels/channel.ts";
import { checkProblem } from "../support/call.ts";
import { head, sendRaw } from "../support/raw-http.ts";
import { startTwoWorkspaces, type TwoWorkspaces } from "../support/server.ts";

/* Platforms call without a key: what they say is the channel's to check, as it came. */

const MEGABYTE = 1024 * 1024;
const heard: WebhookCall[] = [];
let status = 200;
let server: TwoWorkspaces;

beforeAll(async () => {
  server = await startTwoWorkspaces({
    publicUrl: "https://earshot.example.org",
    hooks: (kind) => {
      if (kind !== "slack" && kind !== "a-chat_2") return undefined;
      return async (call) => {
        heard.push(call);
        return {
          status,
          headers: { "content-type": "application/json", "x-retry": "no" },
          body: '{"ok":true}',
        };
      };
    },
  });
});
afterAll(() => server.close());

function post(path: string, body: BodyInit = "{}", headers: Record<string, string> = {}) {
  return fetch(server.url + path, { method: "POST", body, headers });
}

async function problemOf(response: Response): Promise<string> {
  return checkProblem(response, await response.text()).code;
}

test("a call reaches the channel of its kind byte by byte, without a key", async () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
  const response = await post("/hooks/slack/events?team=1&x=%2F", bytes, { "X-Sign": "v0=1" });
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("application/json");
  expect(response.headers.get("x-retry")).toBe("no");
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  expect(await response.text()).toBe('{"ok":true}');
  const call = heard.at(-1);
  expect(call).toMatchObject({ method: "POST", path: "/events?team=1&x=%2F" });
  expect(call?.headers["x-sign"]).toBe("v0=1");
  expect(Buffer.from(call?.body ?? [])).toEqual(Buffer.from(bytes));
});

test("a path that ends behind the kind is the channel's root", async () => {
  expect((await post("/hooks/slack")).status).toBe(200);
  expect(heard.at(-1)?.path).toBe("/");
});

test("a channel from outside is called by its kind", async () => {
  expect((await post("/hooks/a-chat_2/events")).status).toBe(200);
  expect(heard.at(-1)?.path).toBe("/events");
});

test("a header that stands there twice is told as two", async () => {
  const lines = head("POST /hooks/slack/events HTTP/1.1", [
    ["host", "localhost"],
    ["webhook-id", "one"],
    ["Webhook-Id", "two"],
    ["content-length", "2"],
  ]);
  expect((await sendRaw(server.port, `${lines}{}`)).status).toBe(200);
  expect(heard.at(-1)?.headers["webhook-id"]).toEqual(["one", "two"]);
});

test("it is called by its public name too, and by no other", async () => {
  const call = (host: string) =>
    sendRaw(
      server.port,
      `${head("POST /hooks/slack/events HTTP/1.1", [
        ["host", host],
        ["content-length", "2"],
      ])}{}`,
    );
  expect((await call("earshot.example.org")).status).toBe(200);
  expect((await call("elsewhere.example.org")).status).toBe(403);
});

test.each(["telegram", "email", "console", "Slack", "", "__proto__", "ntfy"])(
  "where there is no channel %j the answer is 404",
  async (kind) => {
    expect(await problemOf(await post(`/hooks/${kind}/events`))).toBe("NOT_FOUND");
  },
);

test.each(["GET", "PUT", "DELETE"])("%s is refused with 405", async (method) => {
  const response = await fetch(`${server.url}/hooks/slack/events`, { method });
  expect(response.headers.get("allow")).toBe("POST");
  expect(await problemOf(response)).toBe("METHOD_NOT_ALLOWED");
});

test("a body of a megabyte is taken, and a byte more is refused with 413", async () => {
  expect((await post("/hooks/slack/events", new Uint8Array(MEGABYTE))).status).toBe(200);
  const declared = head("POST /hooks/slack/events HTTP/1.1", [
    ["host", "localhost"],
    ["content-length", String(MEGABYTE + 1)],
  ]);
  expect((await sendRaw(server.port, declared)).status).toBe(413);
});

test("a body without a length is counted while it comes", async () => {
  const chunk = new Uint8Array(64 * 1024);
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += chunk.length;
      if (sent > 2 * MEGABYTE) controller.close();
      else controller.enqueue(chunk);
    },
  });
  const init = { method: "POST", body, duplex: "half" as const };
  const answer = await fetch(`${server.url}/hooks/slack/events`, init).then(
    (response) => response.status,
    // The server ends the connection while more is on its way, and that may be seen first.
    () => 413,
  );
  expect(answer).toBe(413);
  expect(heard.every((call) => call.body.length <= MEGABYTE)).toBe(true);
});

test("calls that are refused are bounded, and good ones are not", async () => {
  status = 401;
  const statuses = new Set<number>();
  for (let round = 0; round < 20; round++) {
    const calls = Array.from({ length: 35 }, () => post("/hooks/slack/events"));
    for (const response of await Promise.all(calls)) statuses.add(response.status);
  }
  expect([...statuses].sort()).toEqual([401, 429]);
  status = 200;
  expect((await post("/hooks/slack/events")).status).toBe(200);
});

test("a server without channels has nothing there", async () => {
  const bare = await startTwoWorkspaces();
  try {
    const response = await fetch(`${bare.url}/hooks/slack/events`, { method: "POST" });
    expect(await problemOf(response)).toBe("NOT_FOUND");
  } finally {
    await bare.close();
  }
});
