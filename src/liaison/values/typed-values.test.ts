import { expect, test } from "vitest";
import { typedValues } from "./typed-values.ts";
import { likelyLanguage } from "./value-words.ts";

test.each([
  ["a two page report as PDF by Friday", "amount:two page format:PDF date:Friday"],
  ["dinner for 4 on 9 June at 8pm", "amount:4 date:9 June time:8pm"],
  ["3,400 a month, 12 %, v2.8.1", "money:3,400 a month percent:12 % version:v2.8.1"],
  ["wir sind zu fünft, am 31. März um 20 Uhr", "amount:fünft date:31. März time:20 Uhr"],
  ["quiero la mesa para el viernes a las nueve y media", "date:viernes time:nueve y media"],
  ["pour nous: 5 nuits, 900 € le 2 mars", "amount:5 nuits money:900 € date:2 mars"],
  ["siamo in undici e non di più", "amount:undici"],
  ["sábado 22/03 para uma festa de 25 pessoas", "date:sábado 22/03 amount:25 pessoas"],
  ["het is voor dinsdag om 10 uur", "date:dinsdag time:10 uur"],
  ["proszę na piątek, do 300 zł", "date:piątek money:300 zł"],
  ["11月12日に3人です", "date:11月12日 amount:3人"],
  ["12月7号中午，预算800元", "date:12月7号 time:中午 money:800元"],
])("“%s” tells %s", (text, told) => {
  const values = typedValues(text, likelyLanguage(text));
  expect(values.map((one) => `${one.type}:${one.text}`).join(" ")).toBe(told);
});

test("two spellings of one value are the same", () => {
  const [one, other] = ["December 12", "12 December"].map(
    (text) => typedValues(text, "en")[0]?.same,
  );
  expect(one).toBe(other);
});
