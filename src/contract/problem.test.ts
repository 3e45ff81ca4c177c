import { describe, expect, test } from "vitest";
import { EarshotError, ERRORS, type ErrorCode } from "../domain/errors.ts";
import { fromProblem, type ProblemDocument, toProblem } from "./problem.ts";
import { Problem } from "./schemas/requests.ts";

const CODES = Object.keys(ERRORS) as ErrorCode[];

describe("an error on the wire", () => {
  test.each(CODES)("%s comes back as itself", (code) => {
    const error = new EarshotError(code, "It is so.", { details: { id: "req_1" } });
    const document = JSON.parse(JSON.stringify(toProblem(error)));
    expect(Problem.parse(document)).toMatchObject({ status: ERRORS[code].status, code });
    expect(fromProblem(document, 999)).toMatchObject({
      name: "EarshotError",
      code,
      message: "It is so.",
      details: { id: "req_1" },
    });
  });

  test("is a problem document", () => {
    expect(toProblem(new EarshotError("KEY_REUSED", "Used before."))).toEqual({
      type: "urn:earshot:error:key-reused",
      title: "KEY_REUSED",
      status: 409,
      code: "KEY_REUSED",
      detail: "Used before.",
    });
  });

  test("that carries no details comes back without", () => {
    const document = toProblem(new EarshotError("NOT_FOUND", "Not there."));
    expect(fromProblem(document, 404).details).toBeUndefined();
  });

  test.each([
    new Error("SELECT * FROM keys"),
    { code: "INVALID_INPUT", message: "no error of ours" },
    "a string",
    undefined,
  ])("that is not ours says nothing of itself to strangers: %s", (thrown) => {
    expect(toProblem(thrown)).toEqual({
      type: "urn:earshot:error:internal",
      title: "INTERNAL",
      status: 500,
      code: "INTERNAL",
      detail: "Something broke inside Earshot. Its log says what.",
    });
  });

  test("says nothing of its cause", () => {
    const error = new EarshotError("INVALID_INPUT", "Bad.", { cause: new Error("secret") });
    expect(JSON.stringify(toProblem(error))).not.toContain("secret");
  });
});

describe("an answer that tells of no error we know", () => {
  test.each<[number, ErrorCode]>([
    [429, "RATE_LIMITED"],
    [408, "UNREACHABLE"],
    [502, "UNREACHABLE"],
    [503, "UNREACHABLE"],
    [504, "UNREACHABLE"],
    [500, "INTERNAL"],
    [404, "INTERNAL"],
    [418, "INTERNAL"],
  ])("and has status %d becomes %s", (status, code) => {
    for (const document of [undefined, null, "gone", 5, [], {}, { code: "NEW_CODE" }]) {
      expect(fromProblem(document, status)).toMatchObject({ name: "EarshotError", code });
    }
  });

  test("says what the server said, or else its status", () => {
    const document: Partial<ProblemDocument> = { code: "FROM_THE_FUTURE", detail: "Not yet." };
    expect(fromProblem(document, 400).message).toBe("Not yet.");
    expect(fromProblem({ detail: 5 }, 400).message).toBe("The server answered 400.");
  });

  test.each(["toString", "__proto__", "constructor"])("is not fooled by the code %s", (code) => {
    expect(fromProblem({ code, detail: "?" }, 500).code).toBe("INTERNAL");
  });
});
