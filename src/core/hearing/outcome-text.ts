import { missingVotes } from "../../domain/authority/places.ts";
import type { EarshotError } from "../../domain/errors.ts";
import { closerOf, type ShownRequest } from "../../domain/requests/request.ts";
import type { Inbound } from "../../ports/channels/channel.ts";
import { refusal, type Saying, type Told } from "./told.ts";

/** What a person is told about a request that they wanted to decide. */
export function outcomeOf(request: ShownRequest): Saying {
  if (request.status === "open") {
    if (request.kind === "question") return { name: "open.still" };
    const { votes, demand } = request.authorization;
    return { name: "open.voted", values: { count: missingVotes(demand, votes) } };
  }
  const by = closerOf(request);
  if (by === undefined) return { name: `ended.${request.status}` };
  const { name, via } = by;
  return { name: `outcome.${request.status}`, values: { name, via } };
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
export function refusedBy(error: EarshotError, { address: { channel } }: Inbound): Told {
  if (isWorthAgain(error)) throw error;
  if (error.code === "STEP_UP_NEEDED" || isOfPresence(error)) {
    return refusal({ name: "proof", values: { channel } });
  }
  const name = OF_CHATS.find((one) => one === error.details?.["reason"]);
  return refusal(name === undefined ? { refused: error } : { name });
}

/** Reasons that only what is done in a chat has. */
const OF_CHATS = ["changed_since", "not_here", "not_said"] as const;

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
