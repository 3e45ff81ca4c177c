const SENTENCES = /[^.!?\n]+/g;
/** A shorter sentence is a word or two that any reply may use. */
const SHORTEST = 12;

/** What a reply says of its own, in lower case: without the person's sentences where it reads them back. */
export function withoutWordsOf(person: string, reply: string): string {
  const sentences = (person.match(SENTENCES) ?? [])
    .map(plain)
    .filter((one) => one.length >= SHORTEST);
  return sentences.reduce(
    (text, sentence) => text.replaceAll(sentence, ""),
    reply.split("\n").map(plain).join("\n"),
  );
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/\s+/g, " ").trim();
}
