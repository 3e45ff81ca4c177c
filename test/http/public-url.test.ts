import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createClient } from "../../src/client/client.ts";
import { startServer } from "../../src/compose/compose.ts";
import type { RunningServer } from "../../src/compose/server.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import { readKeyFile } from "../../src/system/data-folder.ts";
import { checkProblem } from "../support/call.ts";
import { makeFolder, removeFolder } from "../support/cli.ts";
import { makeEmptyDataFolder } from "../support/empty-record.ts";
import { head, type RawReply, sendRaw } from "../support/raw-http.ts";
import { newLink } from "../support/web.ts";

/* What comes through a proxy with TLS, which passes Host and Origin on, to a server without OAuth. */

const HOST = "earshot.example.com";
const PUBLIC_URL = `https://${HOST}`;
const PROBE = "__Host-earshot-probe-443=1";

let folder: string;
let server: RunningServer;
let key: string;
beforeAll(async () => {
  folder = makeFolder();
  const dataFolder = join(folder, "data");
  await makeEmptyDataFolder(dataFolder);
  server = await startServer({ dataFolder, port: 0, publicUrl: `${PUBLIC_URL}/` });
  key = readKeyFile(dataFolder, "operator") ?? "";
});
afterAll(async () => {
  await server.stop();
  removeFolder(folder);
});

interface Sent {
  readonly method?: "GET" | "POST";
  readonly host?: string;
  readonly origin?: string;
  readonly cookie?: string;
  readonly page?: string;
  readonly input?: JsonObject;
}

function call(path: string, sent: Sent): Promise<RawReply> {
  const { method = "POST", host = HOST, origin = PUBLIC_URL, cookie = PROBE, page, input } = sent;
  const body = method === "GET" ? "" : JSON.stringify(input ?? {});
  const lines: [string, string][] = [
    ["host", host],
    ["cookie", cookie],
    ["content-type", "application/json"],
    ["content-length", String(Buffer.byteLength(body))],
  ];
  if (method === "POST") lines.push(["origin", origin]);
  if (page !== undefined) lines.push(["earshot-page", page]);
  const port = Number(new URL(server.url).port);
  return sendRaw(port, head(`${method} ${path} HTTP/1.1`, lines) + body);
}

async function signIn(over: Sent = {}): Promise<RawReply> {
  return await call("/v1/sign-in/link", {
    ...over,
    input: { token: await newLink(server.url, { key }) },
  });
}

test("a link signs a browser in, and its web session decides", async () => {
  const signedIn = await signIn();
  expect(signedIn.status).toBe(201);
  const set = signedIn.headers.get("set-cookie") ?? "";
  expect(set).toMatch(/^__Host-earshot-443=ear_web_.*; Secure/);
  const [cookie = ""] = set.split(";");
  const { pageSecret: page } = JSON.parse(signedIn.body);
  expect((await call("/v1/whoami", { method: "GET", cookie, page })).status).toBe(200);

  const agent = createClient({
    url: server.url,
    key: readKeyFile(join(folder, "data"), "agent") ?? "",
  });
  const { request } = await agent.ask({ text: "Shall I?" });
  const answer = { cookie, page, input: { answer: { text: "Yes." } } };
  const path = `/v1/requests/${request.id}/answer`;
  for (const origin of ["https://evil.example", `http://${HOST}`, "http://localhost:4242"]) {
    const refused = await call(path, { ...answer, origin });
    expect(checkProblem(refused, refused.body)).toMatchObject({ code: "NOT_ALLOWED" });
  }
  expect((await call(path, answer)).status).toBe(200);
  expect((await agent.wait({ id: request.id })).outcome).toBe("answered");
});

test("a passkey is bound to its host name", async () => {
  const asked = await call("/v1/sign-in/passkey-options", {});
  expect(JSON.parse(asked.body)).toMatchObject({ rpId: HOST });
});

test.each([
  ["a page of another origin", { origin: "https://evil.example" }],
  ["the same name without TLS", { origin: `http://${HOST}` }],
  ["another host", { host: "login.example.com", origin: "https://login.example.com" }],
  ["a name that begins like it", { host: `${HOST}.evil.example` }],
])("%s signs nobody in", async (_what, over) => {
  const refused = await signIn(over);
  expect(refused.status).toBe(403);
  expect(refused.headers.get("set-cookie")).toBeNull();
});

test("it takes no tokens, and names nobody who gives them", async () => {
  const found = await call("/.well-known/oauth-protected-resource/mcp", { method: "GET" });
  expect(found.status).toBe(404);
});

test("commands of this machine call it as before", async () => {
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
});
