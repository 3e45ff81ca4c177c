import { expect, test } from "vitest";
import { EarshotError } from "../domain/errors.ts";
import { SURFACE_LANGUAGES } from "../messages/message-language.ts";
import { wordsIn } from "./messages/messages.ts";
import { errorWords, whoDecides, whyWords } from "./refused-words.ts";

const OWN = {
  why: "The agent scout belongs to ana.",
  names: { reason: "own_agent", agentName: "scout", id: "req_1" },
};

test("a refusal is a whole sentence in the language of its reader", () => {
  expect(whyWords(OWN, wordsIn("de"))).toBe(
    "Der Agent scout gehört Ihnen, und niemand genehmigt für einen eigenen Agenten: Über req_1 muss jemand anderes entscheiden.",
  );
  const said = SURFACE_LANGUAGES.map((language) => whyWords(OWN, wordsIn(language)));
  expect(new Set(said).size).toBe(SURFACE_LANGUAGES.length);
});

test("in English the server's own words stay, which say more", () => {
  expect(whyWords(OWN, wordsIn("en"))).toBe(OWN.why);
});

test("what is not known here, or names too little, is told as the server says it", () => {
  const why = "A newer server knows why.";
  for (const names of [undefined, { reason: "new" }, { reason: "own_agent", id: "req_1" }]) {
    expect(whyWords({ why, ...(names && { names }) }, wordsIn("fr"))).toBe(why);
  }
});

test("people who have to set a passphrase first are named in a sentence of their own", () => {
  const names = { ...OWN.names, unable: "ben, cem" };
  expect(whyWords({ ...OWN, names }, wordsIn("es"))).toMatch(
    /decidir req_1\. Nadie más .*ben, cem\.$/,
  );
});

test("an error is said by its reason, by the right that it misses, or by its code", () => {
  const words = wordsIn("de");
  const told = (code: "NOT_ALLOWED" | "REQUEST_CLOSED", details: Record<string, unknown>) =>
    errorWords(new EarshotError(code, "English.", { details }), words);
  expect(told("NOT_ALLOWED", { reason: "denied_now", id: "req_1", rule: "night" })).toContain(
    "Die Regel night",
  );
  expect(told("NOT_ALLOWED", { right: "decide", kind: "person" })).toContain("das Recht decide");
  const byScript = { reason: "not_own_hand", id: "req_1", hand: "unattended" };
  expect(told("NOT_ALLOWED", byScript)).toContain("Schlüssel für Skripte");
  expect(told("REQUEST_CLOSED", { id: "req_1", closedBy: { name: "ana" } })).toBe(
    "req_1 ist schon abgeschlossen.",
  );
});

test("where nobody can decide, a list says why instead of who", () => {
  expect(whoDecides({ forOthers: { ...OWN, deciders: [] } }, wordsIn("ja"))).toMatch(/判断します$/);
});
