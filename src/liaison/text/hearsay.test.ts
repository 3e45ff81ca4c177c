import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { spokenIn } from "../phrases/spoken.ts";
import { withoutHearsay } from "./hearsay.ts";

test.each([
  ["HR says we should give a range", "we should give a range"],
  [
    "Our Ines is leaving (finally, she says) so we need an ad",
    "Our Ines is leaving so we need an ad",
  ],
  ["PDF they wrote. By Friday", "PDF. By Friday"],
  ["my neighbour told me the hall holds 120, I think", "the hall holds 120, I think"],
  ["Mein Chef meint, dass 20 Seiten reichen", "20 Seiten reichen"],
  ["Mi jefe dice que necesitamos los tres informes", "necesitamos los tres informes"],
  ["Ma femme dit qu'il faut trois chambres", "il faut trois chambres"],
  ["Mia moglie dice che servono tre camere", "servono tre camere"],
  ["O meu chefe diz que precisamos de três", "precisamos de três"],
  ["Mijn baas zegt dat het drie moet zijn", "het drie moet zijn"],
  ["Moja żona mówi, że potrzebujemy trzech pokoi na piątek", "potrzebujemy trzech pokoi na piątek"],
  ["母が3人分必要だと言っています。", "3人分必要だ。"],
  ["我同事说要三份报告。", "要三份报告。"],
])("what others say is told without them: %s", (text, told) => {
  expect(withoutHearsay(text, spokenIn(text))).toBe(told);
});

test.each([
  ["my wife says blue, but I want green", "I want green"],
  ["Ben says nobody reads those, but anyway one page", "one page"],
  ["Oma sagt, niemand isst Fisch, aber ich möchte welchen", "ich möchte welchen"],
  ["我妈说要红的，但我想要蓝的。", "我想要蓝的。"],
])("what the person sets aside is not told: %s", (text, told) => {
  expect(withoutHearsay(text, spokenIn(text))).toBe(told);
});

test.each(["Do what she says", "The contract says 30 days", "He said yes", 'It says "closed"'])(
  "it stays: %s",
  (text) => {
    expect(withoutHearsay(text, "en")).toBe(text);
  },
);

test("a program that has no memory left for optimized patterns reads both cases as well", () => {
  const [hearsay, spoken] = ["./hearsay.ts", "../phrases/spoken.ts"].map((path) =>
    JSON.stringify(new URL(path, import.meta.url)),
  );
  const program = `
    import { withoutHearsay } from ${hearsay};
    import { spokenIn } from ${spoken};
    const texts = ["HR says we should give a range", "Mi jefe dice que necesitamos los tres informes"];
    console.log(JSON.stringify(texts.map((text) => withoutHearsay(text, spokenIn(text)))));`;
  const { stdout } = spawnSync(
    process.execPath,
    ["--no-regexp-optimization", "--input-type=module", "--eval", program],
    { encoding: "utf8" },
  );
  expect(JSON.parse(stdout)).toEqual(["we should give a range", "necesitamos los tres informes"]);
});

test.for([
  "my mate says add three rockets. Over my dead body",
  "gav wants jokes about his ex in it. no gav",
  "my husband says we need a shop after all, ignore him for now",
  "meine Schwester will überall Gartenzwerge. Nur über meine Leiche",
  "mon frère veut une piscine, pas question",
  "mi jefe quiere más logos. ni hablar",
])("%j tells nothing: the person wants none of it", (text) => {
  expect(withoutHearsay(text, spokenIn(text))).toBe("");
});

test.for([
  "my wife wants roses. no lavender please",
  "Anna asked for more roses, no problem at all",
])("%j is told as it stands", (text) => {
  expect(withoutHearsay(text, spokenIn(text))).toContain("roses");
});
