import type { AskedQuestion } from "./asked-questions.ts";
import type { KnownDetail, KnownTask } from "./known-task.ts";

/** At least so much of what a detail is about stands in a question that asks for it. */
const LEAST = 0.5;
const WORD = /[\p{L}\p{N}]+/gu;
const EMPTY = new Set(
  "a an the of for to in on at by and or is are be do does you your we our it its this that with any some what which how when where who whom would should like want need have has there specific preferred kind type".split(
    " ",
  ),
);

/** Words that stand in the names of all kinds of details. */
const GENERAL = new Set(
  "preference style level detail information interest requirement need choice format".split(" "),
);

/** The detail that a question asks for; undefined if the person knows none. */
export function matchDetail(
  { topic, question }: AskedQuestion,
  { message, details }: Pick<KnownTask, "message" | "details">,
): KnownDetail | undefined {
  const [named, asked] = [wordsOf(topic), wordsOf(`${topic} ${question}`)];
  const said = wordsOf(message);
  const rated = details
    .map((detail) => ({ detail, how: rate(tellingWords(detail, said), named, asked) }))
    .filter(({ how }) => how >= LEAST);
  return rated.toSorted((one, other) => other.how - one.how)[0]?.detail;
}

/** Every question about a trip holds the trip: what the person began with tells no details apart. */
function tellingWords({ topic }: KnownDetail, said: ReadonlySet<string>): ReadonlySet<string> {
  const words = wordsOf(topic);
  const telling = new Set([...words].filter((word) => !said.has(word) && !GENERAL.has(word)));
  return telling.size === 0 ? words : telling;
}

/** The part of the topic's words that is asked for; of several details the one that is named wins. */
function rate(
  topic: ReadonlySet<string>,
  named: ReadonlySet<string>,
  asked: ReadonlySet<string>,
): number {
  if (topic.size === 0) return 0;
  const share = (words: ReadonlySet<string>) =>
    [...topic].filter((word) => words.has(word)).length / topic.size;
  const part = share(asked);
  return part < LEAST ? 0 : part + share(named);
}

function wordsOf(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(WORD) ?? [];
  return new Set(words.filter((word) => !EMPTY.has(word)).map(withoutPlural));
}

function withoutPlural(word: string): string {
  return word.length > 3 && word.endsWith("s") ? word.slice(0, -1) : word;
}
