import { expect, test } from "vitest";
import { kindOf } from "./statement-kind.ts";

test.each([
  "I promised her a treasure hunt in our flat",
  "My dad turns 60 in March",
  "We moved here in May and don't know anybody",
  "Two of the kids can't read yet",
  "My landlord never fixes anything",
  "Unser Verein feiert am 14. Juni sein 50-jähriges Bestehen",
  "mijn zoon is 12 en zit in de brugklas",
  "se nos ha roto la lavadora",
])("circumstances are background: %s", (clause) => {
  expect(kindOf(clause, false)).toBe("context");
});

test.each([
  ["it can't be longer than two pages", "constraint"],
  ["only on weekdays", "constraint"],
  ["two visits a day", "requirement"],
  ["Need a plumber today or tomorrow", "requirement"],
  ["ich würde gern mit ihr drei Tage wegfahren", "requirement"],
  ["Short note to school: my daughter had a fever and was absent", "requirement"],
])("what the work is to be is none: %s", (clause, kind) => {
  expect(kindOf(clause, false)).toBe(kind);
});

test("“dont” in French forbids nothing", () => {
  expect(kindOf("on sera neuf dont deux enfants", false)).not.toBe("constraint");
});

test.each(["Got it this morning, supposedly from our IT", "tried shouting", "never did a chain"])(
  "what was done or never done is no wish and no limit: %s",
  (clause) => {
    expect(["context", "requirement"]).toContain(kindOf(clause, false));
    expect(kindOf(clause, false)).not.toBe("constraint");
  },
);

test("an order behind what happened is the wish", () => {
  expect(kindOf("Got this from school, write back that we come", false)).toBe("requirement");
  expect(kindOf("Got this from school this morning", false)).toBe("context");
});
