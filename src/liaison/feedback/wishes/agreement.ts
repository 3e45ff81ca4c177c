import { actsIn } from "../../phrases/acts.ts";
import { piecesOf } from "../../phrases/pieces.ts";
import { alternatives } from "../phrase-lists.ts";
import { isComplaint, type Remark } from "../remarks.ts";
import lists from "./agreements.json" with { type: "json" };

const MOST_READ = 200;
const PHRASE = new RegExp(
  `^(?:(?:${alternatives(lists.before)})\\s{0,3}){0,3}(?:${alternatives(lists.phrases)})(?:\\s{0,3}(?:${alternatives(lists.behind)})){0,3}$`,
  "iu",
);
const BESIDE: ReadonlySet<string> = new Set(["yes", "agree", "praise", "thank", "greet", "go"]);
const SIGNS = /\p{Extended_Pictographic}|\u{fe0f}|["“”«»()]/gu;

/**
 * "Sweet", "bene così": of a result they accept it, said alone or before what the person does with it
 * next.
 */
export function isAgreement(said: string, remarks: readonly Remark[]): boolean {
  if (said.length > MOST_READ || /[?？]/u.test(said)) return false;
  const pieces = said
    .replaceAll("’", "'")
    .replaceAll(SIGNS, " ")
    .split(/[.,!;:…\n、。！，]+|\s[–—-]\s/u)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== "");
  const rest = pieces.filter((piece) => !PHRASE.test(piece));
  if (rest.length === pieces.length) return false;
  if (rest.every(isBeside)) return !remarks.some(({ isSarcastic }) => isSarcastic);
  return PHRASE.test(pieces.find((piece) => !isBeside(piece)) ?? "") && remarks.every(isHarmless);
}

/** It says yes, thanks or praises, and no more. */
function isBeside(piece: string): boolean {
  const acts = actsIn(piecesOf(piece).flatMap(({ tokens }) => tokens));
  return !PHRASE.test(piece) && acts !== undefined && acts.every((act) => BESIDE.has(act));
}

function isHarmless(remark: Remark): boolean {
  const { request, isSarcastic, isDiscounted, value } = remark;
  return (
    request === undefined && !isSarcastic && !isDiscounted && value >= 0 && !isComplaint(remark)
  );
}
