import { expect, test } from "vitest";
import { readEnvironment } from "../../compose/config.ts";
import { EarshotError } from "../../domain/errors.ts";
import { refusedHere, voiceHere } from "./voice-here.ts";

const operator = "prn_01k00000000000000000000abc" as const;
const chosen = (language?: string) => ({
  attention: async () => (language === undefined ? { operator } : { operator, language }),
});
const spoken = async (env: Record<string, string>, language?: string) =>
  (await voiceHere({ environment: readEnvironment(env) }, chosen(language))).own.language;

test.each([
  {
    as: "the environment says",
    env: { EARSHOT_LANGUAGE: "ja", LANG: "fr_FR" },
    own: "de",
    is: "ja",
  },
  { as: "the person has chosen", env: { LANG: "fr_FR.UTF-8" }, own: "de-AT", is: "de" },
  { as: "the system's messages are", env: { LC_MESSAGES: "es_MX.UTF-8", LANG: "fr_FR" }, is: "es" },
  { as: "all of the system is", env: { LC_ALL: "fr_CA", LC_MESSAGES: "es_MX" }, is: "fr" },
  { as: "English where the system names none", env: { LANG: "C.UTF-8" }, is: "en" },
  { as: "English where there are no texts", env: { LANG: "de_DE" }, own: "sv", is: "en" },
])("a terminal speaks as $as", async ({ env, own, is }) => {
  expect(await spoken(env, own)).toBe(is);
});

test("who may choose nothing, as a script, is spoken to as the system says", async () => {
  const refused = {
    attention: async () => {
      throw new EarshotError("NOT_ALLOWED", "Only people choose.");
    },
  };
  const voice = await voiceHere({ environment: readEnvironment({ LANG: "de_DE.UTF-8" }) }, refused);
  expect(voice.own.say("list.none")).toBe("Keine Anfragen.");
});

test("an error is told in the language that the command has spoken, and as the system does before", async () => {
  const environment = readEnvironment({ LANG: "fr_FR.UTF-8" });
  const closed = new EarshotError("REQUEST_CLOSED", "It is closed.", { details: { id: "req_1" } });
  expect(refusedHere(environment, closed)).toBe("req_1 est déjà close.");
  await voiceHere({ environment }, chosen("de"));
  expect(refusedHere(environment, closed)).toBe("req_1 ist schon abgeschlossen.");
});
