import { expect, test } from "vitest";
import { conversationLanguage, languageOf } from "./language.ts";

test.each([
  "I need a sales dashboard",
  "Can you plan a trip to München with Jürgen and François?",
  "It is for the executives, with bar and line charts",
])("“%s” is English for certain", async (text) => {
  expect(await languageOf(text)).toEqual({ code: "en", isSure: true, isUnderstood: true });
});

test.each([
  "yes",
  "monthly",
  "Bob Miller",
  "executives",
  "bar and line charts",
  "no",
  "Berlin",
  "my kitchen tap drips",
])("“%s” is not called foreign", async (text) => {
  expect(await languageOf(text)).toMatchObject({ code: "en", isUnderstood: true });
});

test.each(["42", "", "€ 500", "https://shop.example/liste"])(
  "“%s” is of no language, and understood",
  async (text) => {
    expect(await languageOf(text)).toEqual({ code: "und", isSure: false, isUnderstood: true });
  },
);

test.each([
  ["sv", "Jag behöver en rapport och vi har inte tid"],
  ["ru", "нужен отчет по продажам"],
])("%s is told, and not understood: %s", async (code, text) => {
  expect(await languageOf(text)).toEqual({ code, isSure: true, isUnderstood: false });
});

test.each([
  ["de", "Ich brauche ein Dashboard für den Vertrieb"],
  ["de", "Mach es bitte wöchentlich"],
  ["es", "Necesito un informe de ventas del último trimestre"],
  ["fr", "Je voudrais un tableau de bord pour les ventes"],
  ["ja", "私はダッシュボードが必要です"],
  ["pl", "Szukam prezentu dla taty na emeryturę"],
  ["zh", "帮我安排一周的晚饭"],
])("%s is told and understood: %s", async (code, text) => {
  expect(await languageOf(text)).toEqual({ code, isSure: true, isUnderstood: true });
});

test.each([
  ["de", "ja, passt"],
  ["es", "hazlo ya"],
  ["fr", "oui oui vas-y"],
  ["it", "va bene così"],
  ["pt", "pode começar"],
  ["nl", "doe maar"],
  ["pl", "zaczynaj"],
])("%s is told by a few words: %s", async (code, text) => {
  expect(await languageOf(text)).toMatchObject({ code, isUnderstood: true });
});

test("a few words in passing change no language", async () => {
  const german = "Ich brauche einen Plan für den Garten, er soll pflegeleicht sein.";
  expect((await conversationLanguage(`${german}\nJust do it.`, "Just do it.")).code).toBe("de");
});

test("who changes the language is heard, who says a name is not", async () => {
  const first = "I need a sales dashboard for the executives of our company";
  const change = "Mach es bitte wöchentlich";
  expect((await conversationLanguage(`${first}\n${change}`, change)).code).toBe("de");
  expect((await conversationLanguage(`${first}\nBob Miller`, "Bob Miller")).code).toBe("en");
});
