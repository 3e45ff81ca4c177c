import type { JsonObject } from "../domain/json.ts";
import { FILE_URIS } from "../domain/requests/answer-files.ts";

export const MCP_PATH = "/mcp" as const;
export const MODERN_REVISION = "2026-07-28";
export const TASKS = "io.modelcontextprotocol/tasks";

/**
 * What the library serves besides, newest first. Written here because a server whose MCP nobody calls never
 * loads the library.
 */
export const LEGACY_REVISIONS: readonly string[] = [
  "2025-11-25",
  "2025-06-18",
  "2025-03-26",
  "2024-11-05",
  "2024-10-07",
];

/** How to call the tools over MCP, for clients that discover them. */
export const MCP_FACTS: JsonObject = {
  endpoint: MCP_PATH,
  transports: ["streamable-http", "stdio"],
  protocol_versions: [MODERN_REVISION, ...LEGACY_REVISIONS],
  extensions: [TASKS],
  resource_templates: [FILE_URIS],
};
