import { expect, test } from "vitest";
import { spokenIn } from "../phrases/spoken.ts";
import { withoutAsides, wonderedIn } from "./asides.ts";

test.each([
  ["Four sessions a week, good knees, go ahead", "Four sessions a week, good knees"],
  ["4 Einheiten pro Woche, legen Sie los", "4 Einheiten pro Woche"],
  ["Faccio da solo, dai muoviti", "Faccio da solo"],
  ["4 treinos por semana, avança", "4 treinos por semana"],
  ["Idk old stuff", "old stuff"],
  ["dunno, maybe an hour a day", "maybe an hour a day"],
  ["phone in bed yeah yeah i know, 4 coffees", "phone in bed, 4 coffees"],
  ["No idea what that is, something with licences", "something with licences"],
  ["Make it red", "Make it red"],
  ["Write it in French", "Write it in French"],
  ["You can start on Monday", "You can start on Monday"],
  ["it is driving me mad", undefined],
  ["einen Bohrer hab ich", "einen Bohrer hab ich"],
  ["The rest is up to you, go ahead", undefined],
  ["Den Rest entscheiden Sie, legen Sie los", undefined],
  ["Le reste je m'en fiche, envoyez", undefined],
  ["Now WRITE it", undefined],
  ["Soil? No idea", undefined],
  ["Brand: you decide", undefined],
  ["budget skip", undefined],
  ["Can you do it?", undefined],
  ["Could you take this on?", undefined],
  ["not sure what it should cost", undefined],
  ["I don't even know what to ask for", undefined],
  ["都说了随便，你看着办", undefined],
  ["あとはお任せします", undefined],
])("“%s” tells: %s", (clause, told) => {
  expect(withoutAsides(clause, spokenIn(clause) ?? "en")).toBe(told);
});

test.each([
  ["Idk what to get my sister for her birthday", "what to get my sister for her birthday"],
  ["keine Ahnung was ich meiner Oma schenken soll", "was ich meiner Oma schenken soll"],
  ["I don't know what", undefined],
  ["a plan for the garden", undefined],
])("“%s” wonders: %s", (clause, wondered) => {
  expect(wonderedIn(clause, spokenIn(clause) ?? "en")).toBe(wondered);
});

test.each(["They have to see that it cant go on", "About 150 pounds to start with"])(
  "what hangs on the words before it lets nothing begin: %s",
  (said) => {
    expect(withoutAsides(said, "en")).toBe(said);
  },
);
