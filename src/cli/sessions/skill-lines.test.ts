import { expect, test } from "vitest";
import type { Style } from "../terminal/output.ts";
import { skillLines } from "./skill-lines.ts";

const same = (text: string) => text;
const style: Style = { dim: same, bold: same, good: same, bad: same };

test("skills are a table, with a recommendation below one that nobody reads", () => {
  const reads = { day: 1, week: 12, month: 40 };
  const none = { day: 0, week: 0, month: 0 };
  const skills = [
    { name: "backups", reads, lastReadAt: "2026-01-01T00:00:00.000Z" as const },
    { name: "restores", reads: none, recommendation: "Nobody has read it." },
  ];
  expect(skillLines({ agent: "scout", skills }, style)).toEqual([
    "scout                                day  week month  last read",
    "  backups                              1    12    40  2026-01-01T00:00:00.000Z",
    "  restores                             0     0     0  never",
    "    Nobody has read it.",
  ]);
});

test("an agent without skills says so", () => {
  expect(skillLines({ agent: "scout", skills: [] }, style)).toEqual(["scout  no skills"]);
});
