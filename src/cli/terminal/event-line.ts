import type { Voice } from "../../channels/console/voice.ts";
import type { Event, EventData } from "../../domain/log/event.ts";
import { present } from "../../domain/present.ts";
import { handWords } from "../../render/hand-words.ts";
import { oneLine } from "../../render/visible-text.ts";
import type { Style } from "./output.ts";

const DIGEST_WIDTH = 12;

/** An event on one line, for people. */
export function eventLine(event: Event, style: Style, voice: Voice): string {
  const { seq, type, subject, data } = event;
  const at = voice.moment(event.at);
  const named = data?.name === undefined ? "" : ` ${oneLine(data.name, 40)}`;
  const about = aboutText(event);
  return `${String(seq).padStart(6)}  ${style.dim(at)}  ${type.padEnd(22)} ${subject}${named}${about}  ${style.dim(byText(event, voice))}`;
}

/** Who did it, where, and whose hand it was if not their own. */
function byText(event: Event, { own, words }: Voice): string {
  const { via, hand, madeBy, unattended } = event.data ?? {};
  const who = byWhom(event, own);
  const by =
    via === undefined ? own.say("event.by", { who }) : own.say("event.by_via", { who, via });
  const handed = present({
    hand: unattended === true ? ("unattended" as const) : hand,
    madeBy: madeBy === undefined ? undefined : { principal: madeBy, name: madeBy },
  });
  return handWords(by, handed, words);
}

function byWhom({ actor, type }: Event, own: Voice["own"]): string {
  if (actor !== undefined) return actor;
  if (type === "request.expired") return own.say("event.time");
  return /^(?:liaison|task)\./.test(type) ? own.say("event.liaison") : "Earshot";
}

/** Which version, round or report of a conversation and its task it is about. */
function aboutText({ type, data = {} }: Event): string {
  const text = ABOUT[type]?.(data) ?? "";
  return text === "" ? "" : ` (${oneLine(text, 80)})`;
}

/** What was tried, why it was refused, and by which digest it is found again. */
function refusedText({ kind, error, digest }: EventData): string {
  const action = digest === undefined ? undefined : `digest ${digest.slice(0, DIGEST_WIDTH)}`;
  return [kind, error, action].filter((part) => part !== undefined).join(", ");
}

const ABOUT: Readonly<Record<string, (data: EventData) => string>> = {
  "grant.refused": refusedText,
  "request.decision_refused": refusedText,
  "passkey.refused": refusedText,
  "passphrase.refused": refusedText,
  "liaison.moved": ({ kind, version }) => `${kind}, round ${version}`,
  "liaison.shared": ({ name }) => `with ${name ?? "nobody"}`,
  "task.created": ({ version }) => `version ${version}`,
  "task.updated": ({ version, from }) => `version ${version} for ${from}`,
  "task.progressed": ({ version }) => `report ${version}`,
  "task.completed": ({ version }) => `round ${version}`,
  "task.feedback_received": ({ kind, version }) => `${kind}, round ${version}`,
  "task.feedback_withdrawn": ({ version }) => `round ${version}`,
  "task.question_asked": ({ message }) => `question ${message}`,
  "task.question_answered": ({ message }) => `question ${message}`,
  "task.withdrawn": ({ version }) => `version ${version}`,
};
