import { describe, expect, test } from "vitest";
import type { OpenQuestion } from "../../domain/requests/request.ts";
import { REVIEW_REASONS } from "../../domain/requests/review.ts";
import type { ReviewItem } from "../../ports/earshot/review.ts";
import { readOutcome } from "../commands/requests/review.ts";
import type { Style } from "../terminal/output.ts";
import { reviewLine } from "./review-line.ts";

const same = (text: string) => text;
const style: Style = { dim: same, bold: same, good: same, bad: same };
const request: OpenQuestion = {
  id: "req_01k00000000000000000000001",
  workspace: "default",
  kind: "question",
  status: "open",
  agent: "prn_01k00000000000000000000001",
  agentName: "scout",
  to: [],
  conversation: "cnv_01k00000000000000000000001",
  salt: "salt",
  version: 1,
  createdAt: "2026-01-01T00:00:00.000Z",
  question: { text: "Which\u001b[2J one?", form: { kind: "text" } },
};
const ITEM: ReviewItem = {
  request,
  waitingMs: 90_000_000,
  proposal: { do: "remind" },
  why: "waits_a_day",
};

describe("a request that nobody answers", () => {
  test("is shown with what is proposed and why, and obeys nothing", () => {
    expect(reviewLine(ITEM, { style, columns: undefined }).split("\n")).toEqual([
      "req_01k00000000000000000000001    1d 1h  scout  Which\\u{1b}[2J one?",
      "  proposal: remind, since it waits for more than a day",
    ]);
  });

  test("says what the review did about it last", () => {
    const last = { outcome: "remind", at: "2026-01-02T09:00:00.000Z" } as const;
    const proposal = { do: "reroute", to: ["ana", "role:owner"] } as const;
    const text = reviewLine({ ...ITEM, proposal, last }, { style, columns: undefined });
    expect(text).toContain("reroute to ana, role:owner, since");
    expect(text).toContain("; last: remind at 2026-01-02T09:00:00.000Z");
  });

  test.each(REVIEW_REASONS)("says why in words: %s", (why) => {
    expect(reviewLine({ ...ITEM, why }, { style, columns: undefined })).toMatch(/remind, since \w/);
  });

  test.each([80, 120])("fits %i columns", (columns) => {
    const proposal = { do: "assume", assumption: "x".repeat(300) } as const;
    const question = { ...request.question, text: "y".repeat(300) };
    const item = { ...ITEM, proposal, request: { ...request, question } };
    for (const line of reviewLine(item, { style, columns }).split("\n")) {
      expect(line.length).toBeLessThanOrEqual(columns);
    }
  });
});

describe("the words of a command", () => {
  test.each([
    [["keep"], { do: "keep" }],
    [["reroute", "ana", "role:owner"], { do: "reroute", to: ["ana", "role:owner"] }],
    [["assume", "Use staging."], { do: "assume", assumption: "Use staging." }],
  ] as const)("%j are an outcome", ([name, ...words], outcome) => {
    expect(readOutcome(name, words)).toEqual(outcome);
  });

  test.each([["keep", "it"], ["reroute"], ["assume"], ["assume", "two", "words"]] as const)(
    "%s %s are none",
    (name, ...words: readonly (string | undefined)[]) => {
      const given = words.filter((word) => word !== undefined);
      expect(readOutcome(name, given)).toEqual(expect.any(String));
    },
  );
});
