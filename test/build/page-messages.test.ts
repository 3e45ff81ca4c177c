// biome-ignore-all lint/suspicious/noTemplateCurlyInString: what stands in them are sources and messages.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Mark, markMessages } from "../../scripts/page/mark-messages.ts";
import { languageFolder, speakerOf } from "../../scripts/page/speak-languages.ts";
import { makeFolder, removeFolder } from "../support/cli.ts";

const COUNT = ".input {$count :integer} .match $count";
const TEXTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  en: {
    hello: 'Hello {$name}, `$\\{x\\}` \\\\ "you".',
    swapped: "{$one} before {$two}",
    files: `${COUNT} 0 {{No file}} one {{{$count} file}} * {{{$count} files}}`,
    "state.open": "is open",
    "state.closed-now": "is closed",
    "by.ana": "by Ana, {$when}",
    "by.bo": "{$when} by Bo",
  },
  de: {
    hello: 'Guten Tag {$name}, `$\\{x\\}` \\\\ "Sie".',
    swapped: "{$two} nach {$one}",
    files: `${COUNT} 0 {{Keine Datei}} one {{{$count} Datei}} * {{{$count} Dateien}}`,
    "state.open": "ist offen",
    "state.closed-now": "ist geschlossen",
    "by.ana": "{$when} von Ana",
    "by.bo": "{$when} von Bo",
  },
};

let src: string;
const place = () => join(src, "inbox/part/part.ts");

beforeAll(() => {
  src = makeFolder();
  for (const folder of ["inbox/part/messages", "render/messages"]) {
    mkdirSync(join(src, folder), { recursive: true });
    for (const [language, texts] of Object.entries(TEXTS)) {
      writeFileSync(join(src, folder, `${language}.json`), JSON.stringify(texts));
    }
  }
});
afterAll(() => removeFolder(src));

interface Marked {
  readonly code: string;
  readonly marks: Map<string, Mark>;
}

function mark(expression: string, file = place()): Marked {
  const marks = new Map<string, Mark>();
  const given = `import { say, sayWith } from "./messages/messages.ts";\nreturned = ${expression};`;
  const code = markMessages(given, file, { src, languages: ["en", "de", "ar"], marks });
  return { code: code ?? given, marks };
}

/** What a text is in a language of the page. */
function said(expression: string, language: string, file?: string): unknown {
  const { code, marks } = mark(expression, file);
  const [, body = ""] = speakerOf(code, marks)(language).split("returned = ");
  const run = new Function("help$form", "help$shown", "x", `return ${body}`);
  const form = (count: number) => new Intl.PluralRules(language).select(count);
  return run(form, (count: number) => count.toLocaleString(language), { one: "1", two: "2" });
}

test("a call becomes the text of the language, with its values in their places", () => {
  const call = 'say("hello", { name: x.one + "!" })';
  expect(said(call, "en")).toBe('Hello 1!, `${x}` \\ "you".');
  expect(said(call, "de")).toBe('Guten Tag 1!, `${x}` \\ "Sie".');
  expect(said('say("swapped", { two: x.two, one: x.one })', "de")).toBe("2 nach 1");
});

test("numbers are written, and have the forms, of the language", () => {
  const files = (count: number, language: string) =>
    said(`say("files", { count: ${count} })`, language);
  expect([0, 1, 1234].map((count) => files(count, "en"))).toEqual([
    "No file",
    "1 file",
    "1,234 files",
  ]);
  expect([1, 1234].map((count) => files(count, "de"))).toEqual(["1 Datei", "1.234 Dateien"]);
});

test("a value is worked out once", () => {
  expect(said('[x.n = 1, say("files", { count: ++x.n }), x.n].join()', "en")).toBe("1,2 files,2");
});

test("a prefix and a value choose among the messages that begin so", () => {
  expect(said('["open", "closed-now"].map((one) => say(`state.${one}`))', "de")).toEqual([
    "ist offen",
    "ist geschlossen",
  ]);
  expect(said('["ana", "bo"].map((one) => say(`by.${one}`, { when: x.one }))', "en")).toEqual([
    "by Ana, 1",
    "1 by Bo",
  ]);
});

test("a name may be one of two, and a message stand in another", () => {
  const both = 'say(x.one ? "state.open" : "swapped", {})';
  expect(() => mark(both)).toThrow("one, two");
  expect(said('say("hello", { name: say(x.no ? "state.open" : "state.closed-now") })', "en")).toBe(
    'Hello is closed, `${x}` \\ "you".',
  );
});

test("elements stand in a sentence in the order of the language", () => {
  const call = 'sayWith("swapped", { one: x, two: [] })';
  expect(said(call, "en")).toEqual([{ one: "1", two: "2" }, " before ", []]);
  expect(said(call, "de")).toEqual([[], " nach ", { one: "1", two: "2" }]);
});

test("what is rendered in the page is said in its language, whatever it was given", () => {
  const file = join(src, "render/words/hand.ts");
  expect(said('words.say("state.open")', "de", file)).toBe("ist offen");
  expect(said('x.words.say("state.open")', "en", file)).toBe("is open");
});

test.each([
  ["say(x.one)", "A name is"],
  ["say(`${x.one}.open`)", "A name is"],
  ['say("nothing")', "There is no nothing"],
  ['say("hello")', "The places of the message are: name"],
  ['say("hello", { name: 1, other: 2 })', "The places of the message are: name"],
  ['say("hello", x)', "The values of a message stand where it is said"],
  ['say("hello", { ...x })', "has a plain name"],
])("%s is refused with its line", (call, why) => {
  expect(() => mark(call)).toThrow(why);
  expect(() => mark(call)).toThrow("part.ts:2: ");
});

test("a sayer that is handed on is left to no browser", () => {
  const { code, marks } = mark("[1].map(say)");
  expect(code).not.toContain("import");
  expect(marks.size).toBe(0);
});

test("the files of messages and their library stay out of the page", () => {
  const file = join(src, "inbox/part/messages/messages.ts");
  const code = markMessages('import en from "./en.json";', file, {
    src,
    languages: ["en"],
    marks: new Map(),
  });
  expect(code).not.toContain("json");
});

test("English in Arabic letters keeps its places", () => {
  const text = said('say("swapped", { one: 1, two: 2 })', "ar");
  expect(text).toMatch(/^1 [\u0600-\u06ff]+ 2$/u);
});

test("other texts are at another address, and the same ones stay where they are", () => {
  const one = mark('say("state.open")').marks;
  const other = mark('say("state.closed-now")').marks;
  expect(languageFolder("en", one)).toBe(languageFolder("en", mark('say("state.open")').marks));
  expect(languageFolder("en", one)).not.toBe(languageFolder("en", other));
  expect(languageFolder("de", one)).not.toBe(languageFolder("en", one));
});
