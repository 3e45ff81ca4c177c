import { APPROVAL_OVERS, type ApprovalOver } from "../../domain/authority/approval-over.ts";
import { type EarshotError, ERRORS, isEarshotError } from "../../domain/errors.ts";
import { present } from "../../domain/present.ts";
import type { Request } from "../../domain/requests/request.ts";
import type { CollectedGrant } from "../../ports/earshot/authority.ts";
import { optionsOf, type Waiting } from "./hold.ts";

/** The grant of an approval, or why there is none. */
export type Collected =
  | { readonly grant: CollectedGrant }
  | {
      readonly refusal: string;
      /** No later call brings one either. */
      readonly isLasting: boolean;
      /** Nothing runs by the approval, and why. */
      readonly over?: ApprovalOver;
    };

/** Undefined for what was not approved, and for an approval by which nothing runs. */
export async function collectGrant(
  request: Request,
  context: Waiting,
): Promise<Collected | undefined> {
  if (request.status !== "approved" || request.over !== undefined) return undefined;
  try {
    return { grant: await context.earshot.collect({ id: request.id }, optionsOf(context)) };
  } catch (error) {
    if (!isEarshotError(error) || context.signal.aborted) throw error;
    // A refusal is told in the result: that it was approved is true all the same.
    const isLasting = ERRORS[error.code].retry === "never";
    return { refusal: error.message, isLasting, ...present({ over: overBy(error) }) };
  }
}

/** Why the approval came to nothing since it was looked at. */
function overBy({ code, details }: EarshotError): ApprovalOver | undefined {
  if (code === "NOT_APPROVED") return details?.["outcome"] === "too_old" ? "expired" : undefined;
  if (code !== "GRANT_REFUSED") return undefined;
  return APPROVAL_OVERS.find((over) => over === details?.["reason"]);
}
