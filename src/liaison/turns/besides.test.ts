import { expect, test } from "vitest";
import { besidesIn, besidesOfResult } from "./besides.ts";

test("questions are heard wherever they stand, and wishes are none", () => {
  const { questions } = besidesIn(
    "The place is our flat. How long will it take? Two of the kids cannot read.",
    "shown",
  );
  expect(questions).toEqual(["How long will it take?"]);
  expect(besidesIn("Add a chart of the costs, please.", "shown").questions).toEqual([]);
});

test.each([
  "Bitte warten Sie damit, ich muss erst meinen Mann fragen.",
  "Hold on, I must ask my sister first.",
  "attends, ne lance rien",
])("%s asks to wait", (message) => {
  expect(besidesIn(message, "shown").waits).toBe(true);
});

test.each(["No.", "Do NOT touch the database, Carla would kill me.", "Nee, het klopt niet!"])(
  "%s waits for nothing",
  (message) => {
    expect(besidesIn(message, "shown").waits).toBe(false);
  },
);

test("who asks to wait and then says go waits no more", () => {
  expect(besidesIn("Hold on, I must ask my sister first. OK, go on.", "shown").waits).toBe(false);
});

test("after a result, no time yet is no refusal", () => {
  expect(besidesOfResult("In a meeting, will get back to you tonight.").waits).toBe(true);
  expect(besidesOfResult("No, I do not accept this.").waits).toBe(false);
});

test("a complaint is heard as one, and thanks are not", () => {
  expect(besidesIn("You've left out half of it!", "shown").complains).toBe(true);
  expect(besidesIn("Thank you, that is great.", "shown").complains).toBe(false);
});

test.each([
  "I'd love to know what he did before, but no rush.",
  "everything else leave blank, i'll fill it in",
])("%s: what is not urgent, or left open, waits for nothing", (message) => {
  expect(besidesIn(message, "asked").waits).toBe(false);
});
