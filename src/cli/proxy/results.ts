import type { CallToolResult } from "@modelcontextprotocol/server";
import { type EarshotError, isEarshotError } from "../../domain/errors.ts";
import { present } from "../../domain/present.ts";
import type { AuthorizationRequest, Shown } from "../../domain/requests/request.ts";
import type { RedeemedCall } from "../../guard/gate.ts";
import { refusalOf } from "../../guard/gate.ts";
import { type NotApproved, sayNotApproved } from "../../guard/not-approved.ts";
import { MAX_RESULT_BYTES } from "./result-size.ts";
import { ownText } from "./voice.ts";

/** Nobody has decided yet: a normal result that tells the model how to find the call again. */
export function pendingResult(
  request: Shown<AuthorizationRequest>,
  { awaitTool, saidBy }: { readonly awaitTool: string; readonly saidBy: string },
): CallToolResult {
  const { action, digest } = request.authorization;
  const said = {
    said_by: saidBy,
    status: "pending",
    request_id: request.id,
    tool: action.tool,
    digest,
    ...present({ expires_at: request.expiresAt }),
    next: { tool: awaitTool, arguments: { request_id: request.id } },
    guidance: `People have been asked and have not decided yet; the call has not run. ${awaitTool} with this request_id waits on and brings the result; the same call with the same arguments joins this request too. Meanwhile do other work or end your turn.`,
  };
  return { content: [ownText(JSON.stringify(said))], structuredContent: said };
}

/** A no is final: nothing in it invites another try. Nor does what a person said instead. */
export function deniedResult(denied: NotApproved): CallToolResult {
  const said = sayNotApproved(denied);
  // A person's words in place of the tool are what the call gives, and no failure.
  return denied.request.status === "responded" ? { content: [ownText(said)] } : failed(said);
}

/** The result says so if a person has changed the arguments of the call. */
export function withEdit(result: CallToolResult, { args, patch }: RedeemedCall): CallToolResult {
  if (patch === undefined) return result;
  const note = `The arguments of this call were changed by the person who approved it. It ran with ${JSON.stringify(args)}. The change, as a JSON Patch (RFC 6902): ${JSON.stringify(patch)}`;
  return { ...result, content: [...result.content, ownText(note)] };
}

/** A call that did not run, or whose outcome is unknown. */
export function failedResult(error: EarshotError, tool: string): CallToolResult {
  switch (refusalOf(error)) {
    case undefined:
      return failed(`The call of ${tool} has not run: ${error.message}`);
    case "used":
      return failed(
        `The call of ${tool} does not run: its approval was used before, so that it may have run then. Check what it has done.`,
      );
    case "other_action":
      return failed(
        `The call of ${tool} has not run: the tool is not the one that was approved, its definition has changed since, or it is gone. The approval does not count for it; the same call asks again.`,
      );
    default:
      return failed(`The call of ${tool} has not run: ${error.message}`);
  }
}

/** The server ended, or stopped answering, during the call. */
export function lostResult(tool: string, why: string): CallToolResult {
  return failed(
    `The server behind the proxy was lost while ${tool} ran (${why}). The call may have run, in part or whole, and does not run again by itself. Check what it has done. The server is started again with the next call.`,
  );
}

/** It has run, but its result could not be taken; the server keeps running. */
export function tooLargeResult(tool: string, bytes: number): CallToolResult {
  return failed(
    `The call of ${tool} has run, and its result of ${bytes} bytes is refused: at most ${MAX_RESULT_BYTES} pass through the proxy. Look at what it has brought about, and ask for less at a time, such as a page or a part.`,
  );
}

export function failed(message: string): CallToolResult {
  return { content: [ownText(message)], isError: true };
}

export function isExpected(error: unknown): error is EarshotError {
  return isEarshotError(error) && error.code !== "INTERNAL";
}
