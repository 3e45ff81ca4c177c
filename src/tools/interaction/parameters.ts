import { z } from "zod";
import { EarshotError, isEarshotError } from "../../domain/errors.ts";
import type { ToolExecutionContext } from "../tool.ts";
import { MAX_WAIT_S } from "./hold.ts";

/* Parameters that several tools take. */

export const userId = z
  .string()
  .default("default")
  .describe("The name of an operator; default for any of them.");
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
  .max(2_592_000)
  .optional()
  .describe("When the question expires, in seconds; it never does where absent.");
export const idempotencyKey = z
  .string()
  .min(1)
  .max(128)
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

/** What the refusal of an unknown operator means for a tool that calls them `user_id`. */
export async function namingUser<T>(user: string, asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (cause) {
    if (!isEarshotError(cause, "INVALID_INPUT") || cause.details?.["name"] !== user) throw cause;
    throw new EarshotError(
      "INVALID_INPUT",
      `There is no operator named ${JSON.stringify(user)} here. Leave user_id out to ask any operator.`,
      { cause, details: { name: user } },
    );
  }
}
