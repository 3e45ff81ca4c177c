import { expect, test } from "vitest";
import {
  anAction,
  anActor,
  anAuthorization,
  anOpenAuthorization,
  approvedBy,
} from "../../testing/builders.ts";
import type { Level } from "../authority/action.ts";
import type { JsonObject } from "../json.ts";
import type { AuthorizationRequest } from "../requests/request.ts";
import { precedentOf } from "./precedent.ts";

const ana = anActor({ name: "ana" });
const ben = anActor({ name: "ben" });

interface More {
  readonly reason?: string;
  readonly level?: Level;
  readonly secrets?: readonly string[];
}

function asked(args: JsonObject, { reason = "Why.", level = "LOW", secrets = [] }: More = {}) {
  const made = anAuthorization({ action: anAction({ args, level }), reason, secrets });
  return anOpenAuthorization({
    authorization: { ...made, demand: { ...made.demand, level } },
  });
}
const before = (args: JsonObject, more?: More, by = ana) => approvedBy(asked(args, more), by);
const rejected = (args: JsonObject): AuthorizationRequest => {
  const { collectBy: _, ...closed } = before(args, {}, ben);
  return { ...closed, status: "rejected" };
};
const of = (request: AuthorizationRequest, earlier: readonly AuthorizationRequest[]) =>
  precedentOf(request, { earlier, reader: ana.principal });

test("an action that is the same as the last ones says how those were decided, and by whom", () => {
  const earlier = [before({ to: "x" }), rejected({ to: "x" }), before({ to: "x" }, {}, ben)];
  expect(of(asked({ to: "x" }), earlier)).toEqual({
    count: 3,
    approved: 2,
    edited: 0,
    rejected: 1,
    own: 1,
    differs: [],
  });
});

test("each place where it differs from any of them is named, with its own value first", () => {
  const earlier = [before({ to: "x", amount: 100 }), before({ to: "x", amount: 120 })];
  expect(of(asked({ to: "x", amount: 14_900 }), earlier)?.differs).toEqual([
    { pointer: "/amount", count: 3, values: ["14900", "100", "120"] },
  ]);
  expect(of(asked({ to: "x" }, { level: "HIGH" }), [before({ to: "x" })])?.differs).toEqual([
    { pointer: "level", count: 2, values: ['"HIGH"', '"LOW"'] },
  ]);
});

test("what the agent writes anew each time counts for nothing, and a secret is not compared", () => {
  expect(of(asked({}, { reason: "One." }), [before({}, { reason: "Two." })])?.differs).toEqual([]);
  const pin = (commitment: string) => ({ pin: { $secret: commitment } });
  const secrets = ["/pin"];
  const earlier = [before(pin("b25l"), { secrets })];
  expect(of(asked(pin("dHdv"), { secrets }), earlier)?.differs).toEqual([
    { pointer: "/pin", count: 2, values: [] },
  ]);
});

test("other commands, statements and texts are nothing like it", () => {
  const at = (sql: string) => ({ database: "shop", sql });
  expect(of(asked(at("drop table t")), [before(at("select 1"))])).toBeUndefined();
  expect(of(asked({ to: "x", body: "a" }), [before({ to: "x", body: "b" })])).toBeUndefined();
  expect(of(asked(at("select 1")), [before(at("select 1"))])?.differs).toEqual([]);
});

test("nothing is said without any, where much differs, and once it is decided", () => {
  const args = { a: 1, b: 1, c: 1, d: 1 };
  expect(of(asked(args), [])).toBeUndefined();
  expect(of(asked({ a: 2, b: 2, c: 2, d: 2 }), [before(args)])).toBeUndefined();
  expect(of(before(args), [before(args)])).toBeUndefined();
});
