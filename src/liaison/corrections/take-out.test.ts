import { expect, test } from "vitest";
import { linesMeant } from "./take-out.ts";

const LINES = ["A letter", "Without sugar", "About the Berlin office"].map((text) => ({ text }));
const meant = (clause: string) =>
  linesMeant(clause, LINES, { newest: [], listed: LINES }).map(({ text }) => text);

test.each([
  ["the third line can go", 2],
  ["Die zweite Zeile kann weg", 1],
  ["quita la segunda línea", 1],
  ["la première ligne est de trop", 0],
  ["togli la terza riga", 2],
  ["tira o segundo ponto", 1],
  ["de laatste regel mag weg", 2],
  ["drugi punkt do usunięcia", 1],
  ["3行目はいりません", 2],
  ["第二条不要", 1],
])("“%s” means the line at its place", (clause, place) => {
  expect(meant(clause)).toEqual([LINES[place]?.text]);
});

test("a line that denies what is quoted is not meant", () => {
  expect(meant("'sugar' has to go")).toEqual([]);
});

test("the words of a line name it", () => {
  expect(meant("take the Berlin one out")).toEqual(["About the Berlin office"]);
});

test.each([
  ["die Katze muss mit", ["4 Personen mit 2 Kindern"], []],
  ["ベルリンの件は外して", ["ベルリン事務所について", "写真つき"], ["ベルリン事務所について"]],
  ["把柏林那条去掉", ["关于柏林办事处", "带照片"], ["关于柏林办事处"]],
])("“%s” names lines by words that mean something: %j", (clause, texts, named) => {
  const lines = texts.map((text) => ({ text }));
  const found = linesMeant(clause, lines, { newest: [], listed: lines });
  expect(found.map(({ text }) => text)).toEqual(named);
});
