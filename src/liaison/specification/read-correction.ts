/** What a clause takes back from earlier words. */
import { present } from "../../domain/present.ts";

export interface Correction {
  /** What goes, in its words; absent: the current value of the same kind as `value`. */
  readonly old?: string;
  /** What replaces it; absent: nothing. */
  readonly value?: string;
}

const SWAP: readonly RegExp[] = [
  /^(?:.*?\b)?(?:change|switch|turn|convert|move|update)\s+(?:it |that |this )?(?:from )?(?:the )?(?<old>[^,.;]{1,60}?)\s+(?:in)?to\s+(?<value>[^,.;]{1,80})/i,
  /^(?:.*?\b)?(?:replace|swap|exchange|substitute)\s+(?:the )?(?<old>[^,.;]{1,60}?)\s+(?:with|by|for)\s+(?<value>[^,.;]{1,80})/i,
  /\bnot (?<old>[^,.;]{1,60}?),? but (?:rather )?(?<value>[^,.;]{1,80})/i,
  /(?<value>[^,.;]{1,80}?)(?:,? (?:instead of|rather than|in place of)|, (?:and )?not| and not)(?: the| an?)? (?<old>[^,.;]{1,60})$/i,
];
const MADE =
  /^(?:(?:actually|no|wait|sorry|hm+|oh|yes|yeah|ok(?:ay)?|sure|fine|but|and|well|on second thoughts?|correction|scratch that|i meant|i mean|rather|better|please|also)[\s,.:–-]*)*(?:(?:(?:can|could) you |please )?(?:make|change|switch|set|turn|let['’]?s make) (?:it|that|this|them)(?: (?:to|into|be))?|let['’]?s (?:do|use|go with|have)|i meant|i mean|it (?:should|must) (?:actually|rather) be|(?:it['’]?s|it is) actually|i['’]d rather have)\s+(?<value>[^;]{1,120})$/i;
const ACTUALLY =
  /^(?:(?:but|and|oh|ok(?:ay)?|sorry|hm+|yes)[\s,]*)?(?:actually|wait|no,|on second thoughts?|correction|scratch that|i meant|i mean|i changed my mind|better)[\s,.:–-]+(?<value>.{2,160})$/i;
const INSTEAD = /^(?<value>.{2,120}?),?\s+instead$/i;
const DROPPED =
  /^(?:(?:actually|and|but|please|also|oh|ok(?:ay)?|yes|sorry|no)[\s,]*)*(?:(?:can|could) you )?(?:you can )?(?:drop|remove|delete|skip|omit|forget(?: about)?|leave out|lose|take out|get rid of|scrap|no need for|no more(?! than)|(?:i|we) (?:don['’]?t|do not|no longer) (?:need|want)|there['’]?s no need for)\s+(?:the |any |that |those |all )?(?<old>.{2,100}?)(?: (?:after all|any ?more|either|out|then|please|now|altogether))?$/i;

/** Undefined for a clause that corrects nothing. */
export function readCorrection(clause: string): Correction | undefined {
  const text = clause
    .slice(0, 300)
    .trim()
    .replace(/[\s.!?]{1,10}$/, "");
  return dropped(text) ?? swapped(text) ?? made(text);
}

function dropped(text: string): Correction | undefined {
  const old = DROPPED.exec(text)?.groups?.["old"];
  return old === undefined ? undefined : { old: old.trim() };
}

function swapped(text: string): Correction | undefined {
  for (const form of SWAP) {
    const { old, value } = form.exec(text)?.groups ?? {};
    if (old !== undefined && value !== undefined) {
      const isIt = /^(?:it|that|this|them)$/i.test(old.trim());
      return { ...present({ old: isIt ? undefined : old.trim() }), value: withoutFrame(value) };
    }
  }
  return undefined;
}

function made(text: string): Correction | undefined {
  const sure = MADE.exec(text)?.groups?.["value"];
  if (sure !== undefined) return { value: withoutInstead(sure) };
  const value = ACTUALLY.exec(text)?.groups?.["value"] ?? INSTEAD.exec(text)?.groups?.["value"];
  return value === undefined ? undefined : { value: withoutInstead(value) };
}

function withoutInstead(value: string): string {
  return withoutFrame(value.replace(/\s+(?:instead|please|then|after all)$/i, ""));
}

function withoutFrame(value: string): string {
  return value
    .replace(
      /^.*\b(?:make it|use|want|need|have|do|should be|must be|it is|it['’]s|show|prefer)\s+(?:the |an? )?/i,
      "",
    )
    .trim();
}
