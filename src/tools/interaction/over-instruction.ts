import type { ApprovalOver } from "../../domain/authority/approval-over.ts";

/** What a model is told of an approval by which nothing runs. */
export function overInstruction(over: ApprovalOver): string {
  if (over === "used") return USED;
  return `It had been approved, and nothing runs by it any more: ${WHY[over]}. The action must not run. ${NEXT[over] ?? ASK_AGAIN}`;
}

const USED =
  "It was approved and has been used: the action may have run, and runs once. Do not run it by this approval again; ask for another if it has to run once more.";

const WHY: Readonly<Record<Exclude<ApprovalOver, "used">, string>> = {
  voided:
    "it was made void when the record was restored or went back; the action may have run before that",
  erased: "it was erased",
  expired: "it was not used in time",
  denied_now: "the policy of today denies the action",
  demands_more: "the policy of today demands more than was given",
  approver_gone: "who approved it may no longer decide",
  permission_over: "the standing permission that it rested on has ended",
  agent_halted: "you were halted by an operator",
  unknown: "the record no longer proves for whom and what it was",
};

const ASK_AGAIN = "Ask for it again if you still need it.";

const NEXT: Partial<Readonly<Record<ApprovalOver, string>>> = {
  voided: "Look whether it has run, and ask for it again if it has not.",
  denied_now: "Do not ask for the same again; go on without it, or do something else.",
  agent_halted: "Wait until an operator lets you go on.",
};
