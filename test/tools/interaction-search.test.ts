import { expect, test } from "vitest";
import { createToolSearch } from "../../src/tools/search-tools.ts";
import { TOOL_SETS } from "../../src/tools/sets.ts";
import needs from "./needs.json" with { type: "json" };
import fifth from "./needs-fifth.json" with { type: "json" };
import fourth from "./needs-fourth.json" with { type: "json" };
import fresh from "./needs-fresh.json" with { type: "json" };
import second from "./needs-second.json" with { type: "json" };
import third from "./needs-third.json" with { type: "json" };

/*
 * What people and models write when they look for a tool, and the tools of which one has to be found.
 * Each set of forty was written and kept before the search was tried with it.
 */
interface Need {
  readonly need: string;
  readonly tools: readonly string[];
}

const SETS: Readonly<Record<string, readonly Need[]>> = {
  needs,
  fresh,
  second,
  third,
  fourth,
  fifth,
};
const NEEDS = Object.values(SETS).flat();

const search = createToolSearch(TOOL_SETS.interaction);
const firstThree = (need: string) =>
  search(need)
    .slice(0, 3)
    .map(({ name }) => name);

test("some of the needs are of each tool", () => {
  expect(new Set(NEEDS.flatMap(({ tools }) => tools))).toEqual(
    new Set(TOOL_SETS.interaction.map(({ name }) => name)),
  );
});

test.each(Object.entries(SETS))(
  "of 95 %% of %s one of the right tools is among the first three",
  (_, set) => {
    const missed = set
      .filter(({ need, tools }) => !firstThree(need).some((name) => tools.includes(name)))
      .map(({ need, tools }) => `${need}: ${firstThree(need).join()}, not ${tools.join()}`);
    expect(missed.length, missed.join("\n")).toBeLessThanOrEqual(set.length * 0.05);
  },
);

test.each(["help", "what can you do", "list all tools", "which functions are there"])(
  "%j lists every tool, and the one that lists them first",
  (need) => {
    expect(search(need)[0]?.name).toBe("get_capabilities");
    expect(search(need)).toHaveLength(TOOL_SETS.interaction.length);
  },
);

test.each(["", "   ", "xqzzk", "!?"])("%j finds nothing", (need) => {
  expect(search(need)).toEqual([]);
});

test("a slip of the keyboard finds the tool all the same", () => {
  expect(firstThree("securty violatons")).toContain("check_security_status");
});
