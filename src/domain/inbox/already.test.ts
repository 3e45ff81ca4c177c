import { expect, test } from "vitest";
import {
  anAction,
  anActor,
  anAuthorization,
  anOpenAuthorization,
  approvedBy,
} from "../../testing/builders.ts";
import type { JsonObject } from "../json.ts";
import type { AuthorizationRequest } from "../requests/request.ts";
import { DAY_MS } from "../time.ts";
import { toMs, toTimestamp } from "../timestamp.ts";
import { alreadyOf } from "./already.ts";

const asked = (args: JsonObject, tool = "refund") =>
  anOpenAuthorization({ authorization: anAuthorization({ action: anAction({ args, tool }) }) });
const approved = (args: JsonObject, tool?: string) =>
  approvedBy(asked(args, tool), anActor({ name: "ana" }));
const of = (request: AuthorizationRequest, ...earlier: readonly AuthorizationRequest[]) => {
  const already = alreadyOf(request, earlier);
  return already && [already.request.id, ...already.subjects];
};

test("the same action that was approved is told, whichever came between", () => {
  const same = approved({ order: "8841", amount: 300 });
  const ofOrder = approved({ order: "8841", amount: 20 });
  expect(of(asked({ order: "8841", amount: 300 }), ofOrder, same)).toEqual([same.id]);
});

test("another action for the same order is told, with where the order stands", () => {
  const first = approved({ order: "8841", amount: 300, to: "card" });
  expect(of(asked({ order: "8841", amount: 300, to: "IBAN" }), first)).toEqual([
    first.id,
    "/order",
  ]);
  const nested = approved({ order: { id: 7 }, customer: 1 });
  expect(of(asked({ order: { id: 7 }, customer: 2 }), nested)).toEqual([nested.id, "/order/id"]);
});

test("nothing is told of another thing, another tool, an amount or what was rejected", () => {
  const first = approved({ order: "8841", amount: 300 });
  expect(of(asked({ order: "8842", amount: 300 }), first)).toBeUndefined();
  expect(of(asked({ order: "8841", amount: 300 }, "ship"), first)).toBeUndefined();
  expect(of(asked({ refund: 300, to: "a" }), approved({ refund: 300, to: "b" }))).toBeUndefined();
  expect(of(asked({ order: "asc", n: 1 }), approved({ order: "asc", n: 2 }))).toBeUndefined();
  expect(of(asked({ order: "8841", invoice: "1" }), first)).toBeUndefined();
  const { collectBy: _, ...closed } = first;
  expect(of(asked({ order: "8841" }), { ...closed, status: "rejected" })).toBeUndefined();
});

test("what was approved more than 30 days before is not told", () => {
  const former = approved({ order: "8841" });
  const request = asked({ order: "8841" });
  const later = (ms: number) => ({
    ...request,
    createdAt: toTimestamp(toMs(former.createdAt) + ms),
  });
  expect(of(later(29 * DAY_MS), former)).toEqual([former.id]);
  expect(of(later(32 * DAY_MS), former)).toBeUndefined();
});
