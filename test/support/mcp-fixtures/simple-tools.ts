import { setTimeout as sleep } from "node:timers/promises";
import type { ServerContext, Tool } from "@modelcontextprotocol/server";
import { type FixtureTool, fixtureTool, textResult } from "./fixture-tool.ts";
import schema from "./schema-2020-12.json" with { type: "json" };

const STEP_MS = 50;

/** Every keyword that a server must pass on in a tool's schema as it is. */
const SCHEMA_2020_12 = schema as unknown as Tool["inputSchema"];

async function report(ctx: ServerContext, progress: number): Promise<void> {
  const progressToken = ctx.mcpReq._meta?.progressToken;
  if (progressToken === undefined) return;
  await ctx.mcpReq.notify({
    method: "notifications/progress",
    params: { progressToken, progress, total: 100 },
  });
}

async function logSteps(ctx: ServerContext): Promise<void> {
  await ctx.mcpReq.log("info", "Tool execution started");
  await sleep(STEP_MS);
  await ctx.mcpReq.log("info", "Tool processing data");
  await sleep(STEP_MS);
  await ctx.mcpReq.log("info", "Tool execution completed");
}

export const SIMPLE_TOOLS: readonly FixtureTool[] = [
  fixtureTool("test_simple_text", { description: "Returns a text." }, async () =>
    textResult("This is a simple text response for testing."),
  ),
  fixtureTool("test_error_handling", { description: "Always fails." }, async () => ({
    ...textResult("This tool intentionally returns an error for testing"),
    isError: true,
  })),
  fixtureTool(
    "test_tool_with_progress",
    { description: "Reports its progress three times." },
    async (_, ctx) => {
      await report(ctx, 0);
      await sleep(STEP_MS);
      await report(ctx, 50);
      await sleep(STEP_MS);
      await report(ctx, 100);
      return textResult("Done in three steps.");
    },
  ),
  ...["test_tool_with_logging", "test_logging_tool"].map((name) =>
    fixtureTool(name, { description: "Writes three lines of log." }, async (_, ctx) => {
      await logSteps(ctx);
      return textResult("Done with three lines of log.");
    }),
  ),
  fixtureTool(
    "json_schema_2020_12_tool",
    { description: "Has a schema of many keywords.", inputSchema: SCHEMA_2020_12 },
    async (args) => textResult(JSON.stringify(args)),
  ),
];
