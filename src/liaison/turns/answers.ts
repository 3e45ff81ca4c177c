import type { Exchange } from "../../domain/liaison/liaison.ts";
import { openClarifications } from "../../domain/liaison/liaison-machine.ts";
import { asksWho } from "../text/asks-who.ts";
import { splitSentences } from "../text/sentences.ts";
import { tellingWords } from "../text/telling-words.ts";
import { shareIn } from "../text/words.ts";
import { newsWords } from "../wording/other-words.ts";
import {
  assumedWords,
  enoughWords,
  standingLineWords,
  takenFromWords,
  whoWords,
  whyAskedWords,
  writtenWords,
} from "../wording/question-back-words.ts";
import { linesOf, type ShownLine } from "../wording/shown-lines.ts";
import { nextWords, specificationWords } from "../wording/specification-words.ts";
import type { Specified } from "./improvements.ts";
import kinds from "./question-words.json" with { type: "json" };
import type { Talk } from "./talk.ts";

/** What a question of the person's is about, where its words say it. */
type About = keyof typeof kinds;

export interface Answers {
  /** What can be answered here, in the order of the questions. */
  readonly say: readonly string[];
  /** Questions that only whoever does the task can answer. */
  readonly open: readonly string[];
}

interface Asked {
  readonly talk: Talk;
  readonly task: Specified;
  /** Questions of ours follow in the same reply. */
  readonly isAsking: boolean;
}

/** The person's questions, answered from the specification and from their own words. */
export function answersTo(asked: Asked, questions: readonly string[]): Answers {
  const answers = questions.map((question) => ({ question, answer: answerTo(asked, question) }));
  const say = answers.flatMap(({ answer }) => (answer === undefined ? [] : [answer]));
  return {
    say: [...new Set(say)].filter((one) => one !== ""),
    open: answers.flatMap(({ question, answer }) => (answer === undefined ? [question] : [])),
  };
}

function answerTo(asked: Asked, question: string): string | undefined {
  const { talk, task, isAsking } = asked;
  const { wording, liaison } = talk;
  const about = aboutOf(question);
  if (about.has("news") && liaison.phase !== "problem_definition") {
    return newsWords(wording, liaison);
  }
  if (asksWho(question)) return whoWords(wording);
  if (about.has("known")) return specificationWords(wording, task);
  if (about.has("next")) return nextWords(wording, liaison.worker?.name);
  // Our own questions behind it say what is still needed.
  if (about.has("need")) return isAsking ? "" : enoughWords(wording);
  return (
    (about.has("basis") ? whyAsked(talk, question) : undefined) ??
    lineAnswer(talk, { task, question, isBasis: about.has("basis") }) ??
    (about.has("seen") ? writtenAnswer(talk, question) : undefined)
  );
}

const MOST_READ = 400;

export function aboutOf(question: string): ReadonlySet<About> {
  const text = ` ${question.slice(0, MOST_READ).toLowerCase()} `;
  const has = (phrase: string) => {
    const at = text.indexOf(phrase);
    return at !== -1 && (!/^\p{sc=Latin}/u.test(phrase) || !/\p{L}/u.test(text[at - 1] ?? " "));
  };
  return new Set((Object.keys(kinds) as About[]).filter((kind) => kinds[kind].some(has)));
}

/** Why one of our own questions was asked. */
function whyAsked({ liaison, wording }: Talk, question: string): string | undefined {
  const words = tellingWords(question);
  const last = liaison.clarifications.at(-1)?.asked_in;
  const meant = [...openClarifications(liaison), ...liaison.clarifications]
    .filter(({ asked_in }) => asked_in === last)
    .find((one) => shareIn(words, tellingWords(`${one.topic} ${one.question}`)) > 0);
  return meant === undefined ? undefined : whyAskedWords(wording, meant.topic);
}

/** A question is about a line by this share of its words, or by a number of it. */
const MEANT = 0.5;
const QUOTED = /["“„«「『]([^"“”„«»「」『』]{2,200})["”“»」』]/gu;

function lineAnswer(
  { wording, liaison }: Talk,
  {
    task,
    question,
    isBasis,
  }: { readonly task: Specified; readonly question: string; readonly isBasis: boolean },
): string | undefined {
  const lines = linesOf(wording, task);
  const line = quotedLine(question, lines) ?? sharingLine(question, lines, isBasis);
  if (line === undefined) return undefined;
  if (line.kind === "assumed") return assumedWords(wording, line.shown);
  const words = line.kind === "value" ? undefined : sourceOf(liaison.exchanges, line);
  return words === undefined
    ? standingLineWords(wording, line.shown)
    : takenFromWords(wording, line.shown, words);
}

function quotedLine(question: string, lines: readonly ShownLine[]): ShownLine | undefined {
  const quotes = [...question.slice(0, MOST_READ).matchAll(QUOTED)].map(([, quote = ""]) =>
    quote.trim().toLowerCase(),
  );
  return lines.find(({ shown, said }) =>
    quotes.some((quote) => `${shown}\n${said}`.toLowerCase().includes(quote)),
  );
}

function sharingLine(
  question: string,
  lines: readonly ShownLine[],
  isBasis: boolean,
): ShownLine | undefined {
  const words = tellingWords(question);
  const scored = lines.map((line) => {
    const own = tellingWords(`${line.shown}\n${line.said}`);
    const shared = [...words].filter((word) => own.has(word));
    return { line, shared: shared.length, isNumber: shared.some((word) => /^\d/.test(word)) };
  });
  const most = Math.max(0, ...scored.map(({ shared }) => shared));
  const best = scored.find(({ shared }) => shared === most);
  if (most === 0 || best === undefined) return undefined;
  const isMeant = isBasis || best.isNumber || most / words.size >= MEANT;
  return isMeant ? best.line : undefined;
}

/** The person's sentence that a line is based on; undefined if it says the same. */
function sourceOf(exchanges: readonly Exchange[], line: ShownLine): string | undefined {
  const from = exchanges.filter(({ id }) => line.sources.length === 0 || line.sources.includes(id));
  const words = sentenceLike(from, tellingWords(line.said));
  return words === undefined || bare(words) === bare(line.said) ? undefined : words;
}

function bare(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[\s\p{P}]{1,20}/gu, " ")
    .trim();
}

/** What the person wrote about it, which whoever does the task reads as well. */
function writtenAnswer({ liaison, wording }: Talk, question: string): string | undefined {
  const before = liaison.exchanges.slice(0, liaison.replied);
  const words = sentenceLike(before, tellingWords(question));
  return words === undefined ? undefined : writtenWords(wording, words);
}

const MOST_SEARCHED = 20_000;

/** The sentence of the person's that shares most words. */
function sentenceLike(
  exchanges: readonly Exchange[],
  words: ReadonlySet<string>,
): string | undefined {
  const sentences = exchanges
    .filter(({ role, with: other }) => role === "human" && other === undefined)
    .flatMap(({ content }) => splitSentences(content.slice(0, MOST_SEARCHED)))
    .map(({ text }) => ({ text, share: shareIn(words, tellingWords(text)) }));
  const most = Math.max(0, ...sentences.map(({ share }) => share));
  return most === 0 ? undefined : sentences.find(({ share }) => share === most)?.text;
}
