import { describe, expect, test } from "vitest";
import { z } from "zod";
import { OPERATIONS } from "./operations.ts";
import { parseInput } from "./parse-input.ts";

const Person = z.strictObject({
  name: z.string(),
  age: z.coerce.number().int(),
  address: z.strictObject({ lines: z.array(z.string()) }).optional(),
});

describe("input that fits", () => {
  test("comes back as its schema makes it", () => {
    expect(parseInput(Person, { name: "ada", age: "36" })).toEqual({ name: "ada", age: 36 });
  });

  test("may name an option by its label alone", () => {
    const input = { text: "Which?", form: { kind: "choice", options: ["A", { label: "B" }] } };
    expect(parseInput(OPERATIONS.ask.input, input)).toEqual({
      text: "Which?",
      form: { kind: "choice", options: [{ label: "A" }, { label: "B" }] },
    });
  });

  test("may list ids with commas", () => {
    const ids = ["req_01k00000000000000000000000", "req_01k00000000000000000000001"];
    expect(parseInput(OPERATIONS.waitMany.input, { ids: ids.join(",") })).toEqual({ ids });
  });
});

describe("input that does not fit", () => {
  test("is refused with each place and what it wants", () => {
    const input = { age: 1.5, address: { lines: ["a", 2] } };
    expect(() => parseInput(Person, input)).toThrow(
      expect.objectContaining({
        code: "INVALID_INPUT",
        message: expect.stringMatching(
          /^The input is not valid\. name: .+; age: .+; address\.lines\.1: .+\.$/,
        ),
        details: {
          issues: [
            { path: "name", message: expect.any(String) },
            { path: "age", message: expect.any(String) },
            { path: "address.lines.1", message: expect.any(String) },
          ],
        },
      }),
    );
  });

  test("as a whole is refused without a place", () => {
    expect(() => parseInput(Person, "ada")).toThrow(/^The input is not valid\. Invalid input/);
  });

  test("is refused where it says more than was asked", () => {
    const input = { name: "ada", age: 36, admin: true };
    expect(() => parseInput(Person, input)).toThrow(/admin/);
  });

  test("tells at most five faults", () => {
    const input = Array(9).fill(1);
    expect(() => parseInput(z.array(z.string()), input)).toThrow(
      expect.objectContaining({
        details: {
          issues: input.slice(0, 5).map((_, index) => ({
            path: String(index),
            message: expect.any(String),
          })),
        },
      }),
    );
  });

  test("by an id of the wrong kind says which one it wants", () => {
    expect(() =>
      parseInput(OPERATIONS.show.input, { id: "msg_01k00000000000000000000000" }),
    ).toThrow(
      "The input is not valid. id: expected the id of a request: req_ and 26 letters and digits.",
    );
  });
});
