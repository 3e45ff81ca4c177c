import { SUPPORTED_PROTOCOL_VERSIONS } from "@modelcontextprotocol/server";
import type { JsonObject } from "../domain/json.ts";
import { MODERN_REVISION } from "./plain-call.ts";
import { TASKS } from "./tasks.ts";

export const MCP_PATH = "/mcp" as const;

/** How the tools are called over MCP, for those who discover it. */
export const MCP_FACTS: JsonObject = {
  endpoint: MCP_PATH,
  transports: ["streamable-http", "stdio"],
  protocol_versions: [
    MODERN_REVISION,
    ...SUPPORTED_PROTOCOL_VERSIONS.filter((version) => version !== MODERN_REVISION),
  ],
  extensions: [TASKS],
};
