import type { Statement } from "./statement.ts";

const MOST_READ = 600;
/** "Come up with one", "write one for me", "recomendarme uno". */
const ONE =
  /(?<=\p{L} )(?:one|some)(?=(?: for (?:me|us|him|her|them))?[\s.!?]*$)|(?<=\p{L} )(?:un[aeo]?|uma)(?=[\s.!?]*$)/iu;
const THING =
  /(?<!\p{L})(?:an?|einen?|ein|un[aeo]?|uma?|een) (?!(?:few|lot|bit|couple|baby|week|day|month|year|time|little|while|friend)(?!\p{L}))\p{L}[^,.;:!?()]{2,60}/giu;
/** Where the thing ends and what is told of it begins. */
const TOLD_OF_IT =
  / (?:that|which|who|and|but|so|because|when|if|und|weil|der|die|das|que|y|et|qui|che|en|dat|on \p{L}+day)(?!\p{L}).*$/iu;
/** "A letter to them": who they are was said before. */
const THEM = /(?<= (?:to|for|with|about) )(?:them|him|her)(?!\p{L})/iu;
const PEOPLE =
  /(?<!\p{L})(?:the (?:people|family|couple|neighbou?rs?|lady|man|woman|guys?|company|owners?|tenants?|landlord|landlady|teacher|school|supplier|customer|client)(?: (?:upstairs|downstairs|next door|above us|below us|across the street))?|(?:my|our) (?:(?:old|new|upstairs|downstairs|next-door) )?(?:neighbou?rs?|boss|landlord|landlady|mother|father|mum|mom|dad|sister|brother|aunt|uncle|grand\p{L}+|teacher|supplier|client|customer|colleague|manager|friend|tenant|son|daughter|wife|husband|partner|ex)s?)(?!\p{L})/giu;

/** With "one" and "them" in a wish named by what was said before it. */
export function withNames(statements: readonly Statement[]): readonly Statement[] {
  return statements.map((one, index) => {
    if (one.topic !== undefined || one.kind !== "requirement") return one;
    const before = statements
      .slice(0, index)
      .filter(({ topic }) => topic === undefined)
      .map(({ said }) => said)
      .join(". ")
      .slice(-MOST_READ);
    const text = named(named(one.text, ONE, lastIn(before, THING)), THEM, lastIn(before, PEOPLE));
    return text === one.text ? one : { ...one, text };
  });
}

function named(text: string, pronoun: RegExp, name: string | undefined): string {
  return name === undefined ? text : text.replace(pronoun, () => name);
}

function lastIn(before: string, form: RegExp): string | undefined {
  const last = [...before.matchAll(form)].at(-1)?.[0].replace(TOLD_OF_IT, "").trim();
  return last === "" ? undefined : last?.replace(/^The /, "the ");
}
