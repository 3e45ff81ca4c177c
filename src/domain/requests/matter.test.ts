import { expect, test } from "vitest";
import { type Matter, namesMatter, saidBy, withoutNames } from "./matter.ts";

const about = (term: string): Matter => ({ kind: "about", term });
const ana: Matter = { kind: "person", name: "Ana", id: "prn_1" };

test.each([
  ["in capitals", "USER 4711", "The file of user 4711."],
  ["in letters of the full width", "ana", "Ａｎａ"],
  ["composed otherwise", "Zoë", "Zoe\u0308"],
  ["in a script without spaces", "张伟", "请告诉张伟明天来"],
  ["behind an escape of JSON", '"quoted" name', JSON.stringify({ a: ['the "quoted" name'] })],
  ["in JSON within JSON", 'a"b', JSON.stringify({ body: JSON.stringify({ a: 'a"b' }) })],
  ["over a line break", "one\ntwo", JSON.stringify("say one\ntwo")],
  ["as a number", "4711", JSON.stringify({ user: 4711 })],
  ["as the name of a member", "anna", JSON.stringify({ anna: true })],
])("a term is found %s", (_, term, text) => {
  expect(namesMatter(about(term), text)).toBe(true);
});

test("what names something else, or is no text at all, does not name it", () => {
  expect(namesMatter(about("user 4711"), "user 4712")).toBe(false);
  expect(namesMatter(about("user 4711"), null)).toBe(false);
});

test("a short term is not found by chance in ids, digests, salts and moments, and an id is where it is asked for", () => {
  const id = "req_01m8dcxr2dtwgwh6zqjhptn87t";
  const at = "2026-11-27T02:21:35.181Z";
  const text = JSON.stringify({ id, at, nonce: "m8dcx35.181", digest: "a1b2".repeat(16) });
  for (const term of ["m8dcx", "35.181", "b2a1"]) {
    expect(namesMatter(about(term), text), term).toBe(false);
  }
  expect(namesMatter(about(id), text)).toBe(true);
  expect(namesMatter(about(at), text)).toBe(true);
});

test("a person is found where their name stands alone, and not in running words", () => {
  expect(namesMatter(ana, JSON.stringify({ by: { principal: "prn_1", name: "Ana" } }))).toBe(true);
  expect(namesMatter(ana, "Ana")).toBe(true);
  expect(namesMatter(ana, JSON.stringify({ text: "Ana and Ben" }))).toBe(false);
  expect(namesMatter(ana, JSON.stringify({ text: "Banana" }))).toBe(false);
  expect(saidBy(ana, JSON.stringify({ principal: "prn_1" }))).toBe(true);
  expect(saidBy(ana, JSON.stringify({ principal: "prn_12" }))).toBe(false);
});

test("of JSON the names go, and everything else stays as it was", () => {
  const actor = { principal: "prn_1", name: "Ana", via: "cli" };
  expect(withoutNames(ana, JSON.stringify(actor))).toBe(
    JSON.stringify({ ...actor, name: "(erased)" }),
  );
  const work = { worker: { agent: "prn_2", name: "Ana" }, title: "Ana" };
  expect(withoutNames(ana, JSON.stringify(work))).toBeUndefined();
  expect(withoutNames(ana, JSON.stringify(["Ana", "Ben"]))).toBe('["(erased)","Ben"]');
});

test("another text goes whole, unless it is only like a person's name", () => {
  expect(withoutNames(about("4711"), "Case 4711")).toBe("(erased)");
  expect(withoutNames(ana, "Ana")).toBe("(erased)");
  expect(withoutNames(ana, "Ana's day")).toBeUndefined();
});
