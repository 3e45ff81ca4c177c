import { join } from "node:path";
import {
  Client,
  ClientCredentialsProvider,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { expect, onTestFinished, test } from "vitest";
import { startServer } from "../../src/compose/compose.ts";
import type { RunningServer } from "../../src/compose/server.ts";
import {
  type AuthorizationServer,
  startAuthorizationServer,
} from "../support/authorization-server.ts";
import { makeFolder, removeFolder } from "../support/cli.ts";
import { makeEmptyDataFolder } from "../support/empty-record.ts";

/* An MCP client that knows nothing but the address, and finds its way to a token by itself. */

const PUBLIC_URL = "https://earshot.example.com";
const RESOURCE = `${PUBLIC_URL}/mcp`;
const METADATA_URL = `${PUBLIC_URL}/.well-known/oauth-protected-resource/mcp`;

interface Place {
  readonly server: RunningServer;
  readonly issuer: AuthorizationServer;
}

async function openPlace(): Promise<Place> {
  const issuer = await startAuthorizationServer({ audience: RESOURCE });
  const folder = makeFolder();
  const oauth = { issuer: issuer.issuer };
  const dataFolder = join(folder, "data");
  await makeEmptyDataFolder(dataFolder);
  const server = await startServer({ dataFolder, port: 0, publicUrl: PUBLIC_URL, oauth });
  onTestFinished(async () => {
    await server.stop();
    await issuer.close();
    removeFolder(folder);
  });
  return { server, issuer };
}

/** What a proxy at the public URL does: hands calls on to the server behind it. */
function proxyTo({ url }: RunningServer): typeof fetch {
  return (input, init) => {
    const target = String(input instanceof Request ? input.url : input);
    return fetch(target.replace(PUBLIC_URL, url), init);
  };
}

function call({ server }: Place, headers: Readonly<Record<string, string>>): Promise<Response> {
  return fetch(`${server.url}/mcp`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
  });
}

test("a client finds the authorization server, gets a token and calls a tool", async () => {
  const { server, issuer } = await openPlace();
  const client = new Client({ name: "test", version: "0.0.0" });
  const transport = new StreamableHTTPClientTransport(new URL(RESOURCE), {
    authProvider: new ClientCredentialsProvider({
      clientId: "client",
      clientSecret: "secret",
      expectedIssuer: issuer.issuer,
    }),
    fetch: proxyTo(server),
  });
  onTestFinished(() => client.close());
  await client.connect(transport);
  expect(issuer.granted).toHaveLength(1);
  expect(issuer.granted[0]?.get("resource")).toBe(RESOURCE);
  const asked = await client.callTool({
    name: "ask_human",
    arguments: { question: "Which colour?", max_wait_s: 0 },
  });
  expect(asked.structuredContent).toMatchObject({ status: "human_input_requested" });
});

test("a call without a token, and one with a bad one, is told where to get one", async () => {
  const place = await openPlace();
  const bare = await call(place, {});
  expect(bare.status).toBe(401);
  expect(bare.headers.get("www-authenticate")).toBe(`Bearer resource_metadata="${METADATA_URL}"`);
  const token = await place.issuer.token({ claims: { aud: "https://other.example" } });
  const refused = await call(place, { authorization: `Bearer ${token}` });
  expect(refused.status).toBe(401);
  expect(refused.headers.get("www-authenticate")).toBe(
    `Bearer error="invalid_token", resource_metadata="${METADATA_URL}"`,
  );
  expect(await refused.json()).toMatchObject({ jsonrpc: "2.0", id: null });
});
