import { definingActs } from "../learned/clause-acts.ts";
import { definingMarks } from "../text/clause-act.ts";
import { typedValues } from "../values/typed-values.ts";
import { byKind } from "./by-kind.ts";
import { byValues } from "./by-value.ts";
import { type CorrectionForms, correctionForms } from "./correction-words.ts";
import { denialIn } from "./denials.ts";
import { findMentions, type Mention } from "./find-mention.ts";
import { LIMITS } from "./is-correction.ts";
import { type Piece, setText, valuesOf } from "./pieces.ts";
import { withoutLead } from "./read-lead.ts";
import { change, type Reading, type Revising, replace, rewrite } from "./reading.ts";
import { mayReplace, removeMention } from "./replace-mention.ts";

const MAX_LENGTH = 400;
const END = /[\s.!?…。！]{1,10}$/u;

/** Changes what was said before where a piece corrects it; what only corrects is taken out of it. */
export function revisePiece(piece: Piece, revising: Revising, isMarked = false): void {
  if (piece.text.length > MAX_LENGTH || /\?["'”’)\]]*$/.test(piece.text)) return;
  const forms = correctionForms(revising.language);
  const body = withoutRest(piece.text.replace(END, ""), forms);
  const read = withoutLead(body, forms);
  const told = { ...read, isStrong: (read.isStrong || isMarked) && !ASIDE.test(body) };
  const reading = {
    piece,
    revising,
    forms,
    told,
    body,
    isHeard: soundsCorrecting(piece, revising),
  };
  // What is not a detail after all is no value for another; its line is found later.
  if (denialIn(body) !== undefined) return;
  if (told.rest !== "" && forms.same.test(told.rest)) setText(piece, "");
  else if (told.rest === "") dropApology(reading);
  else if (!byPair(reading) && !byDropping(reading) && !byValues(reading) && told.isStrong) {
    byKind(reading);
  }
}

/** How sure a clause must be of what it does to replace the only value of a kind. */
const SURE = 0.85;

function soundsCorrecting(piece: Piece, { language }: Revising): boolean {
  if (valuesOf(piece, language).length === 0) return false;
  return (definingActs(piece.said, definingMarks(piece.said))["correct"] ?? 0) >= SURE;
}

const ASIDE =
  /^(?:\S+\s+)?(?:sorry|apologies|entschuldigung|perdón|pardon|désolée?|scusa|desculpa|przepraszam) (?:for|about|to|für|por|pour|per|za) /iu;

/** Without "everything else the same" and "my mistake". */
function withoutRest(body: string, forms: CorrectionForms): string {
  if (ASIDE.test(body)) return body;
  const parts = body.split(/,\s+/);
  const kept = parts.filter((part) => !forms.same.test(part));
  return kept.length === parts.length || kept.length === 0 ? body : kept.join(", ");
}

/** "Sorry" alone is no wish, and neither is "no, that's wrong". A bare "no" may answer something. */
function dropApology({ piece, told, body, forms }: Reading): void {
  const behind = told.isRefusal ? body.replace(/^[^\s,.;:!–-]+[\s,.;:!–-]*/u, "") : body;
  if (told.isStrong && (!told.isRefusal || forms.strong.test(behind))) setText(piece, "");
}

/** "X instead of Y", "not Y but X", "replace Y with X". */
function byPair(reading: Reading): boolean {
  const { piece, revising, forms } = reading;
  for (const form of forms.pairs) {
    const pair = pairIn(form, reading);
    if (pair === undefined) continue;
    for (const mention of pair.mentions) replace(mention, pair.next, { piece, revising });
    rewrite(piece, remainder(pair.around, forms));
    if (piece.text !== "") revisePiece(piece, revising, true);
    return true;
  }
  return false;
}

interface Pair {
  readonly mentions: readonly Mention[];
  readonly next: string;
  /** What is said beside it. */
  readonly around: string;
}

function pairIn(form: RegExp, reading: Reading): Pair | undefined {
  const { forms, told, body } = reading;
  const match = form.exec(told.rest) ?? form.exec(body);
  const { old = "", value = "" } = match?.groups ?? {};
  if (match === null || old === "" || LIMITS.test(value.trim())) return undefined;
  const mentions = mentionsOf(cleanOld(old, forms), reading);
  const next = cleanValue(value, forms);
  if (mentions.length === 0 || next === "" || isLoose(match, mentions, reading)) return undefined;
  const { index, input } = match;
  return {
    mentions,
    next,
    around: `${input.slice(0, index)} ${input.slice(index + match[0].length)}`,
  };
}

/** Within one message only what is marked as a correction is one. */
function mentionsOf(old: string, { piece, revising, told }: Reading): readonly Mention[] {
  return findMentions(old, revising.history, revising.language).filter(
    (mention) => told.isStrong || mention.piece.message < piece.message,
  );
}

/** "No lentils, dinners" names two things and puts none in the other's place. */
function isLoose(
  { groups, 0: whole, input }: RegExpExecArray,
  mentions: readonly Mention[],
  { told, forms, revising, body }: Reading,
): boolean {
  const { denial, value = "" } = groups ?? {};
  if (denial === undefined || told.isStrong || told.isEnded) return false;
  if (forms.contrast.test(denial) && whole.length === input.length) return false;
  if (forms.tail.test(body)) return false;
  const typed = typedValues(value, revising.language);
  return !mentions.some(
    ({ value: old }) => old !== undefined && typed.some((one) => mayReplace(one, old)),
  );
}

function cleanOld(old: string, forms: CorrectionForms): string {
  return old
    .trim()
    .replace(forms.tail, "")
    .replace(/^(?:for|to|as|about|with|für|para|pour|per|voor|dla) /i, "");
}

/** What only introduces a value: "I've read the box: it is twice a day". */
const BEFORE =
  /^.*:\s+(?=\S)|^(?:[\p{L}'’]+\s+){0,4}(?:is|are|ist|sind|es|son|est|sont|è|sono|são|zijn)\s+(?=\S)/iu;
const RELATIVE = /\s(?:that |which )?(?:i|we|you|he|she|they)(?:['’]\p{L}+)?\s.*$/iu;

function cleanValue(value: string, forms: CorrectionForms): string {
  const { rest } = withoutLead(value.trim(), forms);
  const short = rest.replace(RELATIVE, "").replace(BEFORE, "").replace(BEFORE, "");
  return short.replace(/^[\s,:–-]+|[\s,:–-]+$/g, "");
}

function remainder(text: string, forms: CorrectionForms): string {
  const { rest } = withoutLead(text.replace(/^[\s,;:.–-]+/, "").replace(/[\s,;:–-]+$/, ""), forms);
  return forms.same.test(rest) ? "" : rest;
}

/** "Forget about blue, green it is": longer words are no value. */
const MAX_REPLACING = 4;

/** "Drop the charts", "without the glossary", "forget about blue, green it is". */
function byDropping(reading: Reading): boolean {
  const { piece, revising, forms, told, body } = reading;
  const match = forms.drop.exec(told.rest) ?? forms.drop.exec(body);
  const [taken = "", behind = ""] = match?.groups?.["old"]?.split(/[,，、]\s*/, 2) ?? [];
  const old = taken.replace(forms.dropTail, "");
  if (match === null || old === "") return false;
  const named = cleanOld(old, forms);
  const mentions = mentionsOf(named, reading);
  if (mentions.length === 0) return false;
  const next = cleanValue(behind, forms);
  const isReplaced = next !== "" && next.split(/\s+/).length <= MAX_REPLACING;
  for (const mention of mentions) {
    if (isReplaced) replace(mention, next, { piece, revising });
    else take(mention, named, revising);
  }
  rewrite(piece, "");
  return true;
}

function take(mention: Mention, named: string, revising: Revising): void {
  if (mention.piece.text.slice(mention.start, mention.end) === "") return;
  change(mention.piece, revising, () => removeMention(mention, named));
}
