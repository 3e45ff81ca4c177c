import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { storeError } from "./errors.ts";

function refusalOf(statement: string, ...values: readonly (string | bigint | null)[]) {
  const db = new DatabaseSync(":memory:");
  try {
    db.exec("create table kept (id integer primary key, text text not null)");
    db.prepare(statement).run(...values);
  } catch (error) {
    return storeError(error);
  } finally {
    db.close();
  }
  throw new Error("It was stored.");
}

const INSERT = "insert into kept values (?, ?)";

test.each([
  ["of another type than its column", INSERT, ["one", "text"]],
  ["a number beyond 64 bits", INSERT, [2n ** 64n, "text"]],
  ["too long for a row", "insert into kept values (1, zeroblob(2000000000) || ?)", ["text"]],
] as const)(
  "a value that is %s is wrong for good, and no reason to try again",
  (_, text, values) => {
    expect(refusalOf(text, ...values)).toMatchObject({
      code: "INVALID_INPUT",
      message: expect.stringContaining("change the value"),
    });
  },
);

test("what the tables forbid is a fault, and no reason to try again", () => {
  expect(refusalOf(INSERT, 1n, null)).toMatchObject({ code: "INTERNAL" });
});
