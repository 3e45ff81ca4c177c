import type { McpRequestContext } from "@modelcontextprotocol/server";
import type { McpExchange } from "./agent.ts";
import { createCallTool } from "./call-tool.ts";
import { createMcpFactory } from "./factory.ts";
import type { McpOptions } from "./options.ts";
import { createPulse } from "./pulse.ts";
import { createRequestStates } from "./request-state.ts";

/** The least patient clients and proxies end a stream after 15 s of silence. */
export const INTERVAL_MS = 10_000;
const STATE_TTL_MS = 600_000;
/** Clients end a call with an error after ten rounds, some earlier. */
const MAX_CONTINUE_ROUNDS = 6;

/** Shared by both transports: how a tool is called, and the servers of the SDK. */
export function createDoor(
  options: McpOptions,
  exchangeOf: (ctx: McpRequestContext) => McpExchange,
) {
  const { tools, version, extension, checkSchema, now = Date.now } = options;
  const pulse = createPulse(options.intervalMs ?? INTERVAL_MS);
  const states = createRequestStates({
    secret: options.stateSecret,
    ttlMs: options.stateTtlMs ?? STATE_TTL_MS,
    now,
  });
  const continueRounds = Math.min(options.continueRounds ?? 0, MAX_CONTINUE_ROUNDS);
  const callTool = createCallTool({ tools, states, continueRounds, checkSchema, now });
  const factory = createMcpFactory({ tools, callTool, version, pulse, now, exchangeOf, extension });
  return { callTool, factory, pulse };
}
