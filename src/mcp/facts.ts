import type { JsonObject } from "../domain/json.ts";

export const MCP_PATH = "/mcp" as const;
export const MODERN_REVISION = "2026-07-28";
export const TASKS = "io.modelcontextprotocol/tasks";

/**
 * What the library serves besides, the newest first; written here, since a server whose MCP nobody
 * calls loads none of it.
 */
export const LEGACY_REVISIONS: readonly string[] = [
  "2025-11-25",
  "2025-06-18",
  "2025-03-26",
  "2024-11-05",
  "2024-10-07",
];

/** How the tools are called over MCP, for those who discover it. */
export const MCP_FACTS: JsonObject = {
  endpoint: MCP_PATH,
  transports: ["streamable-http", "stdio"],
  protocol_versions: [MODERN_REVISION, ...LEGACY_REVISIONS],
  extensions: [TASKS],
};
