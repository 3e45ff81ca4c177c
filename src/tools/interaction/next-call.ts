import type { AskedBack } from "../../domain/requests/asked-back.ts";
import type { ShownRequest } from "../../domain/requests/request.ts";
import { MINUTE_MS } from "../../domain/time.ts";
import { toMs } from "../../domain/timestamp.ts";
import type { ToolExecutionContext } from "../registry/tool.ts";
import { person } from "./mail-item.ts";

/** After it nobody is at hand, and to go on asking for the answer only costs. */
const PATIENCE_MS = 5 * MINUTE_MS;

export interface ReportOptions {
  readonly context: Pick<ToolExecutionContext, "now">;
  /** The tool that reports, if it is not the one that asked. */
  readonly action?: string;
}

/** How to come back for the answers of open requests. */
export function nextCall(open: readonly ShownRequest[], now: string) {
  const isRecent = open.some(({ createdAt }) => toMs(now) - toMs(createdAt) < PATIENCE_MS);
  return awaiting(
    open,
    isRecent
      ? "Call await_response with these arguments to wait for the answer."
      : "The person seems to be away. Do other work that does not depend on the answer, or end your turn: the answer is kept, and await_response brings it whenever you resume.",
  );
}

/** What to say in addition if nobody could be reached. */
export function lostOf(undeliverable: true | undefined): { readonly instruction?: string } {
  if (undeliverable === undefined) return {};
  return {
    instruction:
      "People were to be asked, but none of them could be reached on any channel. That is neither an answer nor consent. The request stays open under this request_id and can still be answered, on the page for one: go on with what does not depend on it, or end your turn and say that nobody could be reached.",
  };
}

/** What a person asks before they decide, and how the agent answers it. */
export function askedBackOf(asked: AskedBack | undefined) {
  if (asked === undefined) return {};
  return {
    asked_back: { number: asked.number, text: asked.text, by: person(asked.by) },
    instruction:
      "A person asks you the question in asked_back before they decide. That is no decision: nothing is approved or answered by it. Answer it once with send_message_to_operator, its answers_request set to this request_id; then wait on.",
  };
}

export function awaiting(requests: readonly ShownRequest[], guidance: string) {
  const request_ids = requests.map(({ id }) => id);
  return { tool: "await_response", arguments: { request_ids }, guidance };
}
