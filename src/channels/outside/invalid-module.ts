import { EarshotError } from "../../domain/errors.ts";

/** What is wrong with the module of a channel from outside, and what to do. */
export function invalidModule(kind: string, what: string, cause?: unknown): EarshotError {
  return new EarshotError("INVALID_INPUT", `The module of the channel ${kind}: ${what}.`, {
    cause,
  });
}
