import { actsOf } from "../phrases/acts.ts";

const LEFT =
  /\b(?:you (?:decide|choose|pick)|you can (?:decide|choose|pick)|up to you|whatever|whichever|don['’]?t (?:care|mind)|do not (?:care|mind)|no preference|no (?:idea|clue)|(?:hard|difficult|tough) to say|not sure|don['’]?t know|do not know|surprise me|your (?:choice|call)|any(?:thing)?(?: is| will be| would be)? (?:fine|ok(?:ay)?|good|works)|use your (?:best )?judg[e]?ment|doesn['’]?t matter|does not matter|as you (?:like|wish|see fit)|either(?: is)?(?: fine)?$|(?<=^(?:\S+\s+){0,3})any(?:thing)?$|^(?:skip|pass|next|n\/a|-+|no answer|prefer not to say|i['’]d rather not (?:say|answer))(?: (?:it|this|that|that one|this one|please))*[\s.!]*$|default|dunno|idk|leave it to you)\b/i;
const REST =
  /\b(?:the rest|everything else|all (?:the )?(?:other|rest)|others?|the remaining|otherwise)\b/i;
const MAX_LENGTH = 200;

/** "You decide", "whatever": the person leaves a detail to the one who does the work. */
export function isLeftToUs(text: string): boolean {
  return text.length <= MAX_LENGTH && (LEFT.test(text) || isAllLeftToUs(text));
}

/** Nothing but that, so it is about everything that is open. */
export function isAllLeftToUs(text: string): boolean {
  if (text.length > MAX_LENGTH) return false;
  const { acts, isAll } = actsOf(text);
  const isLeft = acts.has("leave") || acts.has("unknown") || acts.has("skip") || acts.has("go");
  return isAll && isLeft && !acts.has("refuse") && !acts.has("withdraw");
}

/** "You decide the rest": it is about everything without an answer yet. */
export function isRestLeftToUs(text: string): boolean {
  return isLeftToUs(text) && REST.test(text);
}
