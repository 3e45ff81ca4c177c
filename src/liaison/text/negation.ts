const NEGATED =
  /(?:\b(?:no|not|never|without|avoid|avoiding|except|excluding|exclude|skip|drop|remove|omit|cannot|neither|nor|none|nothing)|n['’]t|\b(?:dont|doesnt|wont|cant)|\b(?:rather than|instead of|no need for|leave out))(?:\s+[\p{L}'’-]+){0,4}\s*$/iu;
const BREAKS = /[,;:.]|\b(?:but|and then|however)\b/gi;
/** How far a negation reaches, in characters. */
const REACH = 60;

/** Whether earlier words of a clause negate the text at `index`. */
export function isNegatedAt(text: string, index: number): boolean {
  const before = text.slice(Math.max(0, index - REACH), index);
  const cut = [...before.matchAll(BREAKS)].at(-1);
  return NEGATED.test(cut === undefined ? before : before.slice(cut.index + cut[0].length));
}
