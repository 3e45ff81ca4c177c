import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import type { McpExtension } from "../../../src/mcp/extension.ts";
import { installCompletion } from "./completion.ts";
import { createFixtureTasks } from "./fixture-tasks.ts";
import { INPUT_TOOLS } from "./input-tools.ts";
import { LEGACY_INPUT_TOOLS } from "./legacy-input-tools.ts";
import { MEDIA_TOOLS } from "./media.ts";
import { installPrompts } from "./prompts.ts";
import { installResources, installSubscriptions } from "./resources.ts";
import { SIMPLE_TOOLS } from "./simple-tools.ts";
import { taskTools } from "./task-tools.ts";

/**
 * What the protocol's conformance suite expects besides the server's own tools, under the suite's
 * names.
 */
export function createConformanceExtension(): McpExtension {
  const tasks = createFixtureTasks();
  const tools = new Map(
    [
      ...SIMPLE_TOOLS,
      ...MEDIA_TOOLS,
      ...INPUT_TOOLS,
      ...LEGACY_INPUT_TOOLS,
      ...taskTools(tasks),
    ].map((fixture) => [fixture.tool.name, fixture]),
  );
  return {
    capabilities: { resources: { subscribe: true }, prompts: {}, completions: {}, logging: {} },
    tools: [...tools.values()].map(({ tool }) => tool),
    callTool({ name, arguments: args = {} }, ctx) {
      const fixture = tools.get(name);
      if (fixture === undefined)
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no fixture ${name}.`);
      return fixture.call(args, ctx);
    },
    tasks,
    install(server, { era }) {
      installResources(server);
      if (era === "legacy") installSubscriptions(server);
      installPrompts(server);
      installCompletion(server);
    },
  };
}
