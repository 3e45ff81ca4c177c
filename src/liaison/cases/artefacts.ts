import nouns from "./artefacts.json" with { type: "json" };

/** What is to be made, as far as the words for it say, whatever the kind of task. */
export type Artefact = keyof typeof nouns;

const FORMS: readonly (readonly [Artefact, RegExp])[] = Object.entries(nouns).map(
  ([name, form]) => [name as Artefact, wordForm(form)],
);
const ANY = wordForm(Object.values(nouns).join("|"));
const MAX_READ = 600;

/** The artefact that is named first. */
export function artefactIn(text: string): Artefact | undefined {
  const word = ANY.exec(text.slice(0, MAX_READ))?.[0];
  return word === undefined ? undefined : FORMS.find(([, form]) => form.test(word))?.[0];
}

/** Where the first word for something to be made stands. */
export function artefactAt(
  text: string,
): { readonly start: number; readonly end: number } | undefined {
  const found = ANY.exec(text.slice(0, MAX_READ));
  return found === null ? undefined : { start: found.index, end: found.index + found[0].length };
}

function wordForm(alternatives: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives})(?![\\p{L}\\p{N}])`, "iu");
}
