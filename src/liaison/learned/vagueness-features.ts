import { isWord, tokenize } from "./tokens.ts";

const selfWords = new Set("i my me we our".split(" "));
const openWords = new Set(
  "best top popular latest recent good suitable great trending nice".split(" "),
);
const someWords = new Set("a an some any".split(" "));
const sentenceEnds = new Set([".", "!", "?"]);

/** The tokens of each sentence, including its closing mark. */
function splitSentences(tokens: readonly string[]): readonly (readonly string[])[] {
  const sentences: string[][] = [[]];
  for (const token of tokens) {
    sentences.at(-1)?.push(token);
    if (sentenceEnds.has(token)) sentences.push([]);
  }
  return sentences.filter((sentence) => sentence.length > 0);
}

function sentenceMarks(sentence: readonly string[], last: boolean): readonly string[] {
  const marks = [
    `S ${sentence[0]}`,
    `B ${sentence.slice(0, 2).join(" ")}`,
    `T ${sentence.slice(0, 3).join(" ")}`,
    `E ${sentence.at(-2) ?? ""}`,
    sentence.at(-1) === "?" ? "asks" : "says",
  ];
  if (last) marks.push(`L ${sentence[0]}`, `LE ${sentence.at(-1)}`);
  return marks;
}

function countNames(tokens: readonly string[]): number {
  return tokens.filter(
    (token, at) =>
      at > 0 && token !== "I" && /^[A-Z]/.test(token) && !sentenceEnds.has(tokens[at - 1] ?? ""),
  ).length;
}

function wordMarks(lower: readonly string[]): readonly string[] {
  const marks: string[] = [];
  if (lower.some((word) => selfWords.has(word))) marks.push("self");
  if (lower.includes("my")) marks.push("my");
  if (lower.some((word) => openWords.has(word))) marks.push("open");
  if (lower.some((word) => someWords.has(word))) marks.push("some");
  if (lower.some((word, at) => word.endsWith("est") && lower[at - 1] === "the")) marks.push("most");
  return marks;
}

function specificMarks(text: string): readonly string[] {
  const marks: string[] = [];
  if (/[0-9]/.test(text)) marks.push("digit");
  if (/\b(?:1[89]|20)[0-9]{2}\b/.test(text)) marks.push("year");
  if (/['"‘“][^'"’”]+['"’”]/.test(text)) marks.push("quote");
  return marks;
}

function shapeMarks(tokens: readonly string[], lower: readonly string[]): readonly string[] {
  const sentences = splitSentences(lower);
  return [
    ...sentences.flatMap((sentence, i) => sentenceMarks(sentence, i === sentences.length - 1)),
    ...lower.slice(0, 6).map((token, i) => `P${Math.floor(i / 2)} ${token}`),
    `length ${Math.min(Math.floor(tokens.length / 5), 12)}`,
    `sentences ${Math.min(sentences.length, 5)}`,
    `names ${Math.min(countNames(tokens), 4)}`,
    ...wordMarks(lower.filter(isWord)),
    ...specificMarks(tokens.join(" ")),
  ];
}

/**
 * Two kinds of features from the beginning of a text: its words and pairs of words, and its style.
 * A name occurs as often as the text has it.
 */
export function vaguenessFeatures(text: string): readonly (readonly string[])[] {
  const tokens = tokenize(text);
  const lower = tokens.map((token) => token.toLowerCase());
  const pairs = lower.slice(1).map((next, i) => `${lower[i]} ${next}`);
  return [[...lower, ...pairs], shapeMarks(tokens, lower)];
}
