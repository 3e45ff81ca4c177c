import { expect, test } from "vitest";
import { MAX_SAVED_REPLIES } from "../limits.ts";
import { checkReplies } from "./saved-replies.ts";

const many = (count: number) => Array.from({ length: count }, (_, n) => `Reply ${n}`);

test.each<readonly [string, readonly string[], string | undefined]>([
  ["as many as there are places", many(MAX_SAVED_REPLIES), undefined],
  ["one more", many(MAX_SAVED_REPLIES + 1), "At most 10 answers are saved."],
  ["one twice", ["Yes.", "Yes."], "One of the answers is there twice."],
  ["a blank one", [" "], "answers"],
  ["one that is too long", ["x".repeat(5_000)], "answers"],
  ["none", [], undefined],
])("saved answers, %s", (_, answers, fault) => {
  const check = () => checkReplies({ answers, reasons: [] });
  if (fault === undefined) check();
  else expect(check).toThrow(fault);
});
