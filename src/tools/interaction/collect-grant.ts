import { ERRORS, isEarshotError } from "../../domain/errors.ts";
import type { Request } from "../../domain/request.ts";
import type { CollectedGrant } from "../../ports/authority.ts";
import { optionsOf, type Waiting } from "./hold.ts";

/** The grant of an approval, or why there is none. */
export type Collected =
  | { readonly grant: CollectedGrant }
  | {
      readonly refusal: string;
      /** No later call brings one either. */
      readonly isLasting: boolean;
    };

/** Undefined for what was not approved. */
export async function collectGrant(
  request: Request,
  context: Waiting,
): Promise<Collected | undefined> {
  if (request.status !== "approved") return undefined;
  try {
    return { grant: await context.earshot.collect({ id: request.id }, optionsOf(context)) };
  } catch (error) {
    if (!isEarshotError(error) || context.signal.aborted) throw error;
    // A refusal is told in the result: that it was approved is true all the same.
    return { refusal: error.message, isLasting: ERRORS[error.code].retry === "never" };
  }
}
