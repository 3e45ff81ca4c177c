import { describe, expect, test } from "vitest";
import type { SpecificationChange } from "../../domain/liaison/task-specification.ts";
import { MESSAGE_LANGUAGES } from "../../messages/message-language.ts";
import { updatedWords } from "./change-words.ts";
import { wordingIn } from "./wording.ts";

const english = await wordingIn("en");
const added = (field: string, after: SpecificationChange["after"]) =>
  ({ kind: "added", field, after }) as SpecificationChange;

describe("what changed", () => {
  test("is named in groups, and of many only some", () => {
    const names = ["Gas Safe", "Names only", "No booking", "By phone", "Today"];
    const said = updatedWords(
      english,
      names.map((one) => added("constraints", one)),
    );
    expect(said).toContain("- new limit: Gas Safe; Names only; No booking; and 2 more");
  });

  test("is nothing where only the spelling of a line changed", () => {
    const before = { id: "a", description: "Boiler shows F28", examples: [] };
    const after = { id: "a", description: "Boiler shows F28.", examples: ["F28"] };
    const changed = { kind: "changed", field: "requirements", before, after } as const;
    expect(updatedWords(english, [changed])).toBeUndefined();
    const removed = { kind: "removed", field: "constraints", before: "No fish" } as const;
    expect(updatedWords(english, [removed, added("constraints", "no fish.")])).toBeUndefined();
  });

  test("is nothing where a detail is left to whoever does the task, or a capability is needed", () => {
    const left = added("assumptions", "Points: as whoever does the task sees fit");
    expect(
      updatedWords(english, [left, added("required_capabilities", "creative writing")]),
    ).toBeUndefined();
  });

  test.each(MESSAGE_LANGUAGES)("is never raw JSON in %s", async (language) => {
    const wording = await wordingIn(language);
    const log = { exchange: "msg_1", kind: "log", text: "a\nb\nc\nd\ne" };
    const said = [
      updatedWords(wording, [added("context.material", [log])]),
      updatedWords(wording, [added("context.deadline", { date: "2026-12-01", words: "Tuesday" })]),
      updatedWords(wording, [added("context.other", { deep: [{ one: 1 }] })]),
    ].join("\n");
    expect(said).not.toMatch(/[{}[\]"]/);
    expect(said).toContain("5");
    expect(said).not.toContain("msg_1");
  });

  test("names pasted material by its kind and length", () => {
    const log = { exchange: "msg_1", kind: "log", text: "a\nb\nc\nd\ne" };
    expect(updatedWords(english, [added("context.material", [log])])).toContain(
      "- material: log, 5 lines",
    );
  });
});
