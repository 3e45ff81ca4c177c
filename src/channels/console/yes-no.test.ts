import { expect, test } from "vitest";
import { SURFACE_LANGUAGES } from "../../messages/message-language.ts";
import { voiceOf } from "./voice.ts";
import { isNo, isYes, yesOrNo } from "./yes-no.ts";

const ownOf = (language: string) => voiceOf({ language }).own;

test("a yes is one in the language of the prompt, and in English everywhere", () => {
  const yes = { en: "yes", de: "ja", es: "sí", fr: "oui", ja: "はい" };
  for (const language of SURFACE_LANGUAGES) {
    const own = ownOf(language);
    expect([yes[language], "y", " YES ", "ｙ"].map((typed) => isYes(typed, own))).toEqual(
      Array(4).fill(true),
    );
    expect(isYes(yesOrNo(true, own), own)).toBe(true);
    expect(isNo(yesOrNo(false, own), own)).toBe(true);
  }
});

test("nothing else counts: no word of another language, no empty line, no sentence", () => {
  const own = ownOf("de");
  for (const typed of ["oui", "はい", "", "ja bitte", "nein", "jain"]) {
    expect(isYes(typed, own), typed).toBe(false);
  }
});

test("what is typed at a prompt that shows [j/N] is taken by it", () => {
  const keys = { en: "y", de: "j", es: "s", fr: "o", ja: "はい" };
  for (const language of SURFACE_LANGUAGES) {
    const own = ownOf(language);
    expect(own.say("approve.exactly")).toContain(`[${keys[language]}/`);
    expect(isYes(keys[language], own)).toBe(true);
  }
});
