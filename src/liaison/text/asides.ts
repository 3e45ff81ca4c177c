import { type Act, actsIn, leadOf, SPOKEN, type Spoken, tailFrom } from "../phrases/acts.ts";
import { type Piece, piecesOf, type Token } from "../phrases/pieces.ts";
import about from "./about-words.json" with { type: "json" };

/** What people do with words that tells nothing about the task. A bare "yes" or "no" may tell. */
const ACTS: ReadonlySet<Act> = new Set<Act>([
  "go",
  "agree",
  "leave",
  "unknown",
  "skip",
  "greet",
  "parts",
  "thank",
  "insult",
  "mood",
  "complain",
  "frame",
  "please",
  "swear",
  "praise",
]);
const OPEN: ReadonlySet<Act> = new Set<Act>(["leave", "unknown", "skip"]);
const LEAVES: ReadonlySet<Act> = new Set<Act>([...OPEN, "go"]);
const TAILS: ReadonlySet<Act> = new Set<Act>(["go", "leave", "thank", "please"]);
/** A mood at the end stands for itself unless the words before it lead to it: "it is driving me mad". */
const LONG_MOOD = 3;
const LEADS_ON =
  /^(?:is|are|was|were|am|im|its|thats|be|me|us|ist|sind|war|bin|es|son|est|sont|suis|e|sono|sao|zijn|jest|sa)$/u;
/** "It cannot go on" and "150 to start with" let nothing begin. */
const HANGS =
  /^(?:to|cant|cannot|can|not|dont|wont|will|should|shouldnt|must|may|it|that|they|he|she|we|i|zu|nicht|kann|darf|soll|a|de|pas|peut|doit|puede|non|puo|nao|pode|te|kan|niet|moet|nie|moze)$/u;
/** What is left of "the rest is up to you". */
const REST =
  /^(?:rest|everything|else|all|uberlasse|reste|tout|resto|todo|demas|altro|tutto|overige|reszta|reszte|あと|残り)$/u;
const CONNECTS =
  /^(?:and|but|so|now|then|ok|okay|well|the|le|la|el|il|o|den|der|das|de|het|und|aber|also|dann|jetzt|y|pero|et|mais|alors|e|ma|allora|mas|entao|en|dan|i|ale|is|are)$/u;
const MAX_READ = 1_000;
/** Words of a label: "budget: skip", "brand, no idea". */
const LABEL = 2;
const JOINED =
  /[\s,;，、–-]+(?:and|but|or|so|und|aber|y|et|mais|e|ma|mas|en|maar|i|ale)?[\s,;，、–-]*$/iu;

const ABOUT: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(about).map(([language, words]) => [
    language,
    new Set(
      words
        .split("|")
        .flatMap((word) => piecesOf(word).flatMap(({ tokens }) => tokens.map((one) => one.word))),
    ),
  ]),
);

/**
 * A clause without what only agrees, hurries, greets, or leaves something open: "4 sessions a week, go
 * ahead" tells 4 sessions. Undefined if it tells nothing else.
 */
export function withoutAsides(clause: string, language: Spoken): string | undefined {
  if (clause.length > MAX_READ) return clause;
  const pieces = piecesOf(clause);
  const lefts = pieces.map((piece, index) =>
    isLabel(piece, pieces[index + 1], language) ? "" : leftOf(piece, language),
  );
  if (pieces.every(({ text }, index) => lefts[index] === text)) return clause;
  const kept: string[] = [];
  for (const [index, { mark }] of pieces.entries()) {
    const left = lefts[index] ?? "";
    if (left === "") endWith(kept, mark);
    else kept.push(left + mark);
  }
  const rest = kept.join("").replace(JOINED, "").trim();
  return /[\p{L}\p{N}]/u.test(rest) ? rest : undefined;
}

const LEAST_WONDERED = 3;

/** "Idk what to get my sister": at first that is what they want to know. */
export function wonderedIn(clause: string, language: Spoken): string | undefined {
  if (clause.length > MAX_READ) return undefined;
  for (const { text, tokens } of piecesOf(clause)) {
    const { count } = leadOf(tokens, language, (act) => act === "unknown" || act === "frame");
    const next = tokens[count];
    const isAbout = next !== undefined && ABOUT.get(language)?.has(next.word) === true;
    if (count > 0 && isAbout && tokens.length - count > LEAST_WONDERED) {
      return text.slice(next.start);
    }
  }
  return undefined;
}

/** What is left keeps the mark at the end of a sentence. */
function endWith(kept: string[], mark: string): void {
  const last = kept.at(-1);
  if (last !== undefined && /[.!?]/.test(mark))
    kept[kept.length - 1] = `${last.replace(JOINED, "")}${mark}`;
}

/** "Soil? No idea": both leave the soil open. */
function isLabel({ tokens, mark }: Piece, next: Piece | undefined, language: Spoken): boolean {
  if (next === undefined || tokens.length === 0 || tokens.length > LABEL) return false;
  if (!/[?:：？]/.test(mark)) return false;
  return actsOfPiece(next.tokens, language)?.every((act) => LEAVES.has(act)) === true;
}

function actsOfPiece(tokens: readonly Token[], language: Spoken): readonly Act[] | undefined {
  return actsIn(tokens, [language, ...SPOKEN.filter((one) => one !== language)]);
}

function leftOf(piece: Piece, language: Spoken): string {
  const { text, tokens } = piece;
  if (isAct(tokens, language)) return "";
  const lead = leadOf(tokens, language, (act) => act === "unknown");
  const next = tokens[lead.count]?.word ?? "";
  if (lead.count > 0 && ABOUT.get(language)?.has(next) === true) return "";
  const rest = tokens.slice(isFiller(lead.count, tokens) ? lead.count : 0);
  const tail = tailOf(rest, language);
  if (isLeftOpen(rest, language) || isBareRest(rest.slice(0, tail))) return "";
  const [first, last] = [rest[0], rest[tail - 1]];
  if (first === undefined || last === undefined) return text;
  const start = rest.length === tokens.length ? 0 : first.start;
  return text.slice(start, tail === rest.length ? text.length : last.end).trim();
}

function isAct(tokens: readonly Token[], language: Spoken): boolean {
  const connected = tokens.findIndex(({ word }) => !CONNECTS.test(word));
  const ways = [tokens, ...(connected > 0 ? [tokens.slice(connected)] : [])];
  return ways.some((own) => {
    const acts = actsOfPiece(own, language) ?? [];
    const isTold = acts[0] !== "asks_back" || acts.includes("go");
    return acts.length > 0 && isTold && acts.every((act) => ACTS.has(act) || act === "asks_back");
  });
}

function tailOf(tokens: readonly Token[], language: Spoken): number {
  const plain = tailFrom(tokens, language, (act, length) => TAILS.has(act) && length > 1);
  if (plain < tokens.length)
    return HANGS.test(tokens[plain - 1]?.word ?? "") ? tokens.length : plain;
  const moody = tailFrom(tokens, language, (act, length) => act === "mood" && length >= LONG_MOOD);
  return LEADS_ON.test(tokens[moody - 1]?.word ?? "") ? tokens.length : moody;
}

/** "Budget skip", "the colour you decide". */
function isLeftOpen(tokens: readonly Token[], language: Spoken): boolean {
  const open = tailFrom(tokens, language, (act) => act === "skip" || act === "leave");
  return open > 0 && open <= LABEL && open < tokens.length && isName(tokens.slice(0, open));
}

function isBareRest(tokens: readonly Token[]): boolean {
  const left = tokens.filter(({ word }) => !CONNECTS.test(word));
  const isShort = tokens.length <= LABEL + 1;
  return isShort && (left.length === 0 || left.every(({ word }) => REST.test(word)));
}

/** "Idk old stuff": a single word that only hesitates. */
function isFiller(count: number, tokens: readonly Token[]): boolean {
  return count > 0 && count < tokens.length && count <= LABEL;
}

function isName(tokens: readonly Token[]): boolean {
  return tokens.every(({ word }) => /^\p{L}{3,}$/u.test(word));
}
