import { artefactAt } from "../cases/artefacts.ts";
import { findCase } from "../cases/find-case.ts";
import { contentOf } from "../text/words.ts";
import type { Statement } from "./statement.ts";
import { isOrder } from "./statement-kind.ts";
import { saysWish } from "./wish-words.ts";

const ASKED =
  /\b(?:i|we)\b.{0,20}\b(?:need|want|require|looking for)\b|\b(?:can|could|would) you\b/i;
const VAGUE_SUBJECT =
  /^(?:it|its|it's|this|that|they|these|those|also|and|ideally|no|not|please add|add|make (?:it|that|this)|just|only|one|up to|from|to|for|in|at|by|signed|name|max)\b/i;
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;
/** What comes with the first message is the task; later ones tell more about it. */
const FIRST = 1.5;
/** What a conversation opens with names it, whatever is needed or wanted beside it. */
const OPENING = 4;
/** "Story time: …" names no story. */
const NAMES_ON =
  /^(?:[.,;!]|$| (?:for|to|about|on|of|with|from|in|at|by|that|which|w|text|please|pls)(?!\p{L}))/iu;
const NAMES_READ = 12;
const NAMES_FIRST =
  /^(?:(?!(?:i|we|my|our|he|she|it|they|you|and|but)(?!\p{L}))[\p{L}\d-]+ ){0,4}$/iu;
/** The kind of task is looked up for the first few only, because the goal comes early. */
const MAX_LOOKED_UP = 8;

/** The statement that says what the task is; undefined if none asks for anything. */
export function goalOf(statements: readonly Statement[]): Statement | undefined {
  let best: Statement | undefined;
  let most = 0;
  const candidates = statements.filter(isCandidate);
  const first = statements[0]?.sources[0];
  for (const [index, statement] of candidates.entries()) {
    const isFirst = first !== undefined && statement.sources.includes(first);
    const opens = isFirst && index === 0 && opensWithTask(statement) ? OPENING : 0;
    const score = goalScore(statement, index) + (isFirst ? FIRST : 0) + opens;
    if (score > most) [best, most] = [statement, score];
  }
  return best ?? statements.find(isNamed);
}

/** "Migrate the customers into Postgres": an order with its object, or the name of the thing. */
function opensWithTask(statement: Statement): boolean {
  const isWhole = contentOf(statement.said).size > 2 && !OF_NOTHING.test(statement.said);
  return isOpeningName(statement) || (isWhole && isOrder(statement.said));
}

/** "Write him something": what it is to be stands elsewhere. */
const OF_NOTHING =
  /^\p{L}+ (?:(?:me|him|her|them|us) )?(?:something|anything|it|this|that|them|these|those)(?!\p{L})/iu;

/** "Playlist for a long drive with my dad": words that only name what is to be made. */
function isOpeningName({ said }: Statement): boolean {
  const place = artefactAt(said);
  if (place === undefined || !NAMES_FIRST.test(said.slice(0, place.start))) return false;
  return NAMES_ON.test(said.slice(place.end, place.end + NAMES_READ));
}

/** "A vegan menu for eight guests" limits something, and names it. */
function isNamed({ kind, topic, said }: Statement): boolean {
  const isTelling = kind === "constraint" || kind === "criterion" || kind === "context";
  return isTelling && topic === undefined && /^(?:an?|the|some|my|our|\d+)\s/i.test(said);
}

function isCandidate({ kind, topic, text }: Statement): boolean {
  if (topic !== undefined) return false;
  return kind === "requirement" || (kind === "question" && text.length > 10);
}

function goalScore(statement: Statement, index: number): number {
  const { said, isRequest, kind } = statement;
  const isWanted = saysWish(said);
  const asked = ASKED.test(said) || isWanted ? 3 : 0;
  const wanted = isRequest || isWanted ? 2 : 0;
  const isWhole = UNSPACED.test(said) || contentOf(said).size > 1;
  const known = isWhole && index < MAX_LOOKED_UP && findCase(said, "") !== undefined ? 2 : 0;
  const vague = VAGUE_SUBJECT.test(said) ? -3 : 0;
  const question = kind === "question" ? -0.6 : 0;
  return 1 + asked + wanted + known + vague + question - Math.min(index, 20) * 0.01;
}
