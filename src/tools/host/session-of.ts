import { EarshotError } from "../../domain/errors.ts";
import type { ToolExecutionContext, ToolSession } from "../registry/tool.ts";

/** The session that a call belongs to; throws INVALID_INPUT if there is none. */
export function sessionOf(tool: string, { session }: ToolExecutionContext): ToolSession {
  if (session !== undefined) return session;
  throw new EarshotError(
    "INVALID_INPUT",
    `${tool} works within a session of an agent host alone, and this call belongs to none. Run the agent with npx earshot host.`,
    { details: { tool } },
  );
}
