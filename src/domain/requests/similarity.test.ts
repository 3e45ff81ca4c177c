import { expect, test } from "vitest";
import {
  anAction,
  anAuthorization,
  anOpenAuthorization,
  anOpenRequest,
} from "../../testing/builders.ts";
import type { JsonObject } from "../json.ts";
import { argsSimilarity, similarityOf, textSimilarity } from "./similarity.ts";

const asked = (text: string) => anOpenRequest({ question: { text, form: { kind: "text" } } });
const call = (tool: string, args: JsonObject) =>
  anOpenAuthorization({ authorization: anAuthorization({ action: anAction({ tool, args }) }) });

test("the same text is the same whatever its case and spaces", () => {
  expect(textSimilarity("Which  database?", " which database? ")).toBe(1);
  expect(textSimilarity("???", "???")).toBe(1);
  expect(textSimilarity("???", "!!!")).toBe(0);
});

test("texts are alike by the words they share, and never the same for that", () => {
  expect(textSimilarity("Deploy version 12 now", "Deploy version 13 now")).toBe(0.75);
  expect(textSimilarity("deploy now", "now deploy")).toBe(0.99);
  expect(textSimilarity("deploy", "delete")).toBe(0);
  expect(textSimilarity("データを消す", "データを見る")).toBeGreaterThan(0.5);
});

test("arguments are alike by the values that stand in the same places", () => {
  expect(argsSimilarity({ a: 1, b: 2 }, { b: 2, a: 1 })).toBe(1);
  expect(argsSimilarity({}, {})).toBe(1);
  expect(argsSimilarity({ a: 1, b: 2 }, { a: 1, b: 3 })).toBeCloseTo(1 / 3);
  expect(argsSimilarity({ a: { b: [1, 2] } }, { a: { b: [1] } })).toBe(0.5);
  expect(argsSimilarity({ a: 1 }, { b: 1 })).toBe(0);
  expect(argsSimilarity({ "a/b": 1 }, { a: { b: 1 } })).toBe(0);
  expect(argsSimilarity({ list: [] }, { list: {} })).toBe(0);
});

test("questions with little in common, two kinds and two tools are not compared", () => {
  expect(similarityOf(asked("Deploy it?"), asked("deploy it?"))).toBe(1);
  expect(similarityOf(asked("Deploy it now?"), asked("Delete it?"))).toBeUndefined();
  expect(similarityOf(call("pay", { to: "a" }), call("pay", { to: "a" }))).toBe(1);
  expect(similarityOf(call("pay", { to: "a" }), call("pay", { to: "b" }))).toBe(0);
  expect(similarityOf(call("pay", {}), call("mail", {}))).toBeUndefined();
  expect(similarityOf(call("pay", {}), asked("pay"))).toBeUndefined();
  expect(similarityOf(asked("pay"), call("pay", {}))).toBeUndefined();
});
