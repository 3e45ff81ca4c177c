import { artefactAt } from "../cases/artefacts.ts";
import { definingActs } from "../learned/clause-acts.ts";
import { definingMarks } from "../text/clause-act.ts";
import { saysWish } from "./wish-words.ts";

/** Who is told of: the person, their people, what is theirs. */
const OF_PERSON =
  /^(?:(?:so|and|but|well|und|aber|y|pero|et|mais|e|ma|en|maar|i|ale),? )?(?:i|i['’](?:m|ve)|we|we['’](?:re|ve)|he|she|my|our|(?:two|three|some|most|one|all|none|half) of (?:us|them|the|my|our)|ich|wir|er|mein\p{L}{0,2}|unser\p{L}{0,2}|yo|nosotros|mis?|nuestr\p{L}{1,2}|se (?:me|nos)|j['’]\p{L}+|je|nous|on|mon|ma|mes|notre|nos|io|noi|(?:il |la |i |le )?(?:mi[oae]|miei|nostr[oaie])|eu|nós|(?:o |a |os |as )?(?:meus?|minhas?|noss[oa]s?)|ik|wij|mijn|onze?|m[oó]j\p{L}{0,3}|nasz\p{L}{0,3})(?!\p{L})/iu;
/** A whole sentence about something definite. */
const OF_THINGS =
  /^(?:the|this|these|those|every|it|they|people|nobody|everybody|somebody|someone|der|die|das|dies\p{L}*|es|sie|el|la|los|las|est[aeo]s?|le|les|l['’]\p{L}+|cet\p{L}*|il|lo|gli|quest\p{L}|o|a|os|as|est[ea]s?|de|het|deze|dit|ten|ta|to|te) (?:\p{L}+ ){1,4}(?:is|are|was|were|has|have|had|do|does|did|keeps?|gets?|ist|sind|war|hat|haben|es|está|están|son|ha|han|est|sont|a|ont|è|sono|hanno|é|são|tem|têm|zijn|heeft|hebben|jest|są|ma|mają)(?!\p{L})/iu;
/** What the work must not be or do is a limit, whoever is told of. */
const OF_WORK =
  /(?<!\p{L})(?:must|should|shall|needs? to|ha(?:s|ve) to|max\p{L}*|at (?:most|least)|muss|soll|debe|doit|deve|moet|musi)(?!\p{L})/iu;
const LIKELY = 0.4;
const LIKELY_OF_PERSON = 0.5;
const MOST_WISHED = 0.25;
const MOST_READ = 300;
const NAMES_FIRST = 24;

/** "The people upstairs have parties every night": all of it happens, and none of it is wished for. */
export function onlyTells(clause: string): boolean {
  const isOfThings = OF_PERSON.test(clause) || OF_THINGS.test(clause);
  if (!isOfThings || clause.length > MOST_READ || OF_WORK.test(clause) || saysWish(clause))
    return false;
  if (artefactAt(clause) !== undefined) return false;
  const { wish = 0, question = 0 } = definingActs(clause, definingMarks(clause));
  return wish + question < MOST_WISHED;
}

/** Whether a clause only tells the circumstances: of a person, or what came before. */
export function isBackground(clause: string): boolean {
  if (clause.length > MOST_READ || OF_WORK.test(clause) || saysWish(clause)) return false;
  const isOfPerson = OF_PERSON.test(clause);
  // "Short note to school: my daughter had a fever" names what is to be made.
  const made = isOfPerson ? undefined : artefactAt(clause);
  if (made !== undefined && made.start < NAMES_FIRST) return false;
  const { back = 0, fact = 0, wish = 0 } = definingActs(clause, definingMarks(clause));
  if (wish >= MOST_WISHED) return false;
  return back >= LIKELY || (isOfPerson && back + fact >= LIKELY_OF_PERSON);
}
