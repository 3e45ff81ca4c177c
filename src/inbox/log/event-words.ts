import type { PrincipalId } from "../../domain/id.ts";
import { type Event, meaningOf } from "../../domain/log/event.ts";
import { oneLine } from "../../render/visible-text.ts";
import { sentenceCase } from "../charts/words.ts";

const WIDTH = 60;

/** What the log means, followed by the facts of this event. */
export function eventSentence(event: Event): string {
  const facts = factsOf(event);
  const meaning = sentenceCase(meaningOf(event.type));
  return facts.length === 0 ? `${meaning}.` : `${meaning} (${facts.join(", ")}).`;
}

function factsOf({ type, data = {} }: Event): readonly string[] {
  const { name, level, rule, error, version, soleOperator } = data;
  return [
    ...(type.endsWith("refused") && data.kind !== undefined ? [oneLine(data.kind, WIDTH)] : []),
    ...(name === undefined ? [] : [oneLine(name, WIDTH)]),
    ...(level === undefined ? [] : [oneLine(level, WIDTH)]),
    ...(rule === undefined ? [] : [`rule ${oneLine(rule, WIDTH)}`]),
    ...(error === undefined ? [] : [oneLine(error, WIDTH)]),
    ...(version === undefined ? [] : [`version ${version}`]),
    ...(data.edited === true ? ["with other arguments"] : []),
    ...(data.passkey === true ? ["proved by a passkey"] : stepUpText(data.steppedUp)),
    ...handTexts(data),
    ...(soleOperator === true ? ["sole operator, own agent"] : []),
  ];
}

/** Whose hand decided, if not the person's own. */
function handTexts({ hand, unattended }: NonNullable<Event["data"]>): readonly string[] {
  if (hand === "another's") return ["by a key that somebody else made"];
  return unattended === true || hand === "unattended" ? ["by a key for scripts"] : [];
}

function stepUpText(steppedUp: true | undefined): readonly string[] {
  return steppedUp === true ? ["proved again"] : [];
}

/** Who did it: by name if it is known, otherwise by the end of the id. */
export function actorText(
  { actor, type, data }: Event,
  names: ReadonlyMap<PrincipalId, string>,
): string {
  const via = data?.via === undefined ? "" : ` via ${oneLine(data.via, WIDTH)}`;
  if (actor === undefined) return type === "request.expired" ? "time" : "Earshot";
  const name = names.get(actor);
  return `${name === undefined ? shortId(actor) : oneLine(name, WIDTH)}${via}`;
}

/** To whom something was shown: a person, or else the channel that took it. */
export function shownName({ actor, data }: Event, names: ReadonlyMap<PrincipalId, string>): string {
  if (actor === undefined) return oneLine(data?.channel ?? data?.via ?? "a channel", WIDTH);
  return oneLine(names.get(actor) ?? shortId(actor), WIDTH);
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
