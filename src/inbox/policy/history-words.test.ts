import { expect, test } from "vitest";
import type { LoggedPolicy } from "../../ports/earshot/policy-history.ts";
import { changeWords, partName, putBy, sideText } from "./history-words.ts";

const put: LoggedPolicy = { seq: 3, revision: "r", at: "2026-01-01T00:00:00.000Z", former: "q" };
const none = { added: [], removed: [], changed: [], isReordered: false };

test("what a policy changed is told by kind, with hidden characters shown", () => {
  const changes = { ...none, added: ["a", "b\u202ec"], changed: ["d"], owners: true } as const;
  expect(changeWords({ ...put, changes })).toEqual([
    "Came: a, b\\u{202e}c",
    "Changed: d",
    "Beside the rules: owners",
  ]);
  expect(changeWords({ ...put, changes: none })).toEqual(["No rule"]);
});

test("a text that does not make its digest is told, and not compared", () => {
  expect(changeWords(put)[0]).toContain("does not make its digest");
});

test("a policy that a server loaded is by nobody", () => {
  expect(putBy(put)).toBe("the server, from its file");
  expect(putBy({ ...put, by: { id: "prn_1", name: "ana" }, via: "cli" })).toBe("ana via cli");
});

test("a side that is missing is told apart from one that says null", () => {
  expect(sideText(null)).toBe("not there");
  expect(sideText({ a: 1 })).toBe('{\n  "a": 1\n}');
  expect(partName({ kind: "order", name: "rules" })).toBe("The order of the rules");
  expect(partName({ kind: "key", name: "owners" })).toBe("Key owners");
});
