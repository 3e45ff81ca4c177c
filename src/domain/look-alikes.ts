/*
 * Letters of other scripts that look like Latin ones. A word of nothing but them reads as a Latin
 * word; one other letter tells the reader the script. Accents make no difference: they stand on both.
 */
interface Twins {
  readonly script: RegExp;
  readonly letters: string;
  /** What each stands for, in their order; absent where no names are written in the script. */
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

/** Scripts with letters that look the same. */
const ALIKE = [
  /\p{Script=Latin}/u,
  ...TWINS.map(({ script }) => script),
  /\p{Script=Georgian}/u,
  /\p{Script=Gothic}/u,
  /\p{Script=Deseret}/u,
];
const LATIN_OF = new Map(
  TWINS.flatMap(({ letters, latin = "" }) =>
    Array.from(latin, (letter, index) => [letters[index] ?? "", letter] as const),
  ),
);

/** Whether letters of several scripts that look alike stand in one word. */
export function isMixed(word: string): boolean {
  return ALIKE.filter((script) => script.test(word)).length > 1;
}

/** Whether it has a letter that a reader would take for a Latin one. */
export function hasTwin(word: string): boolean {
  return lettersOf(word).some((letter) => TWINS.some(({ letters }) => letters.includes(letter)));
}

/**
 * Whether a part of the word, such as one between dots, has only letters with a Latin twin of a
 * script that is not among `told`.
 */
export function passesForLatin(word: string, told: ReadonlySet<RegExp> = new Set()): boolean {
  const parts = word.split(/[_.-]+/).map(lettersOf);
  const isTwin = ({ letters }: Twins, part: readonly string[]) =>
    part.length > 0 && part.every((letter) => letters.includes(letter));
  return TWINS.some((one) => !told.has(one.script) && parts.some((part) => isTwin(one, part)));
}

/** The scripts of which a text has letters that look like no Latin ones, so that its readers know them. */
export function scriptsTold(text: string): ReadonlySet<RegExp> {
  const used = [...new Set(lettersOf(text))];
  const told = TWINS.filter(({ script, letters }) =>
    used.some((letter) => script.test(letter) && !letters.includes(letter)),
  );
  return new Set(told.map(({ script }) => script));
}

/** What two names that a reader could take for one another have in common. */
export function skeleton(name: string): string {
  return Array.from(name.normalize("NFKD"), (one) => LATIN_OF.get(one) ?? one)
    .join("")
    .toLowerCase();
}

function lettersOf(word: string): string[] {
  return Array.from(word.normalize("NFD").replace(/\P{L}+/gu, ""));
}
