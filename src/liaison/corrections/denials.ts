import { detailCalled, type NamedDetail } from "../values/named-detail.ts";

/** That something is not what it was taken for: "19 November is not my deadline". */
export interface Denial {
  readonly detail: NamedDetail;
  /** What is not it; empty for "that is not my deadline". */
  readonly value: string;
  /** What it is instead is told as well: "Kassel is only where we live". */
  readonly isExplained: boolean;
}

const NOT_BE =
  /(?<!\p{L})(?:(?:is|are|was|were)(?:n['’]?t| not)|(?:ist|sind|war|waren|heiße|heißt)(?: (?:doch|ja|gar|aber|das|es|wirklich))? (?:nicht|kein(?:e|er|en|em)?)|no (?:es|son|era|eran|me llamo)|(?:ce )?n['’](?:est|était) pas|ne sont pas|c['’](?:est|était) pas|non (?:è|sono|era|erano)|não (?:é|são|era|eram)|(?:is|zijn|was|waren)(?: (?:toch|dus|echt|helemaal))? (?:niet|geen)|(?:to )?nie (?:jest|są|był[aoy]?)|to nie)(?!\p{L})|(?<=\p{L})['’](?:s|re) not(?!\p{L})/iu;
const UNSPACED_NOT =
  /^(?<one>[^、。，]{0,40}?)は(?<other>[^、。，]{1,30}?)(?:では|じゃ)(?:ありません|ない)|^(?<before>[^，。、]{0,40}?)不是(?<behind>[^，。、]{1,30})/u;
/** "Kassel is only where we live, not the destination". */
const CONTRAST =
  /^(?<one>[^,;]{1,60}?)(?:\s(?:is|are|was|ist|sind|war|es|son|est|sont|è|sono|é|são|zijn|to|jest)\s|は|是)[^;]{1,100}?(?:,\s*|，|、)(?:and\s|und\s|y\s|et\s|e\s|en\s|a\s)?(?:not|nicht|kein\p{L}{0,2}|no|pas|non|não|niet|geen|nie|不是)\s?(?<other>[^,;]{1,40})$/iu;
const PRONOUN =
  /^(?:(?:no|nein|non|nee|nie|não|but|aber|pero|mais|ma|mas|maar|ale)[\s,]+)*(?:it|that|this|these|those|es|das|dies|eso|esto|ce|ça|cela|questo|quello|isso|isto|dat|dit|het|to|それ|これ|那|这|它)?$/iu;
const REFUSAL = /^(?:no|nein|non|nee|nie|não|いいえ|いや|不)[\s,、，.]+/iu;
const MOST_READ = 200;

/** What a clause says is not the detail that it was taken for. */
export function denialIn(clause: string): Denial | undefined {
  const said = clause
    .slice(0, MOST_READ)
    .replace(REFUSAL, "")
    .replace(/[\s.!?。！]+$/u, "");
  const contrast = CONTRAST.exec(said)?.groups;
  const explained = contrast && denialOf(contrast["one"], contrast["other"]);
  if (explained !== undefined) return { ...explained, isExplained: true };
  const [one, other] = sidesOf(said) ?? [];
  const denial = one === undefined ? undefined : denialOf(one, other);
  return denial && { ...denial, isExplained: false };
}

function sidesOf(said: string): readonly [string, string] | undefined {
  const found = NOT_BE.exec(said);
  if (found !== null) {
    return [said.slice(0, found.index), said.slice(found.index + found[0].length)];
  }
  const { one, other, before, behind } = UNSPACED_NOT.exec(said)?.groups ?? {};
  const [left, right] = [one ?? before, other ?? behind];
  return left === undefined || right === undefined ? undefined : [left, right];
}

function denialOf(one = "", other = ""): Omit<Denial, "isExplained"> | undefined {
  const [left, right] = [one.trim(), other.trim()];
  const isRight = detailCalled(right);
  const detail = isRight ?? detailCalled(left);
  if (detail === undefined) return undefined;
  const value = isRight === undefined ? right : left;
  return { detail, value: PRONOUN.test(value) ? "" : value };
}
