import type { Liaison } from "../../domain/liaison/liaison.ts";
import { derivedTask } from "../../domain/liaison/liaison.ts";
import type { Language } from "../../ports/model/understanding.ts";
import { bullets, paragraphs } from "./list.ts";

/** What is said if the words contain no judgement. */
export function languageWords({ code, isSure }: Language): string {
  const looks = isSure && code !== "und" ? ` (it looks like ${languageName(code)})` : "";
  return `I understand English, and am not sure that I understand this${looks}. Could you say it in English? What you said is kept as it is. "Just do it" hands it on as it stands.`;
}

function languageName(code: string): string {
  return new Intl.DisplayNames("en", { type: "language" }).of(code) ?? code;
}

export function withdrawnWords(): string {
  return "It is withdrawn: nobody works on it any more. Say something here whenever you want it after all.";
}

export function confirmedWords({ worker }: Liaison): string {
  return `Good. ${worker?.name ?? "Whoever takes the task"} works on it; I come back with the result, and with whatever there is to ask on the way.`;
}

/** The current state, in reply to words that change nothing. */
export function statusWords(liaison: Liaison): string {
  const title = derivedTask(liaison)?.title ?? liaison.title;
  const last = liaison.progress.at(-1);
  const far =
    last === undefined ? "There is no news of it yet." : `${last.by}, last: ${last.status}`;
  return paragraphs(
    `"${title}" is being worked on. ${far}`,
    "Say what is to be different, and I pass it on.",
  );
}

export function nothingChangedWords(): string {
  return "I find nothing in that which changes the specification. What is to be different: a requirement, a limit, how you will judge it?";
}

export function welcomeWords(): string {
  return "You are welcome. Say something here whenever it is to go on, or begin another conversation.";
}

export function reopenedWords(): string {
  return "It is open again. Is it about what was made, or is it something new? Say what is to be different, or what you need.";
}

export function assumptionsWords(assumptions: readonly string[]): string {
  if (assumptions.length === 0) return "I have asked enough.";
  return paragraphs(
    "I have asked enough. What is open still I would take like this, all in one go:",
    bullets(assumptions),
  );
}

export function contradictionWords(contradictions: readonly string[]): string | undefined {
  if (contradictions.length === 0) return undefined;
  return paragraphs("Two things do not go together:", bullets(contradictions));
}
