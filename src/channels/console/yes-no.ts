import { ENGLISH, type Voice } from "./voice.ts";

type Own = Voice["own"];

/** Only a clear yes counts, in the language of the prompt or in English. */
export function isYes(typed: string, own: Own = ENGLISH.own): boolean {
  return isOneOf(typed, ["yes", "y", ...yesWords(own)]);
}

export function isNo(typed: string, own: Own): boolean {
  return isOneOf(typed, ["no", "n", ...noWords(own)]);
}

/** As people type it at a prompt in this language. */
export function yesOrNo(isTrue: boolean, own: Own): string {
  const [first = ""] = isTrue ? yesWords(own) : noWords(own);
  return first;
}

/** The whole word first. */
function yesWords(own: Own): readonly string[] {
  return own.say("typed.yes").split(" ");
}

function noWords(own: Own): readonly string[] {
  return own.say("typed.no").split(" ");
}

/** Japanese input methods type full-width letters. */
function isOneOf(typed: string, words: readonly string[]): boolean {
  return words.includes(typed.normalize("NFKC").trim().toLowerCase());
}
