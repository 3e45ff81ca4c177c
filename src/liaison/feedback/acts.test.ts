import { expect, test } from "vitest";
import { actOf } from "./acts.ts";

test.for([
  ["ship it", "accept", true],
  ["lgtm", "accept", true],
  ["i approve this", "accept", true],
  ["approved.", "accept", true],
  ["no further changes needed.", "accept", true],
  ["happy to sign off.", "accept", true],
  ["all set, you can archive the task.", "accept", true],
  ["let's go with it.", "accept", true],
  ["i think we can go live with this.", "accept", true],
  ["ok that does it", "accept", true],
  ["yes, book her.", "accept", true],
  ["now accepted", "accept", true],
  ["so both approved.", "accept", true],
  ["we'll walk exactly that.", "accept", true],
  ["i'm sending it like that.", "accept", true],
  ["merge away!", "accept", true],
  ["not a comma to be changed.", "accept", true],
  ["i tried hard and can't find anything i'd change.", "accept", true],
  ["into the bin with it", "reject", true],
  ["we won't be using it", "reject", false],
  ["it couldn't be worse.", "reject", false],
  ["that's all i wanted", "accept", false],
  ["i can't accept this", "reject", true],
  ["i don't approve this", "reject", true],
  ["i cannot sign off on it", "reject", true],
  ["this is not ready to ship yet", "improve", true],
  ["i'd accept it if you fix the totals", "conditional", true],
  ["i will approve once the tests pass", "conditional", true],
  ["i reject this", "reject", true],
  ["redo it", "reject", true],
  ["this is not acceptable", "reject", true],
  ["perfect!", "accept", false],
  ["it does what it should.", "accept", false],
  ["it looks good to me", "accept", false],
  ["this is not what i asked for", "reject", false],
  ["this is useless", "reject", false],
  ["mostly good", "improve", false],
  ["it needs more work", "improve", false],
] as const)("%j decides: %s", ([text, kind, isFirm]) => {
  expect(actOf(text)).toEqual({ kind, isFirm });
});

test.for([
  "i'm not rejecting it",
  "the charts are perfect",
  "redo the second chart",
  "my boss approved the budget",
  "the total is wrong",
  "book her a room with a view",
  "can it go live",
  "nothing to do with your text",
  "that does it no good",
  "thanks",
])("%j decides nothing", (text) => {
  expect(actOf(text)).toBeUndefined();
});
