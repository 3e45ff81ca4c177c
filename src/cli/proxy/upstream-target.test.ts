import { expect, test } from "vitest";
import { identityOf, readTarget } from "./upstream-target.ts";

const VARIABLES: Readonly<Record<string, string>> = {
  TOKEN: "hunter2\n",
  TWO_LINES: "a\nb-secret",
};
const HERE = { folder: "/srv/here", variable: (name: string) => VARIABLES[name] };

const headerOf = (header: string) =>
  readTarget([], { url: "https://tools.example.com/mcp", header: [header] }, HERE);

test.each([
  ["Authorization: $TOKEN", "hunter2"],
  ["Authorization: Bearer $TOKEN", "Bearer hunter2"],
  ["Authorization: Bearer $2a$10$TOKEN", "Bearer $2a$10$TOKEN"],
  ["Authorization: $", "$"],
  ["Authorization: Basic abc", "Basic abc"],
])("the header %s is sent as %s", (header, value) => {
  expect(headerOf(header)).toMatchObject({ headers: { Authorization: value } });
});

test("a header whose variable is not set is refused by the variable's name", () => {
  expect(() => headerOf("Authorization: Bearer $NONE")).toThrow("variable NONE");
});

test.each([["X-Key: $TWO_LINES"], ["X-Key: a\nb-secret"]])(
  "a value that no header can carry is refused and not repeated: %j",
  (header) => {
    expect(() => headerOf(header)).toThrow(/^The value of the header X-Key(?!.*secret)/);
  },
);

test("the same command in another folder is another server", () => {
  const there = { ...HERE, folder: "/srv/there" };
  const [one, other] = [HERE, there].map((place) => readTarget(["node", "server.js"], {}, place));
  if (one === undefined || other === undefined) throw new Error("There are two.");
  expect(identityOf(one)).not.toBe(identityOf(other));
});

test("the words of a command are not run together", () => {
  const [one, other] = [["a b"], ["a", "b"]].map((words) => readTarget(words, {}, HERE));
  if (one === undefined || other === undefined) throw new Error("There are two.");
  expect(identityOf(one)).not.toBe(identityOf(other));
});
