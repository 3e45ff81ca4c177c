import type { MessageId } from "../../domain/id.ts";
import type { Clarification } from "../../domain/liaison/liaison.ts";
import type { ClarifiedTopic } from "../../domain/liaison/liaison-steps.ts";
import type { DefineInput } from "../../ports/model/understanding.ts";
import { artefactIn } from "../cases/artefacts.ts";
import { slotKindOf } from "../cases/library.ts";
import { type RevisedWords, reviseWords } from "../corrections/revise-words.ts";
import type { Spoken } from "../phrases/acts.ts";
import { spokenIn } from "../phrases/spoken.ts";
import { assumptionsOf } from "../specification/assumptions.ts";
import { bareFact } from "../specification/bare-fact.ts";
import { elementsOf } from "../specification/elements.ts";
import { answerStatement, makeStatement } from "../specification/make-statement.ts";
import { PLAIN } from "../specification/modality.ts";
import { type PersonWords, personWords } from "../specification/person-words.ts";
import type { Statement } from "../specification/statement.ts";
import { isOrder, isRequest, wantsToBegin } from "../specification/statement-kind.ts";
import { saysWish } from "../specification/wish-words.ts";
import { withoutAsides, wonderedIn } from "../text/asides.ts";
import { isAsked } from "../text/asked.ts";
import { asksWho } from "../text/asks-who.ts";
import type { Beside } from "../text/clause-act.ts";
import { heardBeside } from "../text/heard-beside.ts";
import { isAimedAtUs } from "../text/instruction-to-reader.ts";
import { MAX_STATEMENTS } from "../text/limits.ts";
import type { Material } from "../text/material.ts";
import { splitSentences } from "../text/sentences.ts";
import { joinShortLists } from "../text/short-lists.ts";
import { contentOf, shareIn } from "../text/words.ts";
import { detailCalled } from "../values/named-detail.ts";
import { createAssumed, refuses } from "./assumed.ts";
import { withoutIntroduction } from "./introduction.ts";
import { isNameOf, openTopic } from "./open-topic.ts";
import { type ReadAnswers, readAnswers } from "./read-answers.ts";
import { goOn, type Heard, hold, isOfDetail, keep, type Reading, takeOut } from "./reading.ts";

/** What the person's words amount to, read from the first to the newest. */
export interface ReadConversation {
  readonly statements: readonly Statement[];
  /** The open details that have been answered. */
  readonly answered: readonly ClarifiedTopic[];
  /** All details that were asked for, in their current state. */
  readonly clarifications: readonly Clarification[];
  readonly wantsToProceed: boolean;
  readonly material: readonly PastedMaterial[];
  /** Everything that the person wants, in their words. */
  readonly words: string;
  /** Topics of assumptions that hold no longer, in small letters. */
  readonly takenOut: readonly string[];
}

/** What was pasted, and in which exchange. */
interface PastedMaterial extends Material {
  readonly exchange: MessageId;
}

/** Of what was pasted; the worker reads the rest in its exchange. */
const MAX_EXCERPT = 1_000;

const LABEL = /^([^:]{2,60}):\s+(\S.{0,400})$/;

export function readConversation(input: DefineInput): ReadConversation {
  const spoken = personWords(input.exchanges);
  const revised = reviseWords(spoken, input.clarifications);
  const { said, clarifications } = revised;
  const unrevised = new Map(spoken.map(({ source, text }) => [source, text] as const));
  const places = new Map(input.exchanges.map(({ id }, index) => [id, index] as const));
  const reading: Reading = {
    said,
    statements: [],
    told: new Map(),
    assumed: createAssumed([
      ...(input.former?.assumptions ?? []),
      ...assumptionsOf(clarifications),
    ]),
    onHold: new Set(),
    language: input.language ?? "en",
    unrevised,
  };
  for (const words of said) {
    const asked = askedBefore(clarifications, places, words);
    readWords(reading, words, asked);
  }
  for (const clarification of clarifications) addUnread(reading, clarification, said);
  return {
    statements: withCorrectors(reading.statements.slice(0, MAX_STATEMENTS), revised),
    answered: clarifications.flatMap(({ topic, status }) => {
      const told = reading.told.get(topic);
      return status === "open" && told !== undefined ? [told] : [];
    }),
    clarifications: clarifications.map((clarification) =>
      clarification.status === "open"
        ? { ...clarification, ...reading.told.get(clarification.topic) }
        : clarification,
    ),
    wantsToProceed: said.some(({ isNewest, text }) => isNewest && wantsToBegin(text)),
    material: said.flatMap(({ material, source: exchange }) =>
      material.map(({ kind, text }) => ({ exchange, kind, text: text.slice(0, MAX_EXCERPT) })),
    ),
    words: said.map(({ text }) => text).join("\n"),
    takenOut: reading.assumed.gone(),
  };
}

/**
 * Details asked for before these words. One that was given up counts only if they follow at once.
 */
function askedBefore(
  clarifications: readonly Clarification[],
  places: ReadonlyMap<MessageId, number>,
  words: PersonWords,
): readonly Clarification[] {
  return clarifications.filter(({ asked_in, status }) => {
    const place = places.get(asked_in) ?? -1;
    if (place >= words.index) return false;
    return status === "open" || status === "answered" || place === words.askedAt;
  });
}

function readWords(reading: Reading, words: PersonWords, asked: readonly Clarification[]): void {
  const open = asked.filter(({ topic }) => !reading.told.has(topic));
  const { answers, rest } = answersIn(reading, words, open);
  for (const answer of answers) {
    reading.told.set(answer.topic, answer);
    const clarification = open.find(({ topic }) => topic === answer.topic);
    const said = clarification?.answer ?? answer.answer;
    if (said === undefined) continue;
    const text = withoutAsides(said, spokenIn(words.text) ?? "en") ?? said;
    const { topic } = answer;
    settle(reading, answerStatement({ topic, answer: text, sources: [words.source] }));
  }
  readBeside(reading, rest, { words, asked, isNamed: rest.some(namesTask) });
}

/** "Write a retention policy": whatever is asked beside it is a question, and not the task. */
function namesTask(clause: string): boolean {
  if (isAsked(clause)) return false;
  const isWanted = isRequest(clause) || saysWish(clause);
  return isOrder(clause) || (isWanted && artefactIn(clause) !== undefined);
}

function readBeside(reading: Reading, rest: readonly string[], heard: Heard): void {
  const { words } = heard;
  const waiting = waitingIn(reading, words);
  if (words.place === "shown") {
    if (wantsToBegin(words.text)) goOn(reading);
    for (const said of waiting) hold(reading, said, words);
  }
  for (const clause of toldBeside(words, rest)) {
    const isPart = waiting.some((said) => said.toLowerCase().includes(clause.said.toLowerCase()));
    if (!isPart) readTold(reading, clause, heard);
  }
}

/** Whole sentences: of "hold on, I must ask my boss first", neither half says it alone. */
function waitingIn(
  { unrevised }: Reading,
  { text, source, place }: PersonWords,
): readonly string[] {
  if (place === "opening") return [];
  return splitSentences(unrevised.get(source) ?? text)
    .map((sentence) => sentence.text)
    .filter((sentence) => heardBeside(sentence, place) === "wait");
}

interface Told {
  readonly said: string;
  /** What it does instead of telling something. */
  readonly beside: Beside | undefined;
}

/** The clauses without asides; an opening that only seems to tell nothing is all that there is. */
function toldBeside(words: PersonWords, clauses: readonly string[]): readonly Told[] {
  const language = spokenIn(words.text) ?? "en";
  const told = withRoles(clauses).flatMap((clause) => {
    const told = toldIn(clause, language, words);
    const said = told && withoutIntroduction(told);
    if (said === undefined) return [];
    const isOpening = words.place === "opening";
    if (isOpening && isRequest(said)) return [{ said, beside: undefined }];
    // "Not sure if you do that" is talk as a whole, and half of it is not.
    const whole = isOpening ? heardBeside(clause, words.place) : undefined;
    return [{ said, beside: heardBeside(said, words.place) ?? whole }];
  });
  const isOnlyBeside = told.every(({ beside }) => beside !== undefined);
  return words.place === "opening" && isOnlyBeside
    ? told.map(({ said }) => ({ said, beside: undefined }))
    : told;
}

const NOT_ROLE = /^(?:and |but |und |aber )?(?:not|nicht|niet) (?=\S)/iu;

/** "Kassel is where we live", "not the destination": the second says what the first is not. */
function withRoles(clauses: readonly string[]): readonly string[] {
  const joined: string[] = [];
  for (const clause of clauses) {
    const before = joined.at(-1);
    const role = clause.replace(NOT_ROLE, "").replace(/[\s.!]+$/u, "");
    const isRole = NOT_ROLE.test(clause) && detailCalled(role) !== undefined;
    if (before !== undefined && isRole) joined.splice(-1, 1, `${before}, ${clause}`);
    else joined.push(clause);
  }
  return joined;
}

/** Longer words than these may tell something beside their agreement. */
const FEW_LETTERS = 24;

/** "No voucher": where there is none to take out, none is wanted. */
const FORBIDS =
  /^(?:and |but |also )?(?:no (?!problem|worr|thank|idea|need|rush|more|question|hurry|way|doubt|change|one|comment|matter|longer)|without |keine? |keinen |ohne |sin |pas d[e']|sans |senza |niente |sem |geen |zonder |bez )\p{L}{3,}(?: [\p{L}-]+){0,4}[.!]*$/iu;

/** What was said beside the task is known to the worker where it is about what was understood. */
function readTold(reading: Reading, { said, beside }: Told, heard: Heard): void {
  const { words } = heard;
  if (words.place === "shown") reading.assumed.hear(said);
  if (words.place !== "opening" && isOfDetail(reading, said, heard)) return;
  const isShown = words.place === "shown";
  if (isShown && beside === "undo" && takeOut(reading, said, words)) return;
  if (beside === undefined || (isShown && FORBIDS.test(said))) {
    readClause(reading, said, heard);
    return;
  }
  if (isShown || tellsFigure(said)) keepBeside(reading, { said, beside }, words);
}

function keepBeside(reading: Reading, { said, beside }: Told, words: PersonWords): void {
  if (beside === "go") goOn(reading);
  const isLong = said.length > FEW_LETTERS && (beside === "go" || beside === "leave");
  if (isLong || beside === "undo" || beside === "talk" || tellsFigure(said))
    keep(reading, said, { words, kind: "also_said" });
}

/** "Rent is 980 if that helps" sounds like a question, and would be none if it had a mark. */
function tellsFigure(said: string): boolean {
  return /\d/.test(said) && !/[?？]/.test(said) && !isAsked(said.replace(/[\s.!…]*$/u, "?"));
}

function toldIn(clause: string, language: Spoken, { askedAt }: PersonWords): string | undefined {
  const told = withoutAsides(clause, language);
  return told === undefined && askedAt === -1 ? wonderedIn(clause, language) : told;
}

/**
 * Now that fewer questions are open, words can seem to answer one that they did not answer then. So
 * they are read without it, or they would be lost.
 */
function answersIn(
  reading: Reading,
  words: PersonWords,
  open: readonly Clarification[],
): ReadAnswers {
  const read = readAnswers(joinShortLists(words.text), open);
  const meant = open.filter((one) => {
    const answer = read.answers.find(({ topic }) => topic === one.topic)?.answer;
    return answer === undefined || !isOthers(one, answer, { reading, words });
  });
  return meant.length === open.length ? read : answersIn(reading, words, meant);
}

/** Whether a detail is known to have been given up, or answered by later words. */
function isOthers(
  { status, answer }: Clarification,
  seeming: string,
  { reading, words }: { readonly reading: Reading; readonly words: PersonWords },
): boolean {
  if (status === "left_to_us" || status === "assumed") return true;
  if (status === "open" || answer === undefined || seeming === answer) return false;
  if (words.text.includes(answer)) return false;
  return reading.said.some(({ index, text }) => index > words.index && text.includes(answer));
}

/** An answer replaces what was said before about the same detail. */
function settle(reading: Reading, statement: Statement): void {
  const at = reading.statements.findIndex(({ topic }) => topic === statement.topic);
  if (at !== -1) reading.statements.splice(at, 1, statement);
  else reading.statements.push(statement);
}

/** The detail that words before a colon name: one that was asked for, or a well-known one. */
function namedTopic(name: string, asked: readonly Clarification[]): string | undefined {
  const known = asked.find((one) => isNameOf(name, openTopic(one)));
  if (known !== undefined) return known.topic;
  const isName = name.split(/\s+/, 4).length <= 3 && !isRequest(name);
  return isName && slotKindOf(name.toLowerCase()) !== undefined ? name.toLowerCase() : undefined;
}

function readClause(reading: Reading, clause: string, { words, asked, isNamed }: Heard): void {
  if (isAimedAtUs(clause) || asksWho(clause)) return;
  if (reading.statements.length >= MAX_STATEMENTS) return;
  const [, name = "", value = ""] = LABEL.exec(clause) ?? [];
  const topic = name === "" ? undefined : namedTopic(name, asked);
  if (topic !== undefined) {
    settle(reading, answerStatement({ topic, answer: value, sources: [words.source] }));
    return;
  }
  const made = elementsOf(clause).map((element) => makeStatement(element, words.source));
  // What they ask at first is what they want to know; what they ask back later changes nothing.
  const kept = made.flatMap((statement) => {
    if (statement.kind !== "question") return [statement];
    if (words.askedAt !== -1) return [];
    return isNamed ? [statement] : [statement, { ...statement, kind: "requirement" as const }];
  });
  for (const statement of kept) addStatement(reading, statement, asked.length > 0);
}

/** "She is seven", "it's from Sunday": of somebody or something, and not of what is to be done. */
const TELLS_OF =
  /^(?:it|he|she|they|that|there|her|his|er|sie|es|ella|él|il|elle|lui|lei|ele|ela|hij|zij|on|ona)(?:['’]s|['’]re)?\s/iu;

const TOLD: ReadonlySet<Statement["kind"]> = new Set(["requirement", "context"] as const);

/** What fits nowhere is no wish, and is kept all the same. */
function fitsNowhere({ kind, said, slots, importance, isRequest: asks }: Statement): boolean {
  const isPlain = TOLD.has(kind) && !asks && importance <= PLAIN;
  return isPlain && slots.length === 0 && TELLS_OF.test(said);
}

/** "Since this morning", where that was said already, is no line of its own. */
function isRepeated({ statements }: Reading, { said, kind, topic, sources }: Statement): boolean {
  if (topic !== undefined || kind === "question") return false;
  const words = contentOf(said);
  return (
    words.size > 0 &&
    statements.some(
      (one) =>
        one.sources[0] !== sources[0] &&
        (one.kind === kind || (TOLD.has(one.kind) && TOLD.has(kind))) &&
        refuses(one.said) === refuses(said) &&
        shareIn(words, contentOf(one.said)) === 1,
    )
  );
}

function addStatement(reading: Reading, statement: Statement, wasAsked: boolean): void {
  if (isRepeated(reading, statement)) return;
  const fact = wasAsked ? bareFact(statement) : undefined;
  if (fact !== undefined) settle(reading, fact);
  else if (wasAsked && fitsNowhere(statement)) {
    reading.statements.push({ ...statement, kind: "also_said" });
  } else reading.statements.push(statement);
}

/** A statement that holds a corrected value comes from the words of the correction as well. */
function withCorrectors(
  statements: readonly Statement[],
  { said, corrected }: RevisedWords,
): readonly Statement[] {
  const byMessage = said.map(({ source }, index) => ({ source, values: corrected[index] ?? [] }));
  return statements.map((statement) => {
    const own = statement.text.toLowerCase();
    const more = byMessage
      .filter(({ source }) => statement.sources.includes(source))
      .flatMap(({ values }) => values.filter(({ value }) => own.includes(value.toLowerCase())))
      .flatMap(({ by }) => said[by]?.source ?? []);
    return more.length === 0
      ? statement
      : { ...statement, sources: [...new Set([...statement.sources, ...more])] };
  });
}

/** An answer on record that can no longer be read from the words. */
function addUnread(
  reading: Reading,
  { topic, status, answer, asked_in }: Clarification,
  said: readonly PersonWords[],
): void {
  if (status !== "answered" || answer === undefined || reading.told.has(topic)) return;
  const source = said.find(({ asking }) => asking === asked_in)?.source;
  settle(
    reading,
    answerStatement({ topic, answer, sources: source === undefined ? [] : [source] }),
  );
}
