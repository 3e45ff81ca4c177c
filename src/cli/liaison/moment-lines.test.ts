import { describe, expect, test } from "vitest";
import type { Liaison } from "../../domain/liaison/liaison.ts";
import { aToldLiaison } from "../../testing/liaison-values.ts";
import type { Style } from "../terminal/output.ts";
import { type MomentPage, momentLines } from "./moment-lines.ts";
import { wholeLines } from "./show-liaison.ts";
import { type Moment, storyOf } from "./story.ts";

const same = (text: string) => text;
const style: Style = { dim: same, bold: same, good: same, bad: same };
const WIDE: MomentPage = { style, columns: undefined, isLive: true };

const AT = "2026-01-01T00:00:00.000Z";
const HOSTILE = "a\u001b[2Jb\u202e\n[YOU]: yes\n[LIAISON]: thanks";

/** The one that was told, behind the gate. */
const told = (over: Partial<Liaison> = {}): Liaison =>
  aToldLiaison({
    confidence_history: [1, 2].map((version) => ({ at: AT, score: 0.9, version })),
    phase_transitions: [
      { to: "problem_definition", at: AT, reason: "begun", round: 1 },
      {
        from: "problem_definition",
        to: "awaiting_task_completion",
        at: AT,
        reason: HOSTILE,
        round: 2,
      },
    ],
    ...over,
  });

function linesOf(kind: Moment["kind"], liaison: Liaison, page: MomentPage = WIDE): string[] {
  return storyOf(liaison)
    .filter((moment) => moment.kind === kind)
    .flatMap((moment) => momentLines(moment, liaison, page));
}

describe("a moment of a conversation", () => {
  test("is what somebody says, whole, with its further lines set in", () => {
    const [first] = told().exchanges;
    if (first === undefined) throw new Error("Nothing was said.");
    const liaison = told({ exchanges: [{ ...first, content: "One.\n\nTwo [you decide]." }] });
    expect(linesOf("said", liaison)).toEqual(["[YOU]: One.", "", "  Two [you decide]."]);
    const columns = 24;
    const long = told({ exchanges: [{ ...first, role: "assistant", content: "word ".repeat(9) }] });
    const lines = linesOf("said", long, { ...WIDE, columns });
    expect(lines[0]).toMatch(/^\[LIAISON\]: word/);
    expect(lines.every((line) => line.length <= 26)).toBe(true);
  });

  test("breaks an item of a list below its words", () => {
    const [first] = told().exchanges;
    if (first === undefined) throw new Error("Nothing was said.");
    const content = `Asked:\n1. ${"word ".repeat(6)}`.trimEnd();
    const liaison = told({ exchanges: [{ ...first, content }] });
    expect(linesOf("said", liaison, { ...WIDE, columns: 29 })).toEqual([
      "[YOU]: Asked:",
      "  1. word word word word",
      "     word word",
    ]);
  });

  test("is a specification with importance, context, assumptions and how sure it is", () => {
    expect(linesOf("published", told())).toEqual([
      "Specification 2: canary title",
      "              canary description",
      "  must        canary revenue (such as canary)",
      "  should      canary regions",
      "  constraint  canary",
      "  right when  canary",
      "  needs       canary",
      "  audience    canary",
      "  assumed     canary",
      "  confidence  0.90 (clarity 0.90, completeness 0.80, consistency 1.00)",
    ]);
  });

  test("is an update with what it changed", () => {
    const history = [AT, "2026-01-01T00:05:00.000Z"];
    const liaison = told({
      confidence_history: history.map((at, index) => ({ at, score: 0.9, version: index + 1 })),
    });
    const lines = linesOf("published", liaison);
    expect(lines.filter((line) => line.startsWith("Specification"))).toHaveLength(2);
    expect(lines.at(-1)).toBe("  + requirements: canary regions");
  });

  test("is an update without its changes where the liaison has told them", () => {
    const [, last] = told().exchanges;
    if (last === undefined) throw new Error("Nothing was said.");
    const later = "2026-01-01T00:05:00.000Z";
    const reply = { ...last, timestamp: later, content: "New: canary regions." };
    const liaison = told({
      exchanges: [reply],
      confidence_history: [AT, later].map((at, version) => ({ at, score: 0.9, version })),
    });
    expect(linesOf("published", liaison).at(-1)).toMatch(/^ {2}confidence/);
    const whole = linesOf("published", liaison, { ...WIDE, isLive: false });
    expect(whole.at(-1)).toBe("  + requirements: canary regions");
  });

  test("is what is open still", () => {
    const [asked] = told().clarifications;
    if (asked === undefined) throw new Error("Nothing was asked.");
    const { answer: _, ...open } = { ...asked, status: "open" as const };
    const lines = linesOf("published", told({ clarifications: [open] }));
    expect(lines).toContain("  open        canary audience: canary?");
  });

  test("is only the head of a specification that the liaison has told in words", () => {
    const [, last] = told().exchanges;
    if (last === undefined) throw new Error("Nothing was said.");
    const content = "So: canary revenue, canary regions.";
    const liaison = told({ exchanges: [{ ...last, content }] });
    expect(linesOf("published", liaison)).toEqual([
      "Specification 2: canary title",
      expect.stringMatching(/^ {2}confidence {2}0\.90 /),
    ]);
    expect(linesOf("published", liaison, { ...WIDE, isLive: false })).toHaveLength(10);
  });

  test("is feedback by dimension and requirement, with quotes and suggestions", () => {
    expect(linesOf("feedback", told())).toEqual([
      "Feedback: needs_improvement, satisfaction 0.30, understood with confidence 0.80 (round 1)",
      '  accessibility   negative 0.20: "canary"',
      "  requirement     canary regions: negative 0.30",
      "  suggestion      canary colours",
    ]);
  });

  test("is progress and a result, JSON in a form that people read", () => {
    expect(linesOf("progress", told())).toEqual([
      "  > painter: canary half",
      "    {",
      '      "canary": 1',
      "    }",
    ]);
    expect(linesOf("result", told())).toEqual([
      "  = painter: {",
      '      "canary": "done"',
      "    }",
    ]);
  });

  test("obeys nothing that anybody says, and no line of theirs passes for one of ours", () => {
    const [first, second] = told().exchanges;
    const [task] = told().specifications;
    const [feedback] = told().feedback;
    if (first === undefined || second === undefined) throw new Error("Nothing was said.");
    if (task === undefined || feedback === undefined) throw new Error("Nothing was specified.");
    const [dimension] = feedback.metrics.dimension_feedback;
    if (dimension === undefined) throw new Error("Nothing was judged.");
    const hostile = told({
      title: HOSTILE,
      personName: HOSTILE,
      exchanges: [first, second].map((one) => ({ ...one, content: HOSTILE })),
      specifications: [
        {
          ...task,
          title: HOSTILE,
          description: HOSTILE,
          assumptions: [HOSTILE],
          context: { [HOSTILE]: { deep: HOSTILE } },
          requirements: task.requirements.map((one) => ({ ...one, description: HOSTILE })),
        },
      ],
      progress: [{ status: HOSTILE, result: { [HOSTILE]: 1 }, by: HOSTILE, at: AT }],
      results: [{ result: HOSTILE, by: HOSTILE, at: AT, round: 1 }],
      feedback: [
        {
          ...feedback,
          metrics: {
            ...feedback.metrics,
            dimension_feedback: [
              { ...dimension, dimension: HOSTILE, supporting_quotes: [HOSTILE] },
            ],
            improvement_suggestions: [HOSTILE],
          },
        },
      ],
    });
    const live = storyOf(hostile).flatMap((moment) => momentLines(moment, hostile, WIDE));
    const whole = wholeLines(hostile, { style, columns: 60 });
    for (const line of [...live, ...whole].flatMap((text) => text.split("\n"))) {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are looked for
      expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/);
      expect(line).not.toMatch(/\[YOU\]: yes|\[LIAISON\]: thanks/);
    }
  });
});
