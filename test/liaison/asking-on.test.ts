import { describe, expect, test } from "vitest";
import { hear, withResult } from "./after-a-result.ts";

/* Praise with wishes, and nothing said of the rest: the liaison asks about it before the next round. */

const WANTED = [
  "Compare the regions",
  "It should show our top products",
  "Highlight any concerning trends",
];
const HELD =
  "It's mostly good, but the colors are hard to distinguish. I was hoping to see the regions compared.";

describe("what the task wants and nobody has spoken of", () => {
  test("is asked about by its name, the wishes noted before it", async () => {
    const { next, say, form } = await hear(HELD, withResult(WANTED));
    expect(say).toContain("How do you find the top products and the concerning trends?");
    expect(say).toContain("regions");
    expect(form).toMatchObject({ kind: "choice", allowText: true });
    expect(next).toMatchObject({ phase: "feedback_collection", round: 1 });
    expect(next.feedback).toMatchObject([{ metrics: { acceptance_status: "needs_improvement" } }]);
  });

  test("is asked about once: the next words begin the round with all wishes", async () => {
    const { next: asked } = await hear(HELD, withResult(WANTED));
    const { next, say } = await hear(
      "Yes, please make those changes. The products are good, but the trends should have dates.",
      asked,
    );
    expect(next).toMatchObject({ phase: "awaiting_task_completion", round: 2 });
    expect(say).not.toContain("How do you find");
    const { improvement_suggestions } = next.feedback.at(-1)?.metrics ?? {};
    expect(improvement_suggestions?.join("\n")).toMatch(/regions[\s\S]*trends/i);
  });

  test("is not asked about where the words are orders", async () => {
    const { next } = await hear("Mostly good. Compare the regions.", withResult(WANTED));
    expect(next).toMatchObject({ phase: "awaiting_task_completion", round: 2 });
  });

  test("is not asked about where everything was spoken of", async () => {
    const { next } = await hear(
      `${HELD} The top products are fine, and the trends could be clearer.`,
      withResult(WANTED),
    );
    expect(next).toMatchObject({ phase: "awaiting_task_completion", round: 2 });
  });
});
