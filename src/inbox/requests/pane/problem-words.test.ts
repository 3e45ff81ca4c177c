import { describe, expect, it } from "vitest";
import { EarshotError } from "../../../domain/errors.ts";
import { isOutdated, problemWords } from "./problem-words.ts";

describe("what went wrong", () => {
  it("is said in the words of the server", () => {
    const closed = new EarshotError("REQUEST_CLOSED", "It was answered by ben via slack.");
    expect(problemWords(closed)).toBe("It was answered by ben via slack.");
    expect(isOutdated(closed)).toBe(true);
  });

  it("asks to look again where the action has changed", () => {
    expect(problemWords(new EarshotError("DIGEST_MISMATCH", "x"))).toContain("Look at it again");
  });

  it("says that nothing was decided where a passkey was not used", () => {
    const refused = Object.assign(new Error("x"), { name: "NotAllowedError" });
    expect(problemWords(refused)).toContain("nothing was decided");
    expect(problemWords("what?")).toContain("Try again");
    expect(isOutdated(refused)).toBe(false);
  });
});
