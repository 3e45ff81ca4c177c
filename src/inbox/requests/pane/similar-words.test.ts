import { describe, expect, it } from "vitest";
import type { Answer } from "../../../domain/requests/question.ts";
import type { Request } from "../../../domain/requests/request.ts";
import { anOpenAuthorization, anOpenRequest } from "../../../testing/builders.ts";
import { answerWords, oldAnswer, similarSummary } from "./similar-words.ts";

function like(changes: object, base: Request = anOpenAuthorization()) {
  return { similarity: 1, request: { ...base, ...changes } as Request };
}
function answered(answer: Answer) {
  return like({ status: "answered", answer }, anOpenRequest());
}
const OPTIONS = [{ label: "staging" }, { label: "production" }];

describe("similar requests", () => {
  it("are counted by how they ended, edits apart", () => {
    const { authorization } = anOpenAuthorization();
    const edited = { status: "approved", authorization: { ...authorization, edit: {} } };
    const all = [{ status: "approved" }, { status: "approved" }, edited, { status: "rejected" }];
    expect(similarSummary(all.map((one) => like(one)))).toBe(
      "approved 2, rejected 1, edited 1 of the last 4 like this",
    );
    expect(similarSummary([])).toBeUndefined();
  });

  it("give the old answer only where the form still takes it", () => {
    const form = { kind: "choice", options: OPTIONS } as const;
    expect(
      oldAnswer(form, [answered({ choice: "gone" }), answered({ choice: "staging" })]),
    ).toMatchObject({ answer: { choice: "staging" }, source: { status: "answered" } });
    expect(oldAnswer(form, [answered({ text: "staging" })])).toBeUndefined();
    expect(oldAnswer({ ...form, allowText: true }, [answered({ text: "x" })])).toMatchObject({
      answer: { text: "x" },
    });
    expect(
      oldAnswer({ kind: "text" }, [like({ status: "expired" }, anOpenRequest())]),
    ).toBeUndefined();
  });

  it("are said on one line", () => {
    expect(answerWords({ choices: ["a", "b"] })).toBe("a, b");
    expect(answerWords({ text: "one\ntwo" })).toBe("one two");
  });
});
