/*
 * Letters of other scripts that look like Latin ones. A word with only such letters reads as a Latin
 * word; any other letter shows the reader the script. Accents occur on both and make no difference.
 */
interface Twins {
  readonly script: RegExp;
  readonly letters: string;
  /** The Latin letter that each looks like, in order; absent if names are not written in the script. */
  readonly latin?: string;
}

const TWINS: readonly Twins[] = [
  {
    script: /\p{Script=Cyrillic}/u,
    letters: "аеорсухѕіјһѵԁԛԝүӏӀАВЕКМНОРСТУХЅІЈҺѴԌԚԜҮ",
    latin: "aeopcyxsijhvdqwyllABEKMHOPCTYXSIJHVGQWY",
  },
  {
    script: /\p{Script=Greek}/u,
    letters: "αγικνορσυϲϳΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹͿ",
    latin: "ayikvopoucjABEZHIKMNOPTYXCJ",
  },
  { script: /\p{Script=Armenian}/u, letters: "ցհոսօզլյԼՍՏՕ", latin: "ghnuoqljLUSO" },
  { script: /\p{Script=Cherokee}/u, letters: "ᎠᎡᎢᎥᎩᎪᎫᎬᎳᎷᎻᏀᏃᏎᏏᏒᏔᏕᏙᏚᏞᏟᏢᏦᏧᏴ" },
  { script: /\p{Script=Coptic}/u, letters: "ⲎⲒⲔⲘⲚⲞⲢⲤⲦⲬⲟⲣⲥⲭⲓⲕ" },
  // Its letters are Latin capitals.
  { script: /\p{Script=Lisu}/u, letters: "ꓐꓑꓒꓓꓖꓗꓙꓚꓝꓞꓟꓠꓡꓢꓣꓤꓥꓦꓧꓨꓩꓪꓫꓬꓮꓰꓲꓳꓴꓵ" },
];

/** Scripts whose letters look alike. */
const ALIKE = [
  /\p{Script=Latin}/u,
  ...TWINS.map(({ script }) => script),
  /\p{Script=Georgian}/u,
  /\p{Script=Gothic}/u,
  /\p{Script=Deseret}/u,
];
/** A letter that makes a word worth a closer look; most texts have none. */
export const FOREIGN = new RegExp(
  `[${ALIKE.slice(1)
    .map(({ source }) => source)
    .join("")}]`,
  "u",
);
const LATIN_OF = new Map(
  TWINS.flatMap(({ letters, latin = "" }) =>
    Array.from(latin, (letter, index) => [letters[index] ?? "", letter] as const),
  ),
);

/** Whether one word mixes letters of several scripts that look alike. */
export function isMixed(word: string): boolean {
  return FOREIGN.test(word) && ALIKE.filter((script) => script.test(word)).length > 1;
}

/** Whether the text has a letter that a reader would take for a Latin one. */
export function hasTwin(word: string): boolean {
  return lettersOf(word).some((letter) => TWINS.some(({ letters }) => letters.includes(letter)));
}

/**
 * Whether a part of the word, such as one between dots, has only letters with a Latin twin from a
 * script that is not in `told`.
 */
export function passesForLatin(word: string, told: ReadonlySet<RegExp> = new Set()): boolean {
  if (!FOREIGN.test(word)) return false;
  const parts = word.split(/[_.-]+/).map(lettersOf);
  const isTwin = ({ letters }: Twins, part: readonly string[]) =>
    part.length > 0 && part.every((letter) => letters.includes(letter));
  return TWINS.some((one) => !told.has(one.script) && parts.some((part) => isTwin(one, part)));
}

/** The scripts that readers of a text recognise, because it has letters without a Latin twin. */
export function scriptsTold(text: string): ReadonlySet<RegExp> {
  if (!FOREIGN.test(text)) return new Set();
  const used = [...new Set(lettersOf(text))];
  const told = TWINS.filter(({ script, letters }) =>
    used.some((letter) => script.test(letter) && !letters.includes(letter)),
  );
  return new Set(told.map(({ script }) => script));
}

/** A form that is equal for two names that a reader could confuse. */
export function skeleton(name: string): string {
  return Array.from(name.normalize("NFKD"), (one) => LATIN_OF.get(one) ?? one)
    .join("")
    .toLowerCase();
}

function lettersOf(word: string): string[] {
  return Array.from(word.normalize("NFD").replace(/\P{L}+/gu, ""));
}
