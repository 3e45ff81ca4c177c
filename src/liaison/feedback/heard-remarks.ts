import {
  type Hear,
  type Heard,
  isBlame,
  isConsent,
  isHarmless,
  isNoConsent,
  isSureBlame,
  UNHEARD,
} from "./heard.ts";
import type { Polarity } from "./polarity.ts";
import type { Remark } from "./remarks.ts";

const BLAME: Polarity = { value: -0.65, weight: 1.1 };
const WISH: Polarity = { value: -0.45, weight: 0.8 };
/** Words that say at least so much are read by themselves. */
const SPOKEN = 0.5;
const PRAISED = 0.3;

/** Remarks with what no phrase of them tells. */
export interface HeardRemarks {
  readonly remarks: readonly Remark[];
  /** Nothing of the newest words is heard as accepting. */
  readonly isDoubted: boolean;
}

/** What no phrase tells is heard; and phrases accept nothing where nothing that was said does. */
export function heardRemarks(remarks: readonly Remark[], hear: Hear): HeardRemarks {
  const groups = [...Map.groupBy(remarks, ({ exchange }) => exchange).values()].map((own) => {
    const texts = textsOf(own);
    const isDoubted = isNoConsent(texts, hear);
    return { isDoubted, own: heardIn(isDoubted ? own.map(withoutConsent) : own, texts, hear) };
  });
  return {
    remarks: groups.flatMap(({ own }) => own),
    isDoubted: groups.at(-1)?.isDoubted === true,
  };
}

function heardIn(said: readonly Remark[], texts: readonly string[], hear: Hear): readonly Remark[] {
  const all = texts.map(hear);
  const own = all.some(isConsent) ? said.map((remark) => withoutHarm(remark, hear)) : said;
  if (own.some(isSpoken)) return own;
  const whole = together(all);
  if (isConsent(whole)) {
    return own.map((remark) => ({ ...remark, act: { kind: "accept", isFirm: false } }));
  }
  const isPraised = own.some(({ value, weight }) => value * weight > PRAISED);
  // Whoever praises a part refuses nothing by a word that nobody knows.
  const blamed = (remark: Remark, one: Heard) =>
    isPraised && one.blame === "reject" ? remark : withBlame(remark, one);
  const heard = own.map((remark) => {
    const alone = hear(spokenIn(remark));
    const isMeant = isBlame(whole) ? isBlame(alone) : isSureBlame(alone);
    return isMeant ? blamed(remark, alone) : remark;
  });
  if (heard.some(isSpoken) || !isBlame(whole)) return heard;
  return own.map((remark) => blamed(remark, whole));
}

/** "Stuck it on the fridge": beside consent, words that mostly blame are heard before they count. */
function withoutHarm(remark: Remark, hear: Hear): Remark {
  const isWords = remark.value < 0 && remark.act === undefined && remark.request === undefined;
  if (!isWords || remark.isSarcastic || !isHarmless(hear(spokenIn(remark)))) return remark;
  const { apart: _, ...rest } = remark;
  return { ...rest, value: 0, weight: 0 };
}

function spokenIn({ start, end, source }: Remark): string {
  return source.slice(start, endOf(source, end));
}

/** It accepts, refuses, asks or blames by its own words. */
function isSpoken({ act, request, value, weight, isSarcastic }: Remark): boolean {
  const isBad = value < 0 && -value * weight > SPOKEN;
  return act !== undefined || request !== undefined || isSarcastic || isBad;
}

/** Of several sentences, whichever comes first: one may accept where no other blames, and one may blame. */
function together(heard: readonly Heard[]): Heard {
  const [most = UNHEARD] = heard.toSorted((one, other) => other.blames - one.blames);
  const accepts = heard.map((one) => one.accepts);
  return { ...most, accepts: isHarmless(most) ? Math.max(...accepts) : Math.min(...accepts) };
}

/** Each sentence. */
function textsOf(remarks: readonly Remark[]): readonly string[] {
  const sentences = [...Map.groupBy(remarks, ({ sentence }) => sentence).values()];
  return sentences.map(
    (some) =>
      some[0]?.source.slice(some[0].start, endOf(some[0].source, some.at(-1)?.end ?? 0)) ?? "",
  );
}

/** With the marks behind it. */
function endOf(source: string, end: number): number {
  return end + (/^[\s.!?。！？…]{0,6}/u.exec(source.slice(end, end + 6))?.[0].length ?? 0);
}

function withoutConsent(remark: Remark): Remark {
  if (remark.act?.kind !== "accept") return remark;
  const { act: _, ...rest } = remark;
  return rest;
}

function withBlame(remark: Remark, heard: Heard): Remark {
  const { blame } = heard;
  const praise = remark.value * remark.weight;
  // "There are no mistakes in it": words that praise a little are believed before a guess.
  if (praise > (isSureBlame(heard) ? SPOKEN : PRAISED)) return remark;
  if (blame === "change") return { ...remark, ...WISH, request: "asked" };
  if (blame === "reject") return { ...remark, act: { kind: "reject", isFirm: false } };
  return { ...remark, ...BLAME };
}
