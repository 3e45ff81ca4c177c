import { APPROVAL_OVERS, type ApprovalOver } from "../../domain/authority/approval-over.ts";
import { type EarshotError, ERRORS, isEarshotError } from "../../domain/errors.ts";
import { present } from "../../domain/present.ts";
import type { ShownRequest } from "../../domain/requests/request.ts";
import type { CollectedGrant } from "../../ports/earshot/authority.ts";
import { optionsOf, type Waiting } from "./hold.ts";

/** The grant of an approval, or why there is none. */
export type Collected =
  | { readonly grant: CollectedGrant }
  | {
      readonly refusal: string;
      /** No later call gets one either. */
      readonly isLasting: boolean;
      /** Nothing runs by the approval, and why. */
      readonly over?: ApprovalOver;
    };

/** Undefined if it was not approved, or if nothing runs by its approval. */
export async function collectGrant(
  request: ShownRequest,
  context: Waiting,
): Promise<Collected | undefined> {
  if (request.status !== "approved" || request.over !== undefined) return undefined;
  try {
    return { grant: await context.earshot.collect({ id: request.id }, optionsOf(context)) };
  } catch (error) {
    if (!isEarshotError(error) || context.signal.aborted) throw error;
    // A refusal is part of the result, since it is still true that it was approved.
    const isLasting = ERRORS[error.code].retry === "never";
    return { refusal: error.message, isLasting, ...present({ over: overBy(error) }) };
  }
}

/** Why the approval has come to nothing since it was read. */
function overBy({ code, details }: EarshotError): ApprovalOver | undefined {
  if (code === "NOT_APPROVED") return details?.["outcome"] === "too_old" ? "expired" : undefined;
  if (code !== "GRANT_REFUSED") return undefined;
  return APPROVAL_OVERS.find((over) => over === details?.["reason"]);
}
