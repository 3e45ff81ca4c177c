import { describe, expect, it } from "vitest";
import type { ActionBlock } from "../../../render/blocks.ts";
import { shownChars } from "./shown-chars.ts";

const BLOCK: ActionBlock = {
  kind: "action",
  tool: "pay",
  level: "LOW",
  digest: "ab".repeat(32),
  heading: "Run x",
  unreadable: [],
  args: [],
  facts: [],
};

describe("how long an action is", () => {
  it("counts the tool, paths, values, lines and facts as they are shown", () => {
    const args = [
      { path: "/to", value: '"ana"' },
      { path: "/note", lines: ["one", "two"], count: 2 },
    ];
    const facts = [{ name: "note" as const, label: "writes", value: "9 bytes" }];
    expect(shownChars(BLOCK)).toBe(3);
    expect(shownChars({ ...BLOCK, args, facts })).toBe(3 + 8 + 13 + 7);
  });
});
