import { expect, test } from "vitest";
import { MESSAGE_LANGUAGES, type MessageLanguage } from "./message-language.ts";
import { createMessages, type MessageFile } from "./messages.ts";

type Name = "hello" | "count";
const english: MessageFile<Name> = {
  hello: "Hello {$name}.",
  count: ".input {$count :integer} .match $count one {{{$count} file}} * {{{$count} files}}",
};
const polish: MessageFile<Name> = {
  hello: "Cześć {$name}.",
  count:
    ".input {$count :integer} .match $count one {{{$count} plik}} few {{{$count} pliki}} * {{{$count} plików}}",
};
const files = Object.fromEntries(
  MESSAGE_LANGUAGES.map((language) => [language, language === "pl" ? polish : english]),
) as Record<MessageLanguage, MessageFile<Name>>;
const messages = createMessages(files);

test("a message is said in the language of the code, whatever its region", () => {
  expect(messages("pl-PL").say("hello", { name: "Ola" })).toBe("Cześć Ola.");
  expect(messages("sv").say("hello", { name: "Ola" })).toBe("Hello Ola.");
  expect(messages("und").language).toBe("en");
});

test("numbers have the forms of their language", () => {
  const { say } = messages("pl");
  expect([1, 3, 5].map((count) => say("count", { count }))).toEqual([
    "1 plik",
    "3 pliki",
    "5 plików",
  ]);
});

test("values are never read as messages, and are put in as they are", () => {
  const name = "{$count} |x| \\ {{ l'été";
  expect(messages("en").say("hello", { name })).toBe(`Hello ${name}.`);
});

test("a value that is missing is a fault and no text", () => {
  expect(() => messages("en").say("hello")).toThrow("name");
});

test("a list is joined as its language does", () => {
  expect(messages("en").list(["a", "b", "c"])).toBe("a, b, and c");
  expect(messages("es").list(["café", "infusión"])).toBe("café e infusión");
  expect(messages("ja").list(["東京", "京都"])).toBe("東京、京都");
});
