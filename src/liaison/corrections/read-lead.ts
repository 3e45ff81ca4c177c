import type { CorrectionForms } from "./correction-words.ts";

/** What a clause says beside the words that only introduce or end a correction. */
export interface Told {
  readonly rest: string;
  /** Where the rest begins. */
  readonly at: number;
  /** From behind the last word that marks a correction. */
  readonly kept: string;
  readonly isStrong: boolean;
  readonly isWeak: boolean;
  readonly isEnded: boolean;
  /** It begins with a bare refusal, which may be meant as one. */
  readonly isRefusal: boolean;
}

const MAX_LEADS = 8;
const REFUSAL = /^(?:no|nope|nah|nein|nee|non|não|nie|stop|いいえ|いえ|いや)(?![\p{L}])/iu;
const INSTEAD =
  /(?:instead|rather|it is|actually|in fact|i meant|after all|eigentlich|tatsächlich|en realidad|de hecho|en fait|en réalité|in realtà|na verdade|afinal|eigenlijk|toch|właściwie|stattdessen|lieber|doch|mejor|plutôt|finalement|invece|piuttosto|liever|jednak|raczej|にして|に変更|がいい)/iu;

export function withoutLead(body: string, forms: CorrectionForms): Told {
  let rest = body;
  let kept = body;
  const lead = { isStrong: false, isWeak: false };
  for (let round = 0; round < MAX_LEADS; round++) {
    const before = rest;
    rest = rest.replace(forms.strong, "");
    if (rest !== before) {
      lead.isStrong = true;
      kept = rest;
    } else {
      rest = rest.replace(forms.weak, "");
      if (rest !== before) lead.isWeak = true;
    }
    if (rest === before) break;
  }
  const bare = rest.replace(forms.tail, "").replace(forms.tail, "");
  const isEnded = bare !== rest;
  const isInstead = isEnded && INSTEAD.test(rest.slice(bare.length));
  return {
    rest: bare.trim(),
    at: body.length - rest.trimStart().length,
    kept,
    isStrong: lead.isStrong || isInstead,
    isWeak: lead.isWeak,
    isEnded,
    isRefusal: REFUSAL.test(body),
  };
}
