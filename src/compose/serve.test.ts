import { expect, test } from "vitest";
import type { McpMount } from "../mcp/mount.ts";
import { mcpOnCall } from "./serve.ts";

type Call = Parameters<McpMount["serve"]>[0];
const call = { outgoing: { closed: false } } as Call;

test("MCP that could not be loaded is loaded with the next call, and hinders no stop", async () => {
  const done: string[] = [];
  let isThere = false;
  const mcp = mcpOnCall(async () => {
    if (!isThere) throw new Error("away");
    return {
      path: "/mcp",
      serve: async () => void done.push("served"),
      stop: async () => void done.push("stopped"),
    };
  });
  const failing = mcp.serve(call);
  await Promise.all([expect(failing).rejects.toThrow("away"), mcp.stop()]);
  isThere = true;
  await mcp.serve(call);
  await mcp.stop();
  expect(done).toEqual(["served", "stopped"]);
});
