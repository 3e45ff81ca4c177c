import type { Json } from "../../domain/json.ts";
import { isJsonObject } from "../../domain/json-equal.ts";
import type { ClarifiedTopic } from "../../domain/liaison/liaison-steps.ts";
import type { SlotKind } from "../cases/slot-kind.ts";
import { splitClauses } from "../text/clauses.ts";
import { splitSentences } from "../text/sentences.ts";
import { typedValues } from "../values/typed-values.ts";
import { isAllLeftToUs, isLeftToUs, isRestLeftToUs } from "./delegated-answers.ts";
import { fitsKind, tellsKind } from "./fits-kind.ts";
import { freeAnswers } from "./free-answers.ts";
import { withoutIntroduction } from "./introduction.ts";
import { namedOptions, optionByPlace } from "./name-options.ts";
import { type AskedDetail, isNameOf, type OpenTopic, openTopic } from "./open-topic.ts";

export interface ReadAnswers {
  readonly answers: readonly ClarifiedTopic[];
  /** What was said beside the answers, clause by clause. */
  readonly rest: readonly string[];
}

const LABEL = /^[\s*•-]*([\p{L}\p{N}][\p{L}\p{N} _'/-]{1,60}?)\s*[:=]\s*(\S.{0,600})$/u;
const MAX_ANSWER = 600;

/** Which of the open details a text answers, and how. */
export function readAnswers(text: string, asked: readonly AskedDetail[]): ReadAnswers {
  const open = asked.map(openTopic);
  const object = readObject(text);
  if (object !== undefined) return objectAnswers(object, open);
  if (open.length === 0) return { answers: [], rest: clausesOf(text) };
  if (isAllLeftToUs(text)) return { answers: open.map(leftToUs), rest: [] };
  const labelled = labelledAnswers(text, open);
  const left = without(open, labelled.answers);
  const answered = plainAnswers(labelled.rest.join("\n"), left);
  return { answers: [...labelled.answers, ...answered.answers], rest: answered.rest };
}

function plainAnswers(text: string, open: readonly OpenTopic[]): ReadAnswers {
  if (open.length === 0 || text.trim() === "") return { answers: [], rest: clausesOf(text) };
  const ordered = orderedAnswers(text, open);
  const found: ReadAnswers =
    ordered === undefined
      ? freeAnswers(clausesOf(text), open)
      : { answers: ordered.map(({ topic, said }) => answerOf(topic, said)), rest: [] };
  const isRestLeft = isRestLeftToUs(text);
  const rest = isRestLeft ? found.rest.filter((clause) => !isLeftToUs(clause)) : found.rest;
  const untold = isRestLeft ? without(open, found.answers).map(leftToUs) : [];
  return { answers: [...found.answers, ...untold], rest };
}

/**
 * Words outside the fields of a question count as said beside the answers; an empty field is no
 * answer.
 */
function objectAnswers(
  fields: ReadonlyMap<string, string>,
  open: readonly OpenTopic[],
): ReadAnswers {
  const answers: ClarifiedTopic[] = [];
  const rest: string[] = [];
  for (const [name, said] of fields) {
    if (said === "") continue;
    const place = /^\D{0,12}(\d{1,2})$/.exec(name)?.[1];
    const topic =
      open.find((candidate) => isNameOf(name, candidate)) ??
      (place === undefined ? undefined : open[Number(place) - 1]);
    if (topic !== undefined) answers.push(answerOf(topic, said));
    else if (said !== "yes" && said !== "no") rest.push(...clausesOf(said));
  }
  return { answers, rest };
}

function labelledAnswers(text: string, open: readonly OpenTopic[]): ReadAnswers {
  const answers: ClarifiedTopic[] = [];
  const rest: string[] = [];
  for (const line of text.split(/\n/, 200)) {
    const [, name = "", said = ""] = LABEL.exec(line.trim()) ?? [];
    const topic = name === "" ? undefined : open.find((candidate) => isNameOf(name, candidate));
    if (topic === undefined) rest.push(line);
    else answers.push(answerOf(topic, said));
  }
  return { answers, rest };
}

/** With the option instead of its number. */
function answerOf({ topic, options }: OpenTopic, said: string): ClarifiedTopic {
  const text = withoutIntroduction(said.trim())
    .replace(/[\s.;,]{1,10}$/, "")
    .slice(0, MAX_ANSWER);
  const placed = optionByPlace(text, options);
  if (placed === undefined && namedOptions(text, options).length === 0 && isLeftToUs(text)) {
    return { topic, status: "left_to_us" };
  }
  return { topic, status: "answered", answer: placed ?? text };
}

function leftToUs({ topic }: OpenTopic): ClarifiedTopic {
  return { topic, status: "left_to_us" };
}

function without(
  open: readonly OpenTopic[],
  answers: readonly ClarifiedTopic[],
): readonly OpenTopic[] {
  const told = new Set(answers.map(({ topic }) => topic));
  return open.filter(({ topic }) => !told.has(topic));
}

function clausesOf(text: string): readonly string[] {
  return splitSentences(text)
    .flatMap((sentence) => splitClauses(sentence).map((clause) => clause.text))
    .filter((clause) => clause !== "");
}

/** The fields of a form that came as text, with their values as people would write them. */
function readObject(text: string): ReadonlyMap<string, string> | undefined {
  const trimmed = text.trim();
  if (!trimmed.startsWith("{") || !trimmed.endsWith("}")) return undefined;
  let value: Json;
  try {
    value = JSON.parse(trimmed) as Json;
  } catch {
    return undefined;
  }
  if (!isJsonObject(value)) return undefined;
  return new Map(Object.entries(value).map(([name, field]) => [name, textOf(field)]));
}

function textOf(value: Json): string {
  if (value === null) return "";
  if (typeof value === "string") return value.trim();
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) {
    const items = value.map(textOf).filter((item) => item !== "");
    const last = items.at(-1) ?? "";
    return items.length < 2 ? last : `${items.slice(0, -1).join(", ")} and ${last}`;
  }
  return typeof value === "number" ? String(value) : JSON.stringify(value);
}

interface OrderedAnswer {
  readonly topic: OpenTopic;
  readonly said: string;
}

const NUMBERED = /(?:^|[\s,;])(\d{1,2})\s*[.):-]\s+/g;
/** "Revenue, units, and margin" is one list and no three answers. */
const ENUMERATES = /^(?:and|or|und|oder|sowie|y|o|et|ou|e|en|of|i|oraz|lub)\s/i;
/** One item of a list that answers the questions in turn. */
const MAX_PART = 200;
/** Kinds that few words express reliably. */
const TYPED: ReadonlySet<SlotKind> = new Set<SlotKind>([
  "budget",
  "deadline",
  "duration",
  "frequency",
  "period",
  "people",
  "audience",
  "language",
  "format",
  "place",
]);

/**
 * Answers in the order of the questions: numbered, one a line, or separated by commas. Undefined if
 * the text has none of these forms, or an item could not answer the question at its place.
 */
function orderedAnswers(
  text: string,
  open: readonly OpenTopic[],
): readonly OrderedAnswer[] | undefined {
  return numbered(text, open) ?? parted(text, open, /\n+/) ?? parted(text, open, /\s*[;,]\s+/);
}

function numbered(text: string, open: readonly OpenTopic[]): readonly OrderedAnswer[] | undefined {
  const marks = [...text.matchAll(NUMBERED)].slice(0, open.length + 1);
  if (marks[0]?.index !== 0) return undefined;
  const found: OrderedAnswer[] = [];
  for (const [index, mark] of marks.entries()) {
    const topic = open[Number(mark[1]) - 1];
    const end = marks[index + 1]?.index ?? text.length;
    const said = text.slice(mark.index + mark[0].length, end).trim();
    if (topic === undefined || said === "") return undefined;
    found.push({ topic, said });
  }
  return found;
}

function parted(
  text: string,
  open: readonly OpenTopic[],
  by: RegExp,
): readonly OrderedAnswer[] | undefined {
  if (open.length < 2) return undefined;
  const parts = text
    .split(by, open.length + 2)
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const isTooMany = parts.length < 2 || parts.length > open.length;
  const isSpoken = parts.some((part) => part.length > MAX_PART || /[.!?]\s+\S/.test(part));
  if (isTooMany || isSpoken || ENUMERATES.test(parts.at(-1) ?? "")) return undefined;
  return placed(parts, open);
}

/** Each part goes to the question whose option it names or whose type it has, the rest by order. */
function placed(
  parts: readonly string[],
  open: readonly OpenTopic[],
): readonly OrderedAnswer[] | undefined {
  const topics = new Map<string, OpenTopic>();
  const take = (isMeant: (part: string, topic: OpenTopic) => boolean) => {
    for (const part of parts.filter((one) => !topics.has(one))) {
      const taken = new Set(topics.values());
      const meant = open.filter((topic) => !taken.has(topic) && isMeant(part, topic));
      const [only, ...others] = meant;
      if (only !== undefined && others.length === 0) topics.set(part, only);
    }
  };
  take((part, { options }) => namedOptions(part, options).length > 0);
  take(hasType);
  const isByOrder = parts.length === open.length;
  const left: OpenTopic[] = open.filter((topic) => ![...topics.values()].includes(topic));
  for (const part of isByOrder ? parts : []) {
    const next = topics.has(part) ? undefined : left.shift();
    if (next !== undefined && fitsKind(part, next.kind)) topics.set(part, next);
  }
  const answers = parts.map((said) => ({ topic: topics.get(said), said }));
  return answers.every(isPlaced) ? answers : undefined;
}

/** "Blue and white" tells colours, "two weeks" a duration. */
function hasType(part: string, { kind, words }: OpenTopic): boolean {
  if (isLeftToUs(part)) return false;
  const isColour =
    words.has("color") && typedValues(part, "en").some(({ type }) => type === "colour");
  return isColour || (kind !== undefined && TYPED.has(kind) && tellsKind(part, kind));
}

function isPlaced(answer: {
  readonly topic: OpenTopic | undefined;
  readonly said: string;
}): answer is OrderedAnswer {
  return answer.topic !== undefined;
}
