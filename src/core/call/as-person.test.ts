import { expect, test } from "vitest";
import type { Caller } from "../../domain/people/principal.ts";
import { LEFT_TO_PEOPLE } from "../../domain/people/rights.ts";
import { anAgent } from "../../testing/builders.ts";
import { aPerson } from "../../testing/delivery-values.ts";
import { asPerson } from "./as-person.ts";
import { asOperator } from "./assert-caller.ts";

const callerOf = (principal: Caller["principal"], unattended?: true): Caller => ({
  principal,
  rights: new Set(),
  ...(unattended && { unattended }),
});

test.each([
  ["asPerson", asPerson],
  ["asOperator", asOperator],
])("%s tells an agent to wait for people, and of no key of theirs", (_, as) => {
  const agent = callerOf(anAgent());
  expect(() => as(agent)).toThrow(expect.objectContaining({ code: "NOT_ALLOWED" }));
  expect(() => as(agent)).toThrow(LEFT_TO_PEOPLE);
  expect(() => as(agent)).not.toThrow(/EARSHOT_KEY|key of (?:a|the) (?:person|operator)/);
});

test("a script in the name of a person has their inbox, and is told whose key is wanted for more", () => {
  const person = aPerson();
  const script = callerOf(person, true);
  expect(asPerson(script)).toBe(person);
  expect(() => asOperator(script)).toThrow("the key of a person, not one for scripts");
  expect(asOperator(callerOf(person))).toBe(person);
});
