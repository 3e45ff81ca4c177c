import { type EarshotError, namesIn } from "../domain/errors.ts";
import type { ForOthers, ShownRequest } from "../domain/requests/request.ts";
import { decidersOf } from "./for-others-words.ts";
import type { RenderMessages } from "./messages/messages.ts";
import { oneLine } from "./visible-text.ts";

const WHY_CHARS = 160;

type Names = Readonly<Record<string, string>>;

/** Reasons that people meet, with what a sentence about each names. */
const SAID = {
  ALREADY_CLAIMED: ["id"],
  ALREADY_VOTED: ["id"],
  DECISION_HELD: ["id"],
  DIGEST_MISMATCH: ["id"],
  NOT_SIGNED_IN: [],
  RATE_LIMITED: [],
  RECORD_CHANGED: ["id"],
  REQUEST_CLOSED: ["id"],
  STORE_UNAVAILABLE: [],
  UNREACHABLE: [],
  acted_for: ["id"],
  agent_halted: ["agentName", "id"],
  anothers_device: [],
  cannot_decide: ["name"],
  changed_meanwhile: ["id"],
  denied_now: ["id", "rule"],
  digest_not_typed: ["id"],
  edited: ["id"],
  invitation: [],
  last_owner: [],
  last_way_in: ["id"],
  left_to_others: [],
  link: [],
  look_alike_name: ["known", "name"],
  no_host_name: [],
  no_passkey: ["rpId"],
  no_right: ["right"],
  none_set: [],
  not_an_approver: ["id"],
  not_an_operator: [],
  not_at_a_terminal: [],
  not_own_hand: ["id"],
  not_their_words: [],
  note_wanted: ["id"],
  one_owner: [],
  own_agent: ["agentName", "id"],
  own_agent_of_server: ["name"],
  own_change: ["id"],
  own_edit: ["id"],
  owner_gone: ["id"],
  passkey: [],
  passkey_needed: [],
  passkey_refused: [],
  place_taken: ["id"],
  scripts_hand: ["id"],
  second_owner_rejected: ["id"],
  second_to_last_owner: [],
  takes_passkey: [],
  takes_passphrase: [],
  their_notice: ["id"],
  ticket_wanted: ["id", "ticket"],
  too_early: [],
  too_soon: ["id"],
  unattended: ["id"],
  untied_agent: ["agentName", "id"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

const REASONS = Object.keys(SAID) as (keyof typeof SAID)[];

/** Why something was refused, in the reader's language; undefined where the server says it alone. */
export function refusedWords(names: Names, words: RenderMessages): string | undefined {
  const reason = REASONS.find((one) => one === reasonOf(names));
  if (reason === undefined || SAID[reason].some((name) => names[name] === undefined)) {
    return undefined;
  }
  const {
    agentName = "",
    id = "",
    known = "",
    name = "",
    right = "",
    rpId = "",
    rule = "",
    ticket = "",
  } = names;
  return words.say(`refused.${reason}`, { agentName, id, known, name, right, rpId, rule, ticket });
}

function reasonOf({ reason, right, hand }: Names): string | undefined {
  if (right !== undefined) return "no_right";
  return reason === "not_own_hand" && hand === "unattended" ? "scripts_hand" : reason;
}

/** What went wrong, for a person: in their language where that is known, else as the server says it. */
export function errorWords(error: EarshotError, words: RenderMessages): string {
  return whyWords({ why: error.message, names: namesIn(error) }, words);
}

/** Why it is not for the reader. In English the server says more, such as whom a rule names. */
export function whyWords(
  { why, names = {} }: Pick<ForOthers, "why" | "names">,
  words: RenderMessages,
): string {
  if (words.language === "en") return why;
  const said = refusedWords(names, words);
  const { unable } = names;
  if (said === undefined || unable === undefined) return said ?? why;
  return words.say("sentences", { first: said, next: words.say("until_set", { unable }) });
}

/** Who can decide it; if nobody can at the moment, why. */
export function whoDecides(
  { forOthers }: Pick<ShownRequest, "forOthers">,
  words: RenderMessages,
): string {
  if (forOthers === undefined) return words.say("who.you");
  return (
    decidersOf(forOthers, words) ??
    oneLine(whyWords(forOthers, words), WHY_CHARS).replace(/[.。]$/, "")
  );
}
