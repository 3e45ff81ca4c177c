import { actsIn } from "../../phrases/acts.ts";
import { alternatives } from "../../phrases/phrase-pattern.ts";
import { piecesOf } from "../../phrases/pieces.ts";
import lists from "./agreements.json" with { type: "json" };

const MOST_READ = 200;
const PHRASE = new RegExp(
  `^(?:(?:${alternatives(lists.before)})\\s{0,3}){0,3}(?:${alternatives(lists.phrases)})(?:\\s{0,3}(?:${alternatives(lists.behind)})){0,3}$`,
  "iu",
);
/** "Cheers mate". */
const POLITE = new RegExp(`^(?:(?:${alternatives(lists.behind)})\\s{0,3}){1,4}$`, "iu");
const BESIDE: ReadonlySet<string> = new Set(["yes", "agree", "praise", "thank", "greet", "go"]);
const SIGNS = /\p{Extended_Pictographic}|\u{fe0f}|["“”«»()]/gu;

/** What the person does with it next: "I'll print it", "printing it now". */
const DOING =
  /^(?:(?:and|so|now) )*(?:(?:i|we|i'll|i'm|im|ill|we'll|we're|ich|wir|je|j'|on|yo|io|eu|ik|lo|la)(?!\p{L})|\p{L}+ing(?!\p{L}))/iu;

/**
 * "Sweet", "bene così": of a result they accept it, said alone or before what the person does with it
 * next.
 */
export function isAgreement(said: string, isHarmless: boolean): boolean {
  if (said.length > MOST_READ || /[?？]/u.test(said)) return false;
  const pieces = said
    .replaceAll("’", "'")
    .replaceAll(SIGNS, " ")
    .split(/[.,!;:…\n、。！，]+|\s[–—-]\s/u)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== "");
  const rest = pieces.filter((piece) => !PHRASE.test(piece));
  if (rest.length === pieces.length) return false;
  return rest.every((piece) => isBeside(piece) || (isHarmless && DOING.test(piece)));
}

/** It says yes, thanks or praises, and no more. */
function isBeside(piece: string): boolean {
  if (POLITE.test(piece)) return true;
  const acts = actsIn(piecesOf(piece).flatMap(({ tokens }) => tokens));
  return !PHRASE.test(piece) && acts !== undefined && acts.every((act) => BESIDE.has(act));
}
