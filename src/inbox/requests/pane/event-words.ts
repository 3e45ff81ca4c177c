import { isChannelKind } from "../../../domain/channel-kind.ts";
import type { PrincipalId } from "../../../domain/id.ts";
import { type Event, type EventType, meaningOf } from "../../../domain/log/event.ts";
import { channelName } from "../../parts/channel-name.ts";
import { nameOf, principalOf } from "../../parts/words.ts";
import { say } from "./messages/messages.ts";

/** Those that say something of a request; of others the log's own meaning stands. */
const SAID = [
  "request.created",
  "request.answered",
  "request.answered_late",
  "request.cancelled",
  "request.expired",
  "request.kept",
  "request.reminded",
  "request.rerouted",
  "request.escalated",
  "request.abandoned",
  "request.assumed",
  "request.answered_by_permission",
  "request.approval_voted",
  "request.demand_changed",
  "request.approved",
  "request.rejected",
  "request.responded",
  "request.asked_back",
  "request.answered_back",
  "request.edited",
  "request.vote_revoked",
  "request.revoked",
  "request.decision_refused",
  "request.erased",
  "request.claimed",
  "request.released",
  "test.ended",
  "request.assigned",
  "request.unassigned",
  "request.decision_held",
  "request.decision_undone",
  "request.decision_dropped",
  "request.snoozed",
  "request.shared",
  "request.separated",
  "delivery.sent",
  "delivery.seen",
  "request.undeliverable",
  "grant.minted",
  "grant.redeemed",
  "grant.refused",
  "mailbox.acknowledged",
] as const satisfies readonly EventType[];

/** On a channel the platform says it, unless a person caused it. */
const ON_CHANNEL = [
  "delivery.sent",
  "delivery.seen",
  "delivery.failed",
  "delivery.resent",
  "delivery.dropped",
] as const satisfies readonly EventType[];

/** The person, if known: names come from the record, never from the event. */
export type Names = ReadonlyMap<PrincipalId, string>;

/** One line of a request's history: "ana approved with other arguments, via slack". */
export function historyWords(event: Event, names: Names): string {
  const words = channelWords(event) ?? eventWords(event.type);
  const line =
    event.actor === undefined ? words : say("line", { who: whoWords(event.actor, names), words });
  const known = facts(event, names);
  if (known.length === 0) return line;
  return say("line.facts", {
    line,
    facts: known.reduce((all, more) => say("fact.more", { facts: all, more })),
  });
}

function eventWords(type: EventType): string {
  const said = SAID.find((one) => one === type);
  return said === undefined ? meaningOf(type) : say(`event.${said}`);
}

function channelWords({ type, data }: Event): string | undefined {
  const channel = data?.channel;
  const said = ON_CHANNEL.find((one) => one === type);
  if (channel === undefined || said === undefined || !isChannelKind(channel)) return undefined;
  return say(`on.${said}`, { channel: channelName(channel) });
}

function whoWords(actor: PrincipalId, names: Names): string {
  return principalOf(names.get(actor) ?? `…${actor.slice(-6)}`);
}

function handWords({ hand, madeBy, unattended }: NonNullable<Event["data"]>, names: Names): string {
  if (hand === "unattended" || unattended === true) return say("fact.scripts");
  if (hand === undefined) return "";
  return madeBy === undefined
    ? say("fact.made")
    : say("fact.made-by", { who: whoWords(madeBy, names) });
}

function facts({ type, data = {} }: Event, names: Names): readonly string[] {
  return [
    data.edited === true ? say("fact.edited") : "",
    ruleWords(type, data.rule),
    data.permission === undefined ? "" : say("fact.permission"),
    data.passkey === true ? say("fact.passkey") : "",
    data.steppedUp === true && data.passkey !== true ? say("fact.passphrase") : "",
    handWords(data, names),
    data.soleOperator === true ? say("fact.sole") : "",
    data.error === undefined ? "" : nameOf(data.error),
    data.via === undefined || data.via === data.channel
      ? ""
      : say("fact.via", { via: nameOf(data.via) }),
  ].filter((text) => text !== "");
}

/** A rule names who may decide; it is not what refused somebody. */
function ruleWords(type: EventType, rule: string | undefined): string {
  const isGround = rule !== undefined && type !== "request.decision_refused";
  return isGround ? say("fact.rule", { rule: nameOf(rule) }) : "";
}
