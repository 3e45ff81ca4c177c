import type { PrincipalId } from "../../domain/id.ts";
import { EVENT_TYPES, type Event, type EventType } from "../../domain/log/event.ts";
import { principalName } from "../../render/principal-name.ts";
import { oneLine } from "../../render/visible-text.ts";
import { listedPlainly } from "../charts/words.ts";
import { words } from "../parts/render-words.ts";
import { say } from "./messages/messages.ts";

const WIDTH = 60;

/** What the log means, followed by the facts of this event. */
export function eventSentence(event: Event): string {
  const facts = factsOf(event);
  const what = meaningText(event.type);
  return facts.length === 0
    ? say("telling", { what })
    : say("telling.facts", { what, facts: listedPlainly(facts) });
}

function meaningText(type: string): string {
  return isKnown(type) ? say(`event.${type}`) : say("unknown");
}

function isKnown(type: string): type is EventType {
  return (EVENT_TYPES as readonly string[]).includes(type);
}

function factsOf({ type, data = {} }: Event): readonly string[] {
  const { name, level, rule, error, version, soleOperator } = data;
  return [
    ...(type.endsWith("refused") && data.kind !== undefined ? [oneLine(data.kind, WIDTH)] : []),
    ...(name === undefined ? [] : [oneLine(name, WIDTH)]),
    ...(level === undefined ? [] : [oneLine(level, WIDTH)]),
    ...(rule === undefined ? [] : [say("fact.rule", { name: oneLine(rule, WIDTH) })]),
    ...(error === undefined ? [] : [oneLine(error, WIDTH)]),
    ...(version === undefined ? [] : [say("fact.version", { version })]),
    ...(data.edited === true ? [say("fact.edited")] : []),
    ...(data.passkey === true ? [say("fact.passkey")] : stepUpText(data.steppedUp)),
    ...handTexts(data),
    ...(soleOperator === true ? [say("fact.sole")] : []),
  ];
}

/** Whose hand decided, if not the person's own. */
function handTexts({ hand, unattended }: NonNullable<Event["data"]>): readonly string[] {
  if (hand === "another's") return [say("fact.another-hand")];
  return unattended === true || hand === "unattended" ? [say("fact.scripts")] : [];
}

function stepUpText(steppedUp: true | undefined): readonly string[] {
  return steppedUp === true ? [say("fact.stepped-up")] : [];
}

/** Who did it: by name if it is known, otherwise by the end of the id. */
export function actorText(
  { actor, type, data }: Event,
  names: ReadonlyMap<PrincipalId, string>,
): string {
  if (actor === undefined) return type === "request.expired" ? say("actor.time") : "Earshot";
  const name = names.get(actor);
  const who = name === undefined ? shortId(actor) : principalName(name, words, WIDTH);
  return data?.via === undefined ? who : say("actor.via", { who, via: oneLine(data.via, WIDTH) });
}

/** To whom something was shown: a person, or else the channel that took it. */
export function shownName({ actor, data }: Event, names: ReadonlyMap<PrincipalId, string>): string {
  if (actor === undefined)
    return oneLine(data?.channel ?? data?.via ?? say("shown.channel"), WIDTH);
  return principalName(names.get(actor) ?? shortId(actor), words, WIDTH);
}

export function shortId(id: string): string {
  return id.length > 14 ? `${id.slice(0, 4)}…${id.slice(-6)}` : oneLine(id, WIDTH);
}

/** Where this page shows the subject; undefined if nowhere. */
export function subjectPath({ subject, type }: Event): string | undefined {
  if (/^req_[0-9a-z]{26}$/.test(subject)) return `/${subject}`;
  if (!/^cnv_[0-9a-z]{26}$/.test(subject)) return undefined;
  return `/${isOfLiaison(type) ? "liaison" : "conversations"}/${subject}`;
}

function isOfLiaison(type: Event["type"]): boolean {
  return type.startsWith("liaison.") || type.startsWith("task.");
}
