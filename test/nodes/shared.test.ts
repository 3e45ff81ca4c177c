import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createClient, type EarshotClient } from "../../src/client/client.ts";
import { startServer } from "../../src/compose/compose.ts";
import type { RunningServer } from "../../src/compose/server.ts";
import { dataPaths, readKeyFile } from "../../src/system/data-folder.ts";
import { ok, refused } from "../support/call.ts";
import { eventually, makeFolder, removeFolder } from "../support/cli.ts";
import { openEvents } from "../support/event-reader.ts";
import { createRawClient } from "../support/mcp-fixtures/raw-client.ts";
import { databaseWithTables, type TestDatabase } from "../support/postgres.ts";
import { cookieName, pageHeaders, pageUrl, signInBrowser, type WebCaller } from "../support/web.ts";

/* What one node has said or been told holds on the other. */

interface Node {
  readonly server: RunningServer;
  readonly url: string;
  readonly folder: string;
  readonly agentKey: string;
  readonly agent: EarshotClient;
  readonly operatorKey: string;
  readonly operator: EarshotClient;
}

/** What docs/guides/many-nodes.md promises, a second, and what a busy machine takes for it. */
const SOON_MS = 10_000;

let database: TestDatabase;
let parent: string;
let one: Node;
let two: Node;

async function startNode(folder: string, deploymentKey?: string): Promise<Node> {
  const postgres = { url: database.url, deploymentKey };
  const server = await startServer({ dataFolder: folder, port: 0, postgres, makeKeys: true });
  const { url } = server;
  const keyOf = (of: "agent" | "operator") => readKeyFile(folder, of) ?? "";
  const [agentKey, operatorKey] = [keyOf("agent"), keyOf("operator")];
  return {
    server,
    url,
    folder,
    agentKey,
    operatorKey,
    agent: createClient({ url, key: agentKey }),
    operator: createClient({ url, key: operatorKey }),
  };
}

beforeAll(async () => {
  parent = makeFolder();
  database = await databaseWithTables();
  one = await startNode(join(parent, "one"));
  two = await startNode(join(parent, "two"), dataPaths(one.folder).deploymentKey);
});

afterAll(async () => {
  await Promise.all([one, two].map((node) => node?.server.stop()));
  await database.drop();
  removeFolder(parent);
});

let count = 0;

/** An approval that is sought on one node and given on the other. */
async function approved() {
  count += 1;
  const args = { to: "ana", count };
  const { request } = await one.agent.authorize({ tool: "transfer", args, reason: "Invoice" });
  if (request.kind !== "authorization") throw new Error("no authorization");
  await two.operator.approve({ id: request.id, digest: request.authorization.digest });
  return { id: request.id, args, tool: "transfer" };
}

/** A grant that is minted on the first node. */
async function granted() {
  const { id, args, tool } = await approved();
  const collected = await one.agent.collect({ id });
  return { grant: collected.grant, args, tool };
}

describe("a grant of one node", () => {
  test("is redeemed on the other, once for both", async () => {
    const use = await granted();
    await two.agent.redeem(use);
    await expect(one.agent.redeem(use)).rejects.toMatchObject({ code: "GRANT_REFUSED" });
    await expect(two.agent.redeem(use)).rejects.toMatchObject({ code: "GRANT_REFUSED" });
  });

  test("is redeemed there after its key was rotated here, and so is one of the new key", async () => {
    const before = await granted();
    const { kid } = await one.operator.rotateGrantKey({});
    const { keys } = await two.operator.grantKeys();
    expect(keys[0]?.["kid"]).toBe(kid);
    await two.agent.redeem(before);
    await two.agent.redeem(await granted());
    const { kid: next } = await two.operator.rotateGrantKey({});
    expect((await one.operator.grantKeys()).keys.map((key) => key["kid"]).slice(0, 2)).toEqual([
      next,
      kid,
    ]);
  });
});

describe("what is taken away on one node", () => {
  test("a key that is revoked is refused on the other, and its streams end there", async () => {
    const { secret, key } = await one.operator.createKey({ kind: "agent", name: "scout" });
    await ok(two.url, "whoami", { key: secret });
    const stream = await openEvents(two.url, { key: secret });
    await one.operator.revokeKey({ id: key.id });
    await expect(stream.rest()).rejects.toThrow();
    await refused(two.url, "whoami", { code: "NOT_SIGNED_IN", key: secret });
  });

  /** A wait that is held on the second node; the status with which it ended, and after how long. */
  async function heldThere(key: string) {
    const { request } = await ok(two.url, "ask", { key, input: { text: "Wait?" } });
    const headers = { authorization: `Bearer ${key}` };
    const held = fetch(`${two.url}/v1/requests/${request.id}/wait?holdMs=50000`, { headers });
    return async (since: number) => ({ status: (await held).status, tookMs: Date.now() - since });
  }

  test("a call under way on the other ends with the key it came with, and says so", async () => {
    const { secret, key } = await one.operator.createKey({ kind: "agent", name: "waiter" });
    const ended = await heldThere(secret);
    const since = Date.now();
    await one.operator.revokeKey({ id: key.id });
    const { status, tookMs } = await ended(since);
    expect(status).toBe(401);
    expect(tookMs).toBeLessThan(SOON_MS);
  });

  test("a call under way on the other ends where its agent is halted, and says so", async () => {
    const { secret, principal } = await one.operator.createKey({ kind: "agent", name: "stayer" });
    const ended = await heldThere(secret);
    const since = Date.now();
    await one.operator.haltAgent({ id: principal.id });
    const { status, tookMs } = await ended(since);
    expect(status).toBe(403);
    expect(tookMs).toBeLessThan(SOON_MS);
  });

  test("an agent that is halted is refused on the other, until it is resumed there", async () => {
    const { secret, principal } = await one.operator.createKey({ kind: "agent", name: "rover" });
    const { id } = principal;
    const ask = () => ok(two.url, "tell", { key: secret, input: { text: "here" } });
    await ask();
    await one.operator.haltAgent({ id });
    await eventually(async () => {
      const failure = await ask().then(
        () => undefined,
        (error: Error) => error.message,
      );
      return failure?.includes("halted") ? true : undefined;
    });
    await two.operator.resumeAgent({ id });
    await eventually(
      async () =>
        await ask()
          .then(() => true)
          .catch(() => undefined),
    );
  });
});

describe("a browser", () => {
  /** The same browser at another node: behind one address its cookie would come along by itself. */
  function at(node: Node, web: WebCaller): Pick<WebCaller, "url" | "headers"> {
    const cookie = `${cookieName(node.url)}=${web.secret}`;
    const headers = { ...pageHeaders(node.url), cookie, "earshot-page": web.pageSecret };
    return { url: pageUrl(node.url), headers };
  }

  test("that was signed in on one node is known on the other, and signed out on both", async () => {
    const web = await signInBrowser(one.url, { key: one.operatorKey });
    const there = at(two, web);
    expect(await ok(there.url, "whoami", { headers: there.headers })).toMatchObject({
      principal: { name: "operator" },
    });
    await ok(web.url, "signOut", { headers: web.headers, input: {} });
    await eventually(async () => {
      // A call that is under way when the session ends is cut off.
      const reply = await fetch(`${there.url}/v1/whoami`, { headers: there.headers }).catch(
        () => {},
      );
      return reply?.status === 401 || undefined;
    });
  });

  test("whose session is revoked on one node hears nothing more on the other", async () => {
    const web = await signInBrowser(one.url, { key: one.operatorKey });
    const there = at(two, web);
    const stream = await openEvents(there.url, { headers: there.headers });
    const since = Date.now();
    await one.operator.revokeWebSession({ id: web.session.id });
    await expect(stream.rest()).rejects.toThrow();
    expect(Date.now() - since).toBeLessThan(SOON_MS);
  });

  test("hears on one node what is done on the other, in order and once", async () => {
    const web = await signInBrowser(one.url, { key: one.operatorKey });
    const there = at(two, web);
    const { seq } = await ok(there.url, "lastEvent", { headers: there.headers });
    const reader = await openEvents(there.url, { headers: there.headers, after: seq });
    await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        (at % 2 === 0 ? one : two).agent.tell({ text: `message ${at}` }),
      ),
    );
    const told = await reader.take(10);
    expect(told.map((event) => event.seq)).toEqual(
      Array.from({ length: 10 }, (_, at) => seq + 1 + at),
    );
    reader.close();
  });
});

test("a state of MCP that one node gave is taken by the other", async () => {
  const client = (node: Node) =>
    createRawClient({ url: () => node.url, key: one.agentKey, capabilities: { elicitation: {} } });
  const ask = { name: "ask_human", arguments: { question: "Which node?", at_client: true } };
  const { result } = await client(one)("tools/call", ask);
  expect(result).toMatchObject({ resultType: "input_required" });
  const inputResponses = { answer: { action: "accept", content: { text: "both" } } };
  const requestState = String(result?.["requestState"]);
  const second = await client(two)("tools/call", { ...ask, requestState, inputResponses });
  expect(second.result).toMatchObject({
    structuredContent: { data: { answer: { text: "both" } } },
  });
});

test("a secret argument that one node has sealed is opened by the other for whoever collects the grant", async () => {
  const args = { user: "ana", password: "hunter-2-canary" };
  const { request } = await one.agent.authorize({
    tool: "sign_in",
    args,
    reason: "Log in",
    secrets: ["/password"],
  });
  if (request.kind !== "authorization") throw new Error("no authorization");
  await two.operator.approve({ id: request.id, digest: request.authorization.digest });
  const collected = await two.agent.collect({ id: request.id });
  expect(collected.args).toEqual(args);
  await one.agent.redeem({ grant: collected.grant, tool: "sign_in", args });
});

test("the folder of a node that is told to has key files of its own, and both stay good", async () => {
  expect(one.operatorKey).not.toBe(two.operatorKey);
  for (const key of [one.operatorKey, two.operatorKey]) {
    expect(await ok(one.url, "whoami", { key })).toMatchObject({ principal: { name: "operator" } });
  }
});
