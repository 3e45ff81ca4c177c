import type { Exchange } from "../../domain/liaison/liaison.ts";
import { actsOf } from "../phrases/acts.ts";
import { actOf } from "./acts.ts";
import { mentionsOf } from "./dimension-words.ts";
import { readEvidence } from "./evidence.ts";
import { plain } from "./patterns.ts";
import type { PhraseBook } from "./phrase-lists.ts";
import { isHalfhearted, isMixed, polarityOf } from "./polarity.ts";
import { meantBy } from "./spelling.ts";
import { requestKindOf } from "./wishes/request-words.ts";

const LISTS = [
  "contrast",
  "negations",
  "accept",
  "reject",
  "good",
  "bad",
  "lacks",
  "request",
  "later",
  "ask",
  "weak",
  "retract",
  "people",
  "says",
  "agree",
  "said",
  "reconsider",
  "conditional",
  "unreal",
  "wouldBe",
  "consent",
  "irony",
  "self",
] as const;
const MOST_READ = 600;
const EARLY = 15;
const PATTERNS: Readonly<Record<string, RegExp>> = {
  wouldBe:
    /\b(?:would|could have|should have|was going to|assuming|supposing|suppose|provided|normally|usually|seem(?:s|ed)?)\b/,
  conditional: /\b(?:if|once|unless|until|when)\b/,
  opensIf: /^(?:if|once|unless|until|when)\b/,
  negations: /\b(?:not|no|never|nothing|nobody|cannot)\b|n't\b/,
  self: /\b(?:i|we|me|my|us|our|i'm|i'll|i'd)\b/,
  contrast: /\bbut\b/,
};

/** What the readers by hand say of a clause, in the same words for all languages. */
export function marksOf(text: string, book: PhraseBook | undefined): readonly string[] {
  const read = text.slice(0, MOST_READ);
  const { acts, isAll } = actsOf(read);
  const said = [...acts].map((act) => `does ${act}`);
  return [
    ...(book === undefined ? englishMarks(read) : otherMarks(read, book)),
    ...said,
    ...(isAll ? ["does all"] : []),
  ];
}

function otherMarks(text: string, book: PhraseBook): readonly string[] {
  const bare = text.replace(book.opening, "");
  const marks: string[] = LISTS.filter((list) => book.is(list, list === "ask" ? bare : text));
  if (book.is("conditional", bare) && book.placeOf("conditional", bare).from < 3)
    marks.push("opensIf");
  if (marks.includes("people") && book.placeOf("people", text).from < EARLY) marks.push("hearsay");
  if (book.sidesIn(text).length > 0) marks.push("side");
  return marks;
}

function englishMarks(text: string): readonly string[] {
  const said = meantBy(plain(text));
  const act = actOf(said);
  const request = requestKindOf(said);
  const { value } = polarityOf(said);
  return [
    ...(act === undefined ? [] : [act.kind, ...(act.isFirm ? ["firm"] : [])]),
    ...(request === undefined ? [] : [request === "lacks" ? "lacks" : "request"]),
    ...(value > 0.2 ? ["good"] : []),
    ...(value < -0.2 ? ["bad"] : []),
    ...(isMixed(said) ? ["contrast"] : []),
    ...(mentionsOf(said, false).length > 0 ? ["side"] : []),
    ...(isHalfhearted(said) ? ["weak"] : []),
    ...Object.keys(PATTERNS).filter((name) => PATTERNS[name]?.test(said)),
    ...evidenceMarks(text),
  ];
}

function evidenceMarks(content: string): readonly string[] {
  const { exchanges, isPutOff, isQuestion } = readEvidence([{ ...ALONE, content }]);
  if (isPutOff) return ["later"];
  if (isQuestion) return ["ask"];
  return exchanges[0]?.content.trim() === "" ? ["people", "says", "hearsay"] : [];
}

const ALONE: Exchange = {
  id: "msg_00000000000000000000000000",
  role: "human",
  content: "",
  timestamp: "2026-01-01T00:00:00.000Z",
  phase: "feedback_collection",
  round: 1,
};
