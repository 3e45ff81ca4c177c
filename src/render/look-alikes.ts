/*
 * Letters of other scripts that look like Latin ones. A word of nothing but them reads as a Latin
 * word; one other letter tells the reader the script, so that ordinary words stay as they are.
 * Accents make no difference: they stand on both.
 */
const TWINS: readonly RegExp[] = [
  // Cyrillic
  /^[аеорсухѕіјһѵԁԛԝүӏӀАВЕКМНОРСТУХЅІЈҺѴԌԚԜҮ]+$/u,
  // Greek
  /^[αγικνορσυϲϳΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹͿ]+$/u,
  // Armenian
  /^[ցհոսօզլյԼՍՏՕ]+$/u,
  // Cherokee
  /^[ᎠᎡᎢᎥᎩᎪᎫᎬᎳᎷᎻᏀᏃᏎᏏᏒᏔᏕᏙᏚᏞᏟᏢᏦᏧᏴ]+$/u,
  // Coptic
  /^[ⲎⲒⲔⲘⲚⲞⲢⲤⲦⲬⲟⲣⲥⲭⲓⲕ]+$/u,
  // Lisu, whose letters are Latin capitals
  /^[ꓐꓑꓒꓓꓖꓗꓙꓚꓝꓞꓟꓠꓡꓢꓣꓤꓦꓧꓨꓪꓫꓬꓮꓰꓲꓳꓴꓵ]+$/u,
];

/** Whether a part of the word, such as one between dots, has only letters with a Latin twin. */
export function passesForLatin(word: string): boolean {
  return word
    .normalize("NFD")
    .split(/[_.-]+/)
    .map((part) => part.replace(/\P{L}+/gu, ""))
    .some((letters) => TWINS.some((twins) => twins.test(letters)));
}
