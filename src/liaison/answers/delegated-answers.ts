const LEFT =
  /\b(?:you (?:decide|choose|pick)|you can (?:decide|choose|pick)|up to you|whatever|whichever|don['’]?t (?:care|mind)|do not (?:care|mind)|no preference|no (?:idea|clue)|(?:hard|difficult|tough) to say|not sure|don['’]?t know|do not know|surprise me|your (?:choice|call)|any(?:thing)?(?: is| will be| would be)? (?:fine|ok(?:ay)?|good|works)|use your (?:best )?judg[e]?ment|doesn['’]?t matter|does not matter|as you (?:like|wish|see fit)|either(?: is)?(?: fine)?$|any$|anything$|^(?:skip|pass|next|n\/a|-+|no answer|prefer not to say|i['’]d rather not (?:say|answer))(?: (?:it|this|that|that one|this one|please))*[\s.!]*$|default|dunno|idk|leave it to you)\b/i;
const REST =
  /\b(?:the rest|everything else|all (?:the )?(?:other|rest)|others?|the remaining|otherwise)\b/i;
const ALL =
  /^(?:(?:ok(?:ay)?|please|just|well|i|really|honestly|so|then|to be honest|as i said|like i said|hm+)[\s,]*)*(?:you (?:decide|choose|pick)(?: (?:it|that|all|everything))?|up to you|whatever(?: you (?:think|like|want|prefer)(?: is best)?)?|(?:don['’]?t|do not) (?:care|mind|know)|no preferences?|surprise me|your (?:choice|call)|anything(?: is)? fine|as you (?:like|wish|see fit)|idk|dunno|(?:skip|pass)(?: (?:it|this|that|them|these|all|everything|this one|that one|the questions?|to the end))*|next(?: (?:one|question))?|n\/a|-+|no answer|just (?:do|start|make|build) it|go ahead|any|no (?:idea|clue)|(?:that['’]s |it['’]s )?(?:hard|difficult|tough) to say|use your (?:best )?judg[e]?ment)[\s.!]*$/i;

/** "You decide", "whatever": the person leaves a detail to the one who does the work. */
export function isLeftToUs(text: string): boolean {
  return text.length <= 200 && LEFT.test(text);
}

/** Nothing but that, so it is about everything that is open. */
export function isAllLeftToUs(text: string): boolean {
  return text.length <= 200 && ALL.test(text.trim());
}

/** "You decide the rest": it is about everything without an answer yet. */
export function isRestLeftToUs(text: string): boolean {
  return isLeftToUs(text) && REST.test(text);
}
