import type { CallToolResult, ServerContext, Tool } from "@modelcontextprotocol/server";
import type { AnyResult } from "../../../src/mcp/extension.ts";

export type Args = Readonly<Record<string, unknown>>;

/** A tool that only the conformance suite calls. */
export interface FixtureTool {
  readonly tool: Tool;
  call(args: Args, ctx: ServerContext): Promise<AnyResult>;
}

interface FixtureToolOptions {
  readonly description: string;
  readonly inputSchema?: Tool["inputSchema"];
}

export function fixtureTool(
  name: string,
  { description, inputSchema = { type: "object" } }: FixtureToolOptions,
  call: FixtureTool["call"],
): FixtureTool {
  return { tool: { name, description, inputSchema }, call };
}

export function textResult(text: string): CallToolResult {
  return { content: [{ type: "text", text }] };
}
