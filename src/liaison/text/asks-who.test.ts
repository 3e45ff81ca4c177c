import { expect, test } from "vitest";
import { asksWithoutMark, isAsked } from "./asked.ts";
import { asksWho } from "./asks-who.ts";
import { readMessage } from "./read-message.ts";

test.for([
  "Are you a plumber or something?",
  "do you cook yourself?",
  "Machst du das, du oder jemand anders?",
  "c'est vous ou quelqu'un d'autre qui l'écrit ?",
  "¿Lo escribe usted o alguien más?",
  "Was kannst du eigentlich?",
  "ben je een echte makelaar?",
])("%j asks who answers here", (said) => {
  expect(asksWho(said)).toBe(true);
});

test.for(["¿Quieres una lista?", "Could you book it yourself?", "Are you able to print it?"])(
  "%j asks something else",
  (said) => {
    expect(asksWho(said)).toBe(false);
  },
);

test("a question about who answers keeps its words", () => {
  expect(readMessage("Nice talking to you. Are you a teacher btw?").will).toContain(
    "Are you a teacher btw?",
  );
});

test.for(["how long until i get it", "wait what do you do with the photos", "when can i see it"])(
  "%j is a question without its mark",
  (said) => {
    expect(isAsked(said)).toBe(true);
  },
);

test.for([
  "what it costs per person",
  "how the money is spent",
  "when it rains: a plan B",
  "who is it for? my boss",
])("%j is no question without a mark", (said) => {
  expect(asksWithoutMark(said)).toBe(false);
});

test("a question that asks what we think of it stays one", () => {
  expect(readMessage("Should it rhyme, what do you think?").will).toBe("Should it rhyme?");
  expect(readMessage("A poem for my gran, any ideas?").will).toBe("A poem for my gran");
});

test.for([
  "thanks, gotta dash",
  "brb lunch",
  "off to school, talk to you tomorrow",
  "ich muss los, bis morgen",
  "je dois filer, à tout à l'heure",
  "tengo que irme, hasta mañana",
  "devo scappare, torno subito",
  "ik moet gaan, tot morgen",
])("%j takes leave and tells nothing", (said) => {
  expect(readMessage(said).will.replaceAll(/(?:ok|[\s.,])+/giu, "")).toBe("");
});

test("what begins like leave-taking and goes on tells something", () => {
  expect(readMessage("I have to run it on the old server first").will).toContain("run it");
  expect(readMessage("gotta go to Berlin by train").will).toContain("Berlin");
});
