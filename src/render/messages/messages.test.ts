import { expect, test } from "vitest";
import { SURFACE_LANGUAGES } from "../../messages/message-language.ts";
import { anAction, anAuthorization, anOpenAuthorization } from "../../testing/builders.ts";
import { authorizationBlocks } from "../blocks.ts";
import { headingParts, textOf } from "../decisive-words.ts";
import { TITLES, withoutSigns, ZONES } from "../signs.ts";
import { terminalLines } from "../terminal-blocks.ts";
import { lengthWords, sizeWords } from "../words/lengths.ts";
import { readerOf } from "../words/reader.ts";
import en from "./en.json" with { type: "json" };
import { wordsIn } from "./messages.ts";

const PLACE = /\{\$(\w+)/g;
const placesOf = (text: string) =>
  [...new Set(Array.from(text.matchAll(PLACE), ([, name]) => name ?? ""))].sort();

test.each(SURFACE_LANGUAGES)("every message of %s can be said", (language) => {
  const words = wordsIn(language);
  for (const [name, text] of Object.entries(en)) {
    const values = Object.fromEntries(placesOf(text).map((place) => [place, 2]));
    expect(words.say(name as keyof typeof en, values)).not.toBe("");
  }
});

test.each(SURFACE_LANGUAGES)("an agent writes no heading of a zone in %s", (language) => {
  const words = wordsIn(language);
  const headings = [words.say("zone.action"), words.say("zone.evidence"), words.say("zone.agent")];
  const title = words.say("zone.title", { id: "req_1", level: "HIGH", status: "open" });
  expect(headings.every((one) => ZONES.some((zone) => one.startsWith(zone)))).toBe(true);
  expect(TITLES.some((one) => title.startsWith(`${one} `))).toBe(true);
  for (const one of [...headings, title]) {
    expect(withoutSigns(`┌ ${one}`)).toBe(`\\u{250c} ${one}`);
  }
});

test("what binds an action is the same in all languages", () => {
  const action = anAction({ tool: "deploy", args: { environment: "live", note: "a\nb" } });
  const request = anOpenAuthorization({ authorization: anAuthorization({ action }) });
  const boundIn = (language: string) => {
    const blocks = authorizationBlocks(request, readerOf({ language, timeZone: "UTC" }));
    const block = blocks.find((one) => one.kind === "action");
    const { args, digest, tool, level } = block ?? {};
    return { args, digest, tool, level, facts: block?.facts.map(({ name }) => name) };
  };
  for (const language of SURFACE_LANGUAGES) expect(boundIn(language)).toEqual(boundIn("en"));
});

test("an authorization is read on a terminal in the language of the reader", () => {
  const action = anAction({ tool: "deploy", args: { environment: "live" } });
  const request = anOpenAuthorization({
    id: "req_01kdvdna000000000000000006",
    authorization: anAuthorization({ action }),
  });
  const linesIn = (language: string) => {
    const reader = readerOf({ language, timeZone: "UTC" });
    return terminalLines(authorizationBlocks(request, reader), reader.words, { width: 80 });
  };
  expect(linesIn("de").slice(0, 6)).toMatchInlineSnapshot(`
    [
      "GENEHMIGUNGSANFRAGE req_01kdvdna000000000000000006  MEDIUM  offen",
      "┌ AKTION: was ausgeführt würde, wie gespeichert",
      "│   deploy auf live ausführen",
      "│ Tool        deploy",
      "│ Stufe       MEDIUM",
      "│ Argumente",
    ]
  `);
  expect(linesIn("ja").slice(0, 6)).toMatchInlineSnapshot(`
    [
      "承認依頼 req_01kdvdna000000000000000006  MEDIUM  未処理",
      "┌ 操作: 実行される内容（保存されたまま）",
      "│   live で deploy を実行",
      "│ ツール      deploy",
      "│ レベル      MEDIUM",
      "│ 引数",
    ]
  `);
});

test("a language that there are no texts in is English, with its dates too", () => {
  const { words, moment } = readerOf({ language: "sv-SE", timeZone: "Europe/Berlin" });
  expect(words.language).toBe("en");
  expect(moment("2026-11-28T13:30:00.000Z")).toBe("28 Nov 2026, 14:30 CET");
});

test.each([
  ["en", "28 Nov 2026, 14:30 CET"],
  ["en-US", "Nov 28, 2026, 2:30 PM GMT+1"],
  ["de-AT", "28. Nov. 2026, 14:30 MEZ"],
  ["fr", "28 nov. 2026, 14:30 UTC+1"],
  ["ja", "2026年11月28日 14:30 GMT+1"],
])("a moment is read in %s as %s", (language, said) => {
  const { moment } = readerOf({ language, timeZone: "Europe/Berlin" });
  expect(moment("2026-11-28T13:30:00.000Z").replaceAll("\u202f", " ")).toBe(said);
});

test("lengths and sizes are said in the units of the language", () => {
  const said = (language: string) => {
    const words = wordsIn(language);
    return [lengthWords(97_200_000, words), sizeWords(2_000, words)];
  };
  expect(said("en")).toEqual(["1d 3h", "2,000 bytes"]);
  expect(said("de")).toEqual(["1 T. 3 Std.", "2.000 Bytes"]);
  expect(said("ja")).toEqual(["1日 3時間", "2,000 バイト"]);
});

test("in Japanese, too, no name of a tool passes for a tool and its place", () => {
  const heading = (tool: string) => textOf(headingParts({ tool }, { words: wordsIn("ja") }));
  expect(heading("deploy")).toBe("deploy を実行");
  expect(heading("stagingでdeploy")).toBe('"stagingでdeploy" を実行');
});
