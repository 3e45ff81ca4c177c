import { JSON_LIMITS } from "../contract/schemas/strict-json.ts";
import type { Json, JsonObject } from "../domain/json.ts";
import { present } from "../domain/present.ts";
import { MAX_KEY_HOLD_MS } from "../domain/requests/holds.ts";
import { createCallLimit, DEFAULT_CALLS_PER_MINUTE } from "../http/call-limit.ts";
import type { Tally } from "../ports/system/tally.ts";
import {
  type AgentSurfaceOptions,
  createAgentSurface,
  type InteractionSurface,
} from "../tools/interaction/surface.ts";
import { VERSION } from "./version.ts";

export interface ComposeSurfaceOptions {
  readonly tally: Tally;
  readonly digest: (value: Json) => string;
  readonly record: AgentSurfaceOptions["record"];
  readonly now: () => number;
  /** Of one principal; 600 where absent. */
  readonly toolCallsPerMinute?: number | undefined;
  /** What is told of how tools are called over MCP, where they are. */
  readonly mcp?: JsonObject | undefined;
  /** Where it is told who gives out tokens for this server, where it takes any. */
  readonly resourceMetadataUrl?: string | undefined;
  readonly onFault: (error: unknown) => void;
}

/** The tools of a server, and what it tells everyone of them. */
export function composeSurface(options: ComposeSurfaceOptions): InteractionSurface {
  const {
    toolCallsPerMinute = DEFAULT_CALLS_PER_MINUTE,
    mcp,
    resourceMetadataUrl,
    ...rest
  } = options;
  return createAgentSurface({
    ...rest,
    limit: createCallLimit(toolCallsPerMinute),
    facts: {
      name: "earshot",
      version: VERSION,
      ...present({ mcp }),
      http: { openapi: "/openapi.json", tools: "/v1/tools/{name}" },
      auth: { type: "bearer", ...present({ resource_metadata: resourceMetadataUrl }) },
      limits: {
        max_hold_s: MAX_KEY_HOLD_MS / 1_000,
        max_body_bytes: JSON_LIMITS.maxBytes,
        tool_calls_per_minute: toolCallsPerMinute,
      },
    },
  });
}
