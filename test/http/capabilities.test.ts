import { afterAll, beforeAll, expect, test } from "vitest";
import { VERSION } from "../../src/compose/version.ts";
import type { ToolFacts } from "../../src/ports/earshot/agent-surface.ts";
import { TOOL_SETS } from "../../src/tools/sets.ts";
import { checkProblem } from "../support/call.ts";
import { type HomeServer, startHomeServer } from "../support/server.ts";

interface Capabilities {
  readonly name: string;
  readonly version: string;
  readonly tools: readonly ToolFacts[];
  readonly http: { readonly openapi: string };
}

let server: HomeServer;

beforeAll(async () => {
  server = await startHomeServer();
});
afterAll(() => server.close());

const get = (query = "", init: RequestInit = {}) =>
  fetch(`${server.url}/capabilities${query}`, init);

async function capabilities(query = ""): Promise<Capabilities> {
  const response = await get(query);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("application/json");
  return (await response.json()) as Capabilities;
}

test("tell without a key what the server is and every tool with its schemas", async () => {
  const { name, version, tools } = await capabilities();
  expect({ name, version }).toEqual({ name: "earshot", version: VERSION });
  expect(tools.map((tool) => tool.name)).toEqual(TOOL_SETS.interaction.map((tool) => tool.name));
  for (const tool of tools) {
    expect(tool.inputSchema).toMatchObject({ type: "object", additionalProperties: false });
    expect(tool.outputSchema).toMatchObject({ type: "object" });
  }
  const waiting = tools.filter(({ waits }) => waits).map((tool) => tool.name);
  expect(waiting).toEqual([
    "ask_human",
    "request_authorization",
    "send_message_to_operator",
    "await_response",
  ]);
});

test("the hints of the tools are what they do", async () => {
  const { tools } = await capabilities();
  const hints = tools.map(({ name, annotations: a }) => [
    name,
    [a.readOnlyHint, a.destructiveHint, a.idempotentHint, a.openWorldHint].map(Number).join(""),
  ]);
  expect(Object.fromEntries(hints)).toEqual({
    ask_human: "0011",
    request_authorization: "0011",
    send_message_to_operator: "0011",
    message: "0011",
    await_response: "1010",
    check_messages: "0010",
    cancel_request: "0110",
    get_capabilities: "1010",
    check_security_status: "1010",
    format_response: "1010",
    should_i_ask: "1010",
    get_task: "1010",
    task_progress: "0011",
    task_completed: "0011",
  });
});

test("can be kept for five minutes and are not sent again while they are the same", async () => {
  const first = await get();
  const etag = first.headers.get("etag") ?? "";
  expect(first.headers.get("cache-control")).toBe("public, max-age=300");
  const text = await first.text();
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
    const again = await get("", { headers: { "if-none-match": known } });
    expect(again.status, known).toBe(304);
    expect(await again.text()).toBe("");
    expect(again.headers.get("etag")).toBe(etag);
  }
  const changed = await get("", { headers: { "if-none-match": '"other"' } });
  expect(await changed.text()).toBe(text);
  const bare = await get("", { method: "HEAD" });
  expect(bare.headers.get("etag")).toBe(etag);
});

test("a search in plain words ranks the tools that meet it, under a tag of its own", async () => {
  const { tools } = await capabilities("?search=get+approval+from+a+person");
  expect(tools[0]?.name).toBe("request_authorization");
  expect(tools.length).toBeLessThan(10);
  const [one, all] = [await get("?search=monitoring"), await get()];
  expect(one.headers.get("etag")).not.toBe(all.headers.get("etag"));
  expect((await capabilities("?search=xqzzk")).tools).toEqual([]);
  expect((await capabilities("?search=")).tools).toHaveLength(TOOL_SETS.interaction.length);
  expect((await capabilities(`?search=${"monitoring+".repeat(500)}`)).tools[0]?.name).toBe(
    "check_security_status",
  );
});

test.each(["?other=1", "?search=a&search=b", "?__proto__=1"])("%s is refused", async (query) => {
  const response = await get(query);
  expect(checkProblem(response, await response.text()).code).toBe("INVALID_INPUT");
});

test("OpenAPI has one path for each tool, with the same schemas", async () => {
  const { tools, http } = await capabilities();
  const document = (await (await fetch(server.url + http.openapi)).json()) as {
    paths: Record<string, { post: Record<string, unknown> }>;
  };
  for (const { name, inputSchema, outputSchema } of tools) {
    expect(document.paths[`/v1/tools/${name}`]?.post, name).toMatchObject({
      operationId: `callTool_${name}`,
      requestBody: { content: { "application/json": { schema: inputSchema } } },
      responses: { 200: { content: { "application/json": { schema: outputSchema } } } },
    });
  }
});
