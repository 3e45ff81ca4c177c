import { isChannelKind } from "../../../domain/channel-kind.ts";
import type { PrincipalId } from "../../../domain/id.ts";
import { type Event, type EventType, meaningOf } from "../../../domain/log/event.ts";
import { channelName } from "../../parts/channel-name.ts";
import { nameOf } from "../../parts/words.ts";

const WORDS: Partial<Record<EventType, string>> = {
  "request.created": "asked",
  "request.answered": "answered",
  "request.answered_late": "answered after it had closed",
  "request.cancelled": "took it back",
  "request.expired": "Its time ran out",
  "request.kept": "kept it open",
  "request.reminded": "had people reminded of it",
  "request.rerouted": "had others asked",
  "request.escalated": "had the owners asked",
  "request.abandoned": "gave it up, unanswered",
  "request.assumed": "let the agent go on with an assumption",
  "request.answered_by_permission": "Answered",
  "request.approval_voted": "approved; more have to",
  "request.demand_changed": "The policy changed what it wants",
  "request.approved": "approved",
  "request.rejected": "rejected",
  "request.responded": "answered in place of the tool",
  "request.asked_back": "asked the agent something",
  "request.answered_back": "answered that",
  "request.edited": "changed the arguments; others have to approve them",
  "request.vote_revoked": "took their approval back",
  "request.revoked": "took the approval back, unused",
  "request.decision_refused": "tried to decide and was refused",
  "request.erased": "erased its content",
  "request.claimed": "took it on",
  "request.released": "gave it back",
  "request.assigned": "gave it to a colleague",
  "request.unassigned": "took back that it was given to somebody",
  "request.decision_held": "decided, and could take it back for a moment",
  "request.decision_undone": "took back what they had decided",
  "request.decision_dropped": "had decided, which could not be made any more",
  "request.snoozed": "put it off",
  "request.shared": "asked what another agent asks, too: one answer goes to both",
  "request.separated": "had it asked by itself",
  "delivery.sent": "was shown it",
  "delivery.seen": "opened it",
  "request.undeliverable": "Nobody could be reached on any channel",
  "grant.minted": "collected the approval",
  "grant.redeemed": "used it: the action ran",
  "grant.refused": "was refused the use of it",
  "mailbox.acknowledged": "took note of it",
};

/** On a channel the platform says it, unless a person caused it. */
const ON_CHANNEL: Partial<Record<EventType, string>> = {
  "delivery.sent": "It was sent",
  "delivery.seen": "Somebody reacted to it",
  "delivery.failed": "It could not be brought",
  "delivery.resent": "had it sent again",
  "delivery.dropped": "gave up bringing it",
};

/** The person, if known: names come from the record, never from the event. */
export type Names = ReadonlyMap<PrincipalId, string>;

/** One line of a request's history: "ana approved with other arguments, via slack". */
export function historyWords(event: Event, names: Names): string {
  const words = channelWords(event) ?? WORDS[event.type] ?? meaningOf(event.type);
  const who = event.actor === undefined ? "" : `${whoWords(event.actor, names)} `;
  return `${who}${words}${facts(event, names)}`;
}

function channelWords({ type, data }: Event): string | undefined {
  const channel = data?.channel;
  const words = ON_CHANNEL[type];
  if (channel === undefined || words === undefined || !isChannelKind(channel)) return undefined;
  return `${words} on ${channelName(channel)}`;
}

function whoWords(actor: PrincipalId, names: Names): string {
  return nameOf(names.get(actor) ?? `…${actor.slice(-6)}`);
}

function handWords({ hand, madeBy, unattended }: NonNullable<Event["data"]>, names: Names): string {
  if (hand === "unattended" || unattended === true) return "by a key for scripts";
  if (hand === undefined) return "";
  return madeBy === undefined
    ? "by a key that somebody else made"
    : `by a key that ${whoWords(madeBy, names)} made`;
}

function facts({ type, data = {} }: Event, names: Names): string {
  const known = [
    data.edited === true ? "with other arguments" : "",
    ruleWords(type, data.rule),
    data.permission === undefined ? "" : "by a standing permission",
    data.passkey === true ? "proved by passkey" : "",
    data.steppedUp === true && data.passkey !== true ? "proved by passphrase" : "",
    handWords(data, names),
    data.soleOperator === true ? "as the sole operator" : "",
    data.error === undefined ? "" : nameOf(data.error),
    data.via === undefined || data.via === data.channel ? "" : `via ${nameOf(data.via)}`,
  ].filter((text) => text !== "");
  return known.length === 0 ? "" : `, ${known.join(", ")}`;
}

/** A rule names who may decide; it is not what refused somebody. */
function ruleWords(type: EventType, rule: string | undefined): string {
  const isGround = rule !== undefined && type !== "request.decision_refused";
  return isGround ? `by the rule ${nameOf(rule)}` : "";
}
