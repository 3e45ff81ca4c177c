import { describe, expect, it } from "vitest";
import type { ClosedRequest, Request } from "../../domain/requests/request.ts";
import {
  anAction,
  anAuthorization,
  anOpenAuthorization,
  anOpenRequest,
} from "../../testing/builders.ts";
import { askOf } from "./ask-of.ts";
import { actorWords, closedDetail, closedWords, isAskCut } from "./words.ts";

const ANA = { principal: "prn_1", name: "ana", via: "slack" } as const;

function asks(text: string) {
  return anOpenRequest({ question: { text, form: { kind: "text" } } });
}

describe("the ask", () => {
  it("of a question is its text on one line", () => {
    expect(askOf(asks("Which\ndatabase?"))).toBe("Which database?");
  });

  it("of an action is a sentence of Earshot's, with nothing hidden in the names", () => {
    const action = anAction({ tool: "pay\u202etide", args: { to: "be\u200bn" } });
    const authorization = anAuthorization({ action });
    const asked = anOpenAuthorization({ authorization });
    expect(askOf(asked)).toBe('Run "pay\\u{202e}tide": to "be\\u{200b}n"');
  });

  it("is cut where the question is longer than a line", () => {
    expect(isAskCut(asks("Which one?"))).toBe(false);
    expect(isAskCut(asks("Which one?\nThe old or the new?"))).toBe(true);
    expect(isAskCut(asks("x".repeat(300)))).toBe(true);
  });
});

describe("how a request ended", () => {
  it("names who did it and where", () => {
    expect(actorWords(ANA)).toBe("ana via slack");
    const closed = {
      ...anOpenRequest(),
      status: "answered",
      closedBy: ANA,
      answer: { choice: "b" },
    };
    expect(closedWords(closed as unknown as ClosedRequest)).toBe("Answered by ana via slack");
    expect(closedDetail(closed as unknown as ClosedRequest)).toBe("b");
  });

  it("names all who have approved it together", () => {
    const closed = {
      ...anOpenAuthorization(),
      status: "approved",
      basis: { kind: "people" },
      closedBy: ANA,
    };
    const ben = { principal: "prn_ben", name: "ben", via: "inbox" };
    const votes = [{ by: ben }, { by: ANA }];
    const authorization = { ...closed.authorization, votes };
    expect(closedWords({ ...closed, authorization } as unknown as ClosedRequest)).toBe(
      "Approved by ben via inbox and ana via slack",
    );
  });

  it("names the rule or the permission where no person closed it", () => {
    const base = { ...anOpenAuthorization(), status: "approved" } as unknown as Request;
    const byRule = { ...base, basis: { kind: "rule", rule: "small" } } as unknown as ClosedRequest;
    const byPermission = { ...base, basis: { kind: "permission" } } as unknown as ClosedRequest;
    expect(closedWords(byRule)).toBe("Approved by the rule small");
    expect(closedWords(byPermission)).toBe("Approved by a standing permission");
  });
});
