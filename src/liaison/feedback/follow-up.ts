import { DIMENSIONS } from "../../domain/liaison/feedback.ts";
import type { Interpretation } from "../../ports/model/understanding.ts";

export type FollowUp = Interpretation["follow_up"][number];

const ACCEPTANCE: FollowUp = {
  topic: "acceptance",
  question: "Do you accept it as it is?",
  options: ["I accept it", "It needs changes", "I reject it"],
};
const CHANGES: FollowUp = {
  topic: "changes",
  question: "What would have to change for you to accept it?",
  options: [],
};
const LANGUAGE: FollowUp = {
  topic: "acceptance",
  question:
    "I am not sure that I understand this language well. Do you accept the result as it is?",
  options: ACCEPTANCE.options,
};
const SIDES: Readonly<Record<string, { readonly good: string; readonly bad: string }>> = {
  accuracy: { good: "It is accurate", bad: "It is not accurate" },
  completeness: { good: "It is complete", bad: "It is not complete" },
  clarity: { good: "It is clear", bad: "It is not clear" },
  helpfulness: { good: "It is helpful", bad: "It is not helpful" },
};

/** What there is to go by. */
export interface Known {
  readonly isUnderstood: boolean;
  readonly isThin: boolean;
  /** The person has decided, or has said what should change. */
  readonly isDecided: boolean;
  /** They are not content, and have not said why. */
  readonly lacksReason: boolean;
  readonly dimensions: readonly string[];
}

/** At most two questions; none if enough was said. */
export function followUpOf({
  isUnderstood,
  isThin,
  isDecided,
  lacksReason,
  dimensions,
}: Known): readonly FollowUp[] {
  if (!isUnderstood && !isDecided) return [LANGUAGE];
  if (lacksReason) return [CHANGES];
  if (!isThin || isDecided) return [];
  return [ACCEPTANCE, ...sidesAsked(dimensions)];
}

function sidesAsked(known: readonly string[]): readonly FollowUp[] {
  const open = DIMENSIONS.filter((one) => SIDES[one] !== undefined && !known.includes(one));
  const order = ["accuracy", "completeness", "clarity", "helpfulness"].filter((one) =>
    open.some((other) => other === one),
  );
  const asked = order.slice(0, 2);
  if (asked.length === 0) return [];
  const sides = asked.flatMap((one) => SIDES[one] ?? []);
  return [
    {
      topic: asked.join(" and "),
      question: `How is it on ${asked.join(" and ")}?`,
      options: [
        sides.map(({ good }, at) => (at === 0 ? good : good.replace(/^It is /, ""))).join(" and "),
        ...sides.map(({ bad }) => bad),
      ],
    },
  ];
}
