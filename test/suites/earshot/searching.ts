import { describe, expect, test } from "vitest";
import type { MemorySearch } from "../../../src/ports/earshot/memory.ts";
import { codeOf, type Part, type WorldUnderTest } from "./world.ts";

export function searchingFacts(under: WorldUnderTest): void {
  const as = (part: Part) => under.world.as(part);
  const found = ({ matches }: MemorySearch) => matches.map(({ key }) => key);

  describe("searching memory", () => {
    test("a pattern finds the first line of each entry that matches, or its key", async () => {
      const values = { plan: "first\nstep 42\nstep 43", "steps/log": "nothing", other: "nothing" };
      for (const [key, value] of Object.entries(values)) {
        await as("scout").writeMemory({ key, value });
      }
      expect(await as("scout").searchMemory({ pattern: "step" })).toEqual({
        matches: [
          { key: "plan", excerpt: "step 42", line: 2 },
          { key: "steps/log", excerpt: "steps/log", line: 0 },
        ],
        isPartial: false,
      });
      const regex = async (pattern: string) =>
        found(await as("scout").searchMemory({ pattern, syntax: "regex" }));
      expect(await regex("^step 4[0-9]$")).toEqual(["plan"]);
      expect(await regex("(?i)FIRST")).toEqual(["plan"]);
      expect(await regex("\\Astep \\d+\\z")).toEqual(["plan"]);
      expect(await regex("first\\s+step")).toEqual([]);
      expect(await regex("thing$")).toEqual(["other", "steps/log"]);
      expect(found(await as("scout").searchMemory({ pattern: "step \\d" }))).toEqual([]);
    });

    test("a long line is cut around the match", async () => {
      await as("scout").writeMemory({
        key: "k",
        value: `${"\u{1f600}".repeat(300)}!needle${"x".repeat(300)}`,
      });
      const { matches } = await as("scout").searchMemory({ pattern: "needle" });
      const excerpt = matches[0]?.excerpt ?? "";
      expect(excerpt).toContain("needle");
      expect(excerpt.length).toBeLessThanOrEqual(200);
      expect(excerpt.isWellFormed()).toBe(true);
    });

    test("at most a hundred entries are shown, and it is told that there are more", async () => {
      await Promise.all(
        Array.from({ length: 100 }, (_, n) =>
          as("scout").writeMemory({ key: `k${n}`, value: "x" }),
        ),
      );
      expect((await as("scout").searchMemory({ pattern: "x" })).isPartial).toBe(false);
      await as("scout").writeMemory({ key: "last", value: "x" });
      const search = await as("scout").searchMemory({ pattern: "x" });
      expect(search.matches).toHaveLength(100);
      expect(search.isPartial).toBe(true);
    });

    test.each([
      ["an empty pattern", { pattern: "" }],
      ["a pattern of 257 characters", { pattern: "x".repeat(257) }],
      ["what is not RE2", { pattern: "(a", syntax: "regex" }],
      ["a reference back", { pattern: "(a)\\1", syntax: "regex" }],
      ["a repeat of more than a hundred", { pattern: "x{1,1000}", syntax: "regex" }],
      ["repeats that add up", { pattern: "((x{30}){30})".repeat(8), syntax: "regex" }],
    ] as const)("%s is refused", async (_, input) => {
      expect(await codeOf(as("scout").searchMemory(input))).toBe("INVALID_INPUT");
    });
  });
}
