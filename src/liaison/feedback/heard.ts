import type { ActProbabilities } from "../learned/act-scoring.ts";

/** How probable it is that a clause about a result does something. */
export interface Heard {
  readonly accepts: number;
  /** It finds fault, asks for a change or wants none of it. */
  readonly blames: number;
  /** What kind of blame is the most probable. */
  readonly blame: "fault" | "change" | "reject";
  readonly asks: number;
  /** It puts the judgement off, or tells somebody else's. */
  readonly defers: number;
  /** It puts the judgement off. */
  readonly waits: number;
}

export type Hear = (text: string) => Heard;

/** Blame that no phrase tells is believed from this probability on. */
const BLAME = 0.65;
/** Blame that words alone tell is believed from this one on. */
const HARM = 0.3;
/** What phrases tell is given up for another reading from this one on. */
const SURE = 0.75;
/** And for blame from this one on. */
const SURE_BLAME = 0.85;
/** Fewer than 0.44 % of the calibrating clauses that accept nothing reach it. */
const CONSENT = 0.97;
/** What phrases call consent is none below this one. */
const OBJECTION = 0.05;
/** What puts only a part of the judgement off is below it. */
const WAIT = 0.8;
/** What a person does with so many words together is not what single clauses taught. */
const MOST_HEARD = 300;
/** Nothing is taken from it, and nothing objected to. */
export const UNHEARD: Heard = {
  accepts: 0.5,
  blames: 0,
  blame: "fault",
  asks: 0,
  defers: 0,
  waits: 0,
};

export type JudgingActs = (text: string, marks: readonly string[]) => ActProbabilities;

/** Hears each text once. */
export function hearing(acts: JudgingActs, marksOf: (text: string) => readonly string[]): Hear {
  const known = new Map<string, Heard>();
  return (text) => {
    const said = text.trim();
    if (said.length > MOST_HEARD || !/\p{L}/u.test(said)) return UNHEARD;
    const heard = known.get(said) ?? heardIn(acts(said, marksOf(said)));
    known.set(said, heard);
    return heard;
  };
}

function heardIn(found: ActProbabilities): Heard {
  const of = (label: string) => found[label] ?? 0;
  const kinds = ["fault", "change", "reject"] as const;
  return {
    accepts: of("accept"),
    blames: kinds.reduce((sum, kind) => sum + of(kind), 0),
    blame: kinds.reduce((most, kind) => (of(kind) > of(most) ? kind : most)),
    asks: of("ask"),
    defers: of("later") + of("hearsay"),
    waits: of("later"),
  };
}

/** It blames, though no phrase of it does. */
export function isBlame({ blames }: Heard): boolean {
  return blames >= BLAME;
}

/** It does not blame, though words of it mostly do. */
export function isHarmless({ blames }: Heard): boolean {
  return blames < HARM;
}

/** It accepts, though no phrase of it does. */
export function isConsent({ accepts }: Heard): boolean {
  return accepts >= CONSENT;
}

/** None of what was said is heard as accepting, so that phrases which accept are taken back. */
export function isNoConsent(texts: readonly string[], hear: Hear): boolean {
  return texts.length > 0 && texts.every((text) => hear(text).accepts < OBJECTION);
}

/** It wants to know something, though its form does not say so. */
export function isAsking({ asks }: Heard): boolean {
  return asks >= SURE;
}

/** It puts the judgement off or tells another's, though no phrase of it does. */
export function isDeferring({ defers }: Heard): boolean {
  return defers >= SURE;
}

/** It blames so surely that phrases of putting off, telling and asking are none. */
export function isSureBlame({ blames }: Heard): boolean {
  return blames >= SURE_BLAME;
}

/** The person will judge another time. */
export function isWaiting({ waits }: Heard): boolean {
  return waits >= WAIT;
}
