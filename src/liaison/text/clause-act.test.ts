import { expect, test } from "vitest";
import { besideIn } from "./clause-act.ts";

test.for([
  ["bah, toujours la même galère", "filler"],
  ["oh man, so ein Mist wieder", "filler"],
  ["was meinst du damit genau?", "question"],
] as const)("%j tells nothing of the task", ([said, act]) => {
  expect(besideIn(said, "asked")).toBe(act);
});

test.for([
  ["honestly this list makes no sense to me, you are not listening", "talk"],
  ["nobody said anything about a beginner, cross it out", "undo"],
  ["45 minutes de quoi ?", "question"],
  ["bitte noch warten, bis meine Schwester sich gemeldet hat", "wait"],
  ["perfecto, adelante con eso", "go"],
] as const)("%j, once the specification was shown, does %s", ([said, act]) => {
  expect(besideIn(said, "shown")).toBe(act);
});

test.for([
  "England",
  "it is for twelve people",
  "nicht später als Freitag",
  "sin frutos secos",
  "x".repeat(400),
])("%j tells something", (said) => {
  for (const place of ["opening", "asked", "shown"] as const) {
    expect(besideIn(said, place)).toBeUndefined();
  }
});
