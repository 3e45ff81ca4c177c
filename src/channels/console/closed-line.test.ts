import { expect, test } from "vitest";
import type { ShownRequest } from "../../domain/requests/request.ts";
import { closedLine } from "./closed-line.ts";
import { ENGLISH } from "./voice.ts";

/** Its first letter is Cyrillic. */
const by = { principal: "prn_x", name: "\u0430na", via: "cli" };
const MARKED = "\u0430na⟨mixed scripts⟩ via cli";

test.each([
  [{ status: "cancelled", closedBy: by }, `Cancelled by ${MARKED}`],
  [{ status: "answered", closedBy: by, answer: { text: "Yes" } }, `Answered by ${MARKED}: Yes`],
  [{ status: "rejected", closedBy: by, basis: { kind: "people" } }, `Rejected by ${MARKED}`],
])("a name that passes for another is marked where somebody closed: %o", (closed, words) => {
  expect(closedLine(closed as unknown as ShownRequest, ENGLISH)).toContain(words);
});
