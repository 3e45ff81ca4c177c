import { join } from "node:path";
import {
  Client,
  ClientCredentialsProvider,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import type { OAuthClientProvider } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client as OlderClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OlderTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { startServer } from "../../src/compose/compose.ts";
import type { RunningServer } from "../../src/compose/server.ts";
import { OPERATIONS } from "../../src/contract/operations.ts";
import { present } from "../../src/domain/present.ts";
import { TOKEN_SCOPES } from "../../src/ports/system/token-verifier.ts";
import { dataPaths, readKeyFile } from "../../src/system/data-folder.ts";
import { createToolRegistry } from "../../src/tools/registry/registry.ts";
import { toolFacts } from "../../src/tools/registry/tool-facts.ts";
import { TOOL_SETS } from "../../src/tools/sets.ts";
import {
  type AuthorizationServer,
  startAuthorizationServer,
} from "../support/authorization-server.ts";
import { makeFolder, removeFolder } from "../support/cli.ts";
import { makeEmptyDataFolder } from "../support/empty-record.ts";
import { openRows } from "../support/rows.ts";

/* A token that carries too little is told at every door which one to get, and clients get it. */

const PUBLIC_URL = "https://earshot.example.com";
const RESOURCE = `${PUBLIC_URL}/mcp`;
const METADATA_URL = `${PUBLIC_URL}/.well-known/oauth-protected-resource/mcp`;
const TOOLS = createToolRegistry(TOOL_SETS.interaction).tools.map((one) => toolFacts(one));

let folder: string;
let issuer: AuthorizationServer;
let server: RunningServer;

beforeAll(async () => {
  folder = makeFolder();
  issuer = await startAuthorizationServer({ audience: RESOURCE });
  const oauth = { issuer: issuer.issuer };
  const dataFolder = join(folder, "data");
  await makeEmptyDataFolder(dataFolder);
  server = await startServer({ dataFolder, port: 0, publicUrl: PUBLIC_URL, oauth });
});
afterAll(async () => {
  await server.stop();
  await issuer.close();
  removeFolder(folder);
});

function tokenWith(scopes: readonly string[]): Promise<string> {
  return issuer.token({ claims: { scope: scopes.join(" "), sub: "narrow" } });
}

/** The challenge for a token that carries `held` and needs `missing` too. */
function challenge(held: readonly string[], missing: readonly string[]): string {
  const scope = TOKEN_SCOPES.filter((one) => held.includes(one) || missing.includes(one)).join(" ");
  return `Bearer error="insufficient_scope", scope="${scope}", resource_metadata="${METADATA_URL}"`;
}

interface Post {
  readonly path: string;
  readonly method?: string;
  readonly token: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

function send({ path, method = "POST", token, body, headers = {} }: Post): Promise<Response> {
  return fetch(server.url + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
      ...headers,
    },
    ...present({ body: body === undefined ? undefined : JSON.stringify(body) }),
  });
}

/** What is valid for each, where nothing at all is not; those that wait do so for a moment. */
const ARGUMENTS: Readonly<Record<string, object>> = {
  ask_human: { question: "Which?", max_wait_s: 1 },
  request_authorization: { tool_name: "delete_user_data", reason: "Asked for.", max_wait_s: 1 },
  send_message_to_operator: { message: "Hello", max_wait_s: 1 },
  message: { chat_id: "owner", content: "Hello", channel: "inbox" },
  await_response: { request_ids: ["req_01k00000000000000000000000"] },
  cancel_request: { request_id: "req_01k00000000000000000000000" },
};

function callAtMcp(name: string, token: string): Promise<Response> {
  const params = { name, arguments: ARGUMENTS[name] ?? {} };
  const body = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
  return send({ path: "/mcp", token, body });
}

async function expectChallenge(response: Response, expected: string): Promise<void> {
  expect(response.headers.get("www-authenticate")).toBe(expected);
  expect(response.status).toBe(403);
  await response.text();
}

const others = (needed: readonly string[]) =>
  TOKEN_SCOPES.filter((scope) => !needed.includes(scope));

describe("an operation", () => {
  const NEEDING = Object.entries(OPERATIONS).flatMap(([name, { right, method, path }]) => {
    const scope = TOKEN_SCOPES.find((one) => one === right);
    return scope === undefined ? [] : [{ name, scope, method, path }];
  });

  test.each(NEEDING)("$name names the scope $scope", async ({ scope, method, path }) => {
    const held = others([scope]);
    const response = await send({
      path: path.replace(/\{\w+\}/g, "x"),
      method,
      token: await tokenWith(held),
      ...present({ body: method === "GET" ? undefined : {} }),
    });
    await expectChallenge(response, challenge(held, [scope]));
  });

  test("that no token can make is refused without naming a scope", async () => {
    const response = await send({
      path: "/v1/keys",
      method: "GET",
      token: await tokenWith(["ask"]),
    });
    expect(response.status).toBe(403);
    expect(response.headers.get("www-authenticate")).toBeNull();
  });
});

describe.each(TOOLS.filter(({ rights }) => rights.length > 0))("$name", ({ name, rights }) => {
  test.each(rights)(
    "is refused without %s at both doors, before it does anything",
    async (right) => {
      const held = others([right]);
      const token = await tokenWith(held);
      const rows = openRows(dataPaths(join(folder, "data")).database);
      onTestFinished(() => rows.close());
      const requests = () => rows.all().filter((row) => row.startsWith("requests "));
      const before = requests();
      const byHttp = await send({ path: `/v1/tools/${name}`, token, body: {} });
      await expectChallenge(byHttp, challenge(held, [right]));
      await expectChallenge(await callAtMcp(name, token), challenge(held, [right]));
      expect(requests()).toEqual(before);
    },
  );

  test("takes a token with all that it needs, and no more", async () => {
    const token = await tokenWith(rights);
    const response = await callAtMcp(name, token);
    expect(response.status).toBe(200);
    expect(await response.text()).not.toContain("needs the right");
  });
});

test("tools that need nothing take any token", async () => {
  const token = await tokenWith(["memory"]);
  for (const { name } of TOOLS.filter(({ rights }) => rights.length === 0)) {
    const answered = await send({ path: `/v1/tools/${name}`, token, body: { content: "x" } });
    expect(answered.status, name).not.toBe(403);
    expect(await callAtMcp(name, token), name).toMatchObject({ status: 200 });
  }
});

test("a call of the later era is refused in the same way", async () => {
  const token = await tokenWith(["read"]);
  const meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "0.0.0" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const params = { name: "ask_human", arguments: { question: "Which?" }, _meta: meta };
  const refused = await send({
    path: "/mcp",
    token,
    body: { jsonrpc: "2.0", id: 7, method: "tools/call", params },
    headers: {
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/call",
      "mcp-name": "ask_human",
    },
  });
  await expectChallenge(refused, challenge(["read"], ["ask"]));
});

test("a key of ours with too little is told in the result, which its model reads", async () => {
  const operator = readKeyFile(join(folder, "data"), "operator") ?? "";
  const input = { kind: "agent", name: "narrow-key", scopes: ["read"] };
  const made = await send({ path: "/v1/keys", token: operator, body: input });
  const { secret } = (await made.json()) as { readonly secret: string };
  const response = await callAtMcp("ask_human", secret);
  expect(response.status).toBe(200);
  expect(await response.text()).toContain("NotAllowed");
});

/** What a proxy at the public URL does: hands calls on to the server behind it. */
const proxied: typeof fetch = (input, init) => {
  const target = String(input instanceof Request ? input.url : input);
  return fetch(target.replace(PUBLIC_URL, server.url), init);
};

const ASK = { name: "ask_human", arguments: { question: "Which colour?", max_wait_s: 0 } };
const CREDENTIALS = { clientId: "client", clientSecret: "secret" };

test("a client steps up by itself: it gets a token with the scope, and its call is made", async () => {
  const seen = issuer.granted.length;
  const authProvider = new ClientCredentialsProvider({
    ...CREDENTIALS,
    expectedIssuer: issuer.issuer,
  });
  const access_token = await tokenWith(["read", "memory"]);
  authProvider.saveTokens({ access_token, token_type: "Bearer", scope: "read memory" });
  const client = new Client({ name: "test", version: "0.0.0" });
  onTestFinished(() => client.close());
  await client.connect(
    new StreamableHTTPClientTransport(new URL(RESOURCE), { authProvider, fetch: proxied }),
  );
  expect(issuer.granted).toHaveLength(seen);
  const asked = await client.callTool(ASK);
  expect(asked.structuredContent).toMatchObject({ status: "human_input_requested" });
  expect(issuer.granted).toHaveLength(seen + 1);
  const scopes = issuer.granted.at(-1)?.get("scope")?.split(" ").sort();
  expect(scopes).toEqual(["ask", "memory", "read"]);
});

test("a client of the older library asks its person for what the token carried and what it needs", async () => {
  const asked: URL[] = [];
  const access_token = await tokenWith(["read", "memory"]);
  const authProvider: OAuthClientProvider = {
    redirectUrl: "http://127.0.0.1/callback",
    clientMetadata: { redirect_uris: ["http://127.0.0.1/callback"] },
    clientInformation: () => ({ client_id: "client" }),
    tokens: () => ({ access_token, token_type: "Bearer" }),
    saveTokens() {},
    redirectToAuthorization: (url) => void asked.push(url),
    saveCodeVerifier() {},
    codeVerifier: () => "",
  };
  const client = new OlderClient({ name: "test", version: "0.0.0" });
  onTestFinished(() => client.close());
  const transport = new OlderTransport(new URL(RESOURCE), { authProvider, fetch: proxied });
  await client.connect(transport as Parameters<typeof client.connect>[0]);
  await expect(client.callTool(ASK)).rejects.toThrow("Unauthorized");
  expect(asked.map((url) => url.searchParams.get("scope"))).toEqual(["ask read memory"]);
});
