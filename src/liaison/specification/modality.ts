/** The first match decides; a plain statement weighs `PLAIN`. */
const WEIGHTS: readonly (readonly [number, RegExp])[] = [
  [
    0.2,
    /\b(?:nice[- ]to[- ]have|would be (?:nice|great|cool|a plus|lovely)|if (?:at all )?possible|bonus|optional(?:ly)?|not (?:essential|critical|important)|no big deal|when you have time|a plus)\b/i,
  ],
  [0.3, /\b(?:maybe|perhaps|might|possibly)\b/i],
  [
    1,
    /\b(?:must|mandatory|essential|crucial|critical|vital|absolutely|necessary|non-negotiable|needs?|has to|have to|had to|required?|requires|requirement|never|at all costs)\b/i,
  ],
  [
    0.6,
    /\b(?:would (?:really )?(?:like|love|prefer|want)|['’]d (?:really )?(?:like|love|prefer|want)|ideally|prefer(?:ably|red)?|hope|hoping)\b/i,
  ],
  [0.5, /\b(?:could)\b(?! you)/i],
  [0.8, /\b(?:should|ought|make sure|ensure)\b/i],
  [0.75, /\bwant(?:s|ed)?\b/i],
];
/** "Show revenue" is as strong as "it must show revenue". */
export const PLAIN = 0.9;
const EMPHASIS =
  /\b(?:very|really|especially|above all|most important(?:ly)?|key|in particular|definitely|above everything)\b|!{2,}|\b(?:MUST|NEVER|ALWAYS|NOT|ONLY|ALL|IMPORTANT)\b/;
const EMPHASIS_WEIGHT = 0.1;

/** 0 to 1, by how strongly the words of a clause demand. */
export function importanceOf(clause: string): number {
  const weight = WEIGHTS.find(([, form]) => form.test(clause))?.[0] ?? PLAIN;
  return emphasised(weight, EMPHASIS.test(clause));
}

/** Repeated or emphatic words weigh more; a must stays at 1. */
export function emphasised(weight: number, isStressed: boolean): number {
  return isStressed ? Math.min(1, Math.round((weight + EMPHASIS_WEIGHT) * 100) / 100) : weight;
}
