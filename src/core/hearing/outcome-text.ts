import type { EarshotError } from "../../domain/errors.ts";
import { closerOf, type ShownRequest } from "../../domain/requests/request.ts";
import type { Heard, Inbound } from "../../ports/channels/channel.ts";

/** What a person is told about a request that they wanted to decide. */
export function outcomeText(request: ShownRequest): string {
  if (request.status === "open") {
    if (request.kind === "question") return "It is still open.";
    const { votes, demand } = request.authorization;
    return `Your approval is noted. It waits for ${Math.max(demand.quorum - votes.length, 0)} more.`;
  }
  const by = closerOf(request);
  if (by === undefined) return `It was ${request.status}.`;
  return `It was ${request.status} by ${by.name} via ${by.via}.`;
}

const SHORT_CHARS = 160;

/** Somebody's words on one line, long enough to recognize them. */
export function shortText(text: string): string {
  const chars = [...text.trim().replaceAll(/\s+/g, " ")];
  return chars.length > SHORT_CHARS ? `${chars.slice(0, SHORT_CHARS).join("")}…` : chars.join("");
}

/**
 * Why nothing was changed, short enough for a chat; throws an error that the event must be repeated
 * for.
 */
export function refusedBy(error: EarshotError, { address: { channel } }: Inbound): Heard {
  if (isWorthAgain(error)) throw error;
  const wantsProof = error.code === "STEP_UP_NEEDED" || isOfPresence(error);
  const say = wantsProof
    ? `It cannot be approved on ${channel}: it requires proof of who you are. Open it on the page, or decide it at a terminal.`
    : error.message;
  return { isRefusal: true, say };
}

/** The platform delivers it again, and it is stored then. */
function isWorthAgain({ code }: EarshotError): boolean {
  return code === "STORE_UNAVAILABLE" || code === "CONFLICT" || code === "SHUTTING_DOWN";
}

function isOfPresence({ details }: EarshotError): boolean {
  const reason = details?.["reason"];
  return (
    reason === "not_at_a_terminal" || reason === "digest_not_typed" || reason === "passkey_needed"
  );
}
