import type { Liaison } from "../../domain/liaison/liaison.ts";
import { derivedTask } from "../../domain/liaison/liaison.ts";
import type { Language } from "../../ports/model/understanding.ts";
import { bullets, paragraphs } from "./list.ts";
import { specificationWords } from "./specification-words.ts";
import type { Wording } from "./wording.ts";

/** What is said before the questions if the words contain no judgement. */
export function languageWords({ say, language }: Wording, { code, isSure }: Language): string {
  const names = new Intl.DisplayNames(language, { type: "language" });
  const name = isSure && code !== "und" ? names.of(code) : undefined;
  return say("other.language", { name: name ?? say("language.unknown") });
}

export function withdrawnWords({ say }: Wording): string {
  return say("withdrawn");
}

export function confirmedWords({ say }: Wording): string {
  return say("confirmed");
}

/** The current state, in reply to words that change nothing. */
export function statusWords(wording: Wording, liaison: Liaison): string {
  return paragraphs(newsWords(wording, liaison), wording.say("say.different"));
}

/** How far the work is, as far as it was reported. */
export function newsWords({ say }: Wording, liaison: Liaison): string {
  const title = derivedTask(liaison)?.title ?? liaison.title;
  const last = liaison.progress.at(-1);
  const news =
    last === undefined
      ? say("status.none")
      : say("status.last", { by: last.by, status: last.status });
  return say("status", { title, news });
}

export function nothingChangedWords({ say }: Wording): string {
  return say("nothing.changed");
}

export function welcomeWords({ say }: Wording): string {
  return say("welcome");
}

export function reopenedWords({ say }: Wording): string {
  return say("reopened");
}

export function contradictionWords(
  { say }: Wording,
  contradictions: readonly string[],
): string | undefined {
  if (contradictions.length === 0) return undefined;
  return paragraphs(say("contradictions"), bullets(contradictions));
}

export function sorryWords({ say }: Wording): string {
  return say("sorry");
}

/** What stands, for somebody who doubts that it was understood. */
export function standsWords(
  wording: Wording,
  task: Parameters<typeof specificationWords>[1],
): string {
  const { say } = wording;
  return paragraphs(
    say("part", { name: say("sorry.stands") }),
    specificationWords(wording, task),
    say("sorry.change"),
  );
}

export function notedWords({ say }: Wording): string {
  return say("noted");
}

/** It waits: for the task to begin, for the worker to go on, or for what the person thinks. */
export function waitWords({ say }: Wording, before: "asked" | "shown" | "result"): string {
  return say(`wait.${before}`);
}
