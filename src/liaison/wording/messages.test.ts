import { expect, test } from "vitest";
import { MESSAGE_LANGUAGES } from "../../messages/message-language.ts";
import { SLOT_KINDS } from "../cases/slot-kind.ts";
import { readCase } from "../cases/task-case.ts";
import library from "../cases/task-cases.json" with { type: "json" };
import { askedIn, nameIn } from "./asked-in.ts";
import { liaisonMessages } from "./liaison-messages.ts";
import english from "./messages/en.json" with { type: "json" };
import { questionTexts } from "./question-texts.ts";
import topics from "./questions/topics.json" with { type: "json" };
import { wordingIn } from "./wording.ts";

const SLOTS = [library.generic, ...Object.values(library.artefacts), ...library.cases]
  .map(readCase)
  .flatMap(({ slots }) => slots);

const names = Object.keys(english).sort();
const OTHERS = MESSAGE_LANGUAGES.filter((language) => language !== "en");

async function fileOf(language: string): Promise<Readonly<Record<string, string>>> {
  const file = await import(`./messages/${language}.json`, { with: { type: "json" } });
  return file.default;
}

const placesOf = (message: string) =>
  [...new Set([...message.matchAll(/\{(\$\w+)/g)].map(([, place]) => place))].sort();

test.each(OTHERS)("%s has the messages of English, with the same places", async (language) => {
  const file = await fileOf(language);
  expect(Object.keys(file).sort()).toEqual(names);
  for (const [name, message] of Object.entries(file)) {
    const own = english[name as keyof typeof english];
    expect({ name, places: placesOf(message) }).toEqual({ name, places: placesOf(own) });
  }
});

test.each(MESSAGE_LANGUAGES)("every message of %s can be said", (language) => {
  const { say } = liaisonMessages(language);
  for (const name of names as (keyof typeof english)[]) {
    const places = placesOf(english[name]).map((place) => place?.slice(1) ?? "");
    const values = Object.fromEntries(
      places.map((place) => [place, /count|round/.test(place) ? 2 : "x"]),
    );
    expect(say(name, values)).not.toMatch(/[{}]/);
  }
});

test.each(OTHERS)("%s asks for every kind of detail and every shared topic", async (language) => {
  const texts = await questionTexts(language);
  expect(Object.keys(texts?.kinds ?? {}).sort()).toEqual([...SLOT_KINDS].sort());
  expect(Object.keys(texts?.topics ?? {}).sort()).toEqual(
    [...new Set(Object.values(topics))].sort(),
  );
  const german = await questionTexts("de");
  expect(Object.keys(texts?.options ?? {})).toEqual(Object.keys(german?.options ?? {}));
});

test.each(OTHERS)("%s has every name, question and option of the library", async (language) => {
  const wording = await wordingIn(language);
  for (const { topic, question, options } of SLOTS) {
    const [asked] = askedIn(wording, [{ topic, question, options, value: 1 }]);
    expect({ topic, question: asked?.question }).not.toEqual({
      topic,
      question: wording.say("question.else"),
    });
    // Two options that read alike would be one.
    expect({ topic, options: asked?.options.length }).toEqual({ topic, options: options.length });
    expect(nameIn(wording, topic)).not.toBe(topic);
  }
});
