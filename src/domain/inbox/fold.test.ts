import { expect, test } from "vitest";
import { anOpenAuthorization, anOpenRequest } from "../../testing/builders.ts";
import type { PrincipalId } from "../id.ts";
import type { JsonObject } from "../json.ts";
import type { OpenAuthorization, Request } from "../requests/request.ts";
import { foldAlike, foldOf } from "./fold.ts";

const agent = "prn_scout" as PrincipalId;

function seeking(args: JsonObject, over: Partial<OpenAuthorization["authorization"]> = {}) {
  const request = anOpenAuthorization({ agent });
  const { authorization } = request;
  const action = { ...authorization.action, args };
  return { ...request, authorization: { ...authorization, action, ...over } };
}
const asking = (text: string) =>
  anOpenRequest({ agent, question: { text, form: { kind: "text" } } });
const groups = (...requests: Request[]) =>
  foldAlike(requests, (one) => one).map((group) => group.map((one) => requests.indexOf(one)));

test("what is alike stands where its first one does, in its order", () => {
  expect(
    groups(seeking({ a: "x" }), seeking({ a: "y" }), seeking({ a: "x " }), seeking({ a: "Y" })),
  ).toEqual([
    [0, 2],
    [1, 3],
  ]);
});

test("questions fold by their words, and never with actions or with those of other agents", () => {
  const other = anOpenRequest({ question: { text: "Now?", form: { kind: "text" } } });
  expect(groups(asking("Now?"), asking("now ??"), asking("When?"), other, seeking({}))).toEqual([
    [0, 1],
    [2],
    [3],
    [4],
  ]);
});

test("what others decide never stands in one row with what its reader decides", () => {
  const { demand } = seeking({}).authorization;
  const byOwners = { ...demand, approvers: { names: [], roles: ["owner"] as const } };
  const byTwo = { ...demand, quorum: demand.quorum + 1 };
  expect(
    groups(
      seeking({ n: 1 }),
      seeking({ n: 2 }, { demand: byOwners }),
      seeking({ n: 3 }),
      seeking({ n: 4 }, { demand: byTwo }),
    ),
  ).toEqual([[0, 2], [1], [3]]);
});

test("what counts stands in one row: amounts, names with a number, questions with one", () => {
  expect(
    groups(
      seeking({ a: "tmp1", n: 5 }),
      seeking({ a: "tmp2", n: 70 }),
      seeking({ a: "log1", n: 5 }),
      asking("Shall I go on? (7)"),
      asking("Shall I go on? (8)"),
      asking("Shall I stop? (8)"),
    ),
  ).toEqual([[0, 1], [2], [3, 4], [5]]);
});

test("of many it tells of each what tells it from the others", () => {
  const many = Array.from({ length: 40 }, (_, n) => seeking({ path: `tmp${n}`, amount: n % 2 }));
  const fold = foldOf(many);
  expect(
    fold?.differs.map(({ pointer, count, values }) => [pointer, count, values.length]),
  ).toEqual([
    ["/path", 40, 40],
    ["/amount", 2, 40],
  ]);
  expect(fold?.differs[0]?.values[31]).toBe('"tmp31"');
});

test("one alone is no fold", () => {
  expect(foldOf([asking("Now?")])).toBeUndefined();
});

test("a fold tells by pointer what differs, beside the arguments by name", () => {
  const one = seeking({ note: "x", to: { name: "ana" }, same: 1 }, { reason: "Why" });
  const other = seeking({ note: "x ", to: { name: "Ana" }, same: 1 }, { reason: "Why not" });
  expect(foldOf([one, other])).toEqual({
    ids: [one.id, other.id],
    differs: [
      { pointer: "/note", count: 2, values: ['"x"', '"x "'] },
      { pointer: "/to/name", count: 2, values: ['"ana"', '"Ana"'] },
      { pointer: "reason", count: 2, values: ['"Why"', '"Why not"'] },
    ],
  });
  const short = seeking({ note: "x" });
  const more = seeking({ note: "x", b: "" });
  expect(foldOf([short, more])?.differs).toEqual([
    { pointer: "/b", count: 2, values: ["nothing", '""'] },
  ]);
});

test("of a long value its end is told too, and of a secret one nothing", () => {
  const long = "x".repeat(500);
  const [{ values = [] } = {}] =
    foldOf([seeking({ note: long }), seeking({ note: `${long} ` })])?.differs ?? [];
  expect(values[0]).toMatch(/^"x+ … x+"$/);
  expect(values[1]).toMatch(/^"x+ … x+ "$/);
  const secrets = ["/key"];
  const hidden = foldOf([
    seeking({ key: { $secret: "1" } }, { secrets }),
    seeking({ key: { $secret: "2" } }, { secrets }),
  ]);
  expect(hidden?.differs).toEqual([{ pointer: "/key", count: 2, values: [] }]);
});
