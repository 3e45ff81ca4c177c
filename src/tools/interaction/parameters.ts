import { z } from "zod";
import { isEarshotError } from "../../domain/errors.ts";
import { MAX_AUTHORIZATION_EXPIRY_MS, MAX_JOIN_KEY_LENGTH } from "../../domain/limits.ts";
import { namesRole } from "../../domain/people/role-names.ts";
import { SECOND_MS } from "../../domain/time.ts";
import type { ToolExecutionContext } from "../registry/tool.ts";
import { MAX_WAIT_S } from "./hold.ts";

/* Parameters that several tools take. */

export const userId = z
  .string()
  .default("default")
  .describe(
    "The name of an operator; default for any of them, as for a name that is nobody's here.",
  );
export const maxWaitS = z
  .number()
  .min(0)
  .max(MAX_WAIT_S)
  .optional()
  .describe(
    "The longest to hold this call, in seconds. It only shortens the wait: the question stays open.",
  );
export const expiresInS = z
  .int()
  .min(60)
  .max(MAX_AUTHORIZATION_EXPIRY_MS / SECOND_MS)
  .optional()
  .describe("When the question expires, in seconds; it never does where absent.");
export const idempotencyKey = z
  .string()
  .min(1)
  .max(MAX_JOIN_KEY_LENGTH)
  .optional()
  .describe(
    "Names the question: the same key with the same arguments is the same question, with others it is refused.",
  );

/** The operators that a `user_id` means. */
export function operatorsOf(
  user: string,
  { operators }: ToolExecutionContext,
): { readonly to?: readonly string[] } {
  if (user !== "default") return { to: [user] };
  return operators === undefined ? {} : { to: operators };
}

/**
 * Asks the operator that a `user_id` names. Models fill in whatever they call their user. If nobody
 * here has that name, anybody who may answer is asked, and `unknown` says so.
 */
export async function askingUser<T>(
  user: string,
  context: ToolExecutionContext,
  ask: (asked: { readonly to?: readonly string[] }) => Promise<T>,
): Promise<{ readonly asked: T; readonly unknown?: string }> {
  try {
    return { asked: await ask(operatorsOf(user, context)) };
  } catch (error) {
    const isUnknown = isEarshotError(error, "INVALID_INPUT") && error.details?.["name"] === user;
    if (!isUnknown || namesRole(user)) throw error;
    return { asked: await ask(operatorsOf("default", context)), unknown: user };
  }
}
