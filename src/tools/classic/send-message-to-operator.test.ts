import { expect, test } from "vitest";
import { isEarshotError } from "../../domain/errors.ts";
import type { ClosedRequest } from "../../domain/requests/request.ts";
import { anOpenRequest, answeredWith } from "../../testing/builders.ts";
import { replyOf } from "./send-message-to-operator.ts";

const open = anOpenRequest();
const at = { closedAt: open.createdAt };
const expired: ClosedRequest = { ...open, ...at, status: "expired" };
const { closedBy } = answeredWith(open, "");
const cancelled: ClosedRequest = { ...open, ...at, closedBy, status: "cancelled" };

function refusalOf(request: ClosedRequest): string {
  try {
    return `a reply: ${replyOf(request)}`;
  } catch (error) {
    return isEarshotError(error, "REQUEST_CLOSED") ? error.message : String(error);
  }
}

test("a reply is the operator's words", () => {
  expect(replyOf(answeredWith(open, "  yes "))).toBe("  yes ");
});

test.each([
  ["erased", { ...answeredWith(open, "(erased)"), erasedAt: open.createdAt }, "was erased at"],
  ["expired", expired, "Nobody answered before the question expired"],
  ["taken back", cancelled, "The question was taken back before anybody answered: req_"],
  ["taken back for a reason", { ...cancelled, reason: "not now" }, "answered (not now): req_"],
])("a question that is %s has no reply and no consent", (_, request, said) => {
  expect(refusalOf(request)).toContain(said);
  expect(refusalOf(request)).toContain(`${open.id}. There is no reply, and silence is no consent.`);
});
