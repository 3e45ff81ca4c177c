import { expect, test } from "vitest";
import { EVENT_TYPES, type Event } from "../../domain/log/event.ts";
import { FAMILIES, passes } from "./filter.ts";

const event: Event = {
  workspace: "default",
  seq: 3,
  at: "2026-11-22T10:00:00.000Z",
  type: "request.approved",
  subject: "req_1",
  actor: "prn_1",
};
const words = () => "ana EAR2007";

test("every type of event belongs to a family that can be chosen", () => {
  const families: readonly string[] = FAMILIES;
  expect(EVENT_TYPES.filter((type) => !families.includes(type.split(".")[0] ?? ""))).toEqual([]);
});

test("every family that can be chosen has a type", () => {
  const used = new Set(EVENT_TYPES.map((type) => type.split(".")[0]));
  expect(FAMILIES.filter((family) => !used.has(family))).toEqual([]);
});

test("a family keeps the others out, also one whose name begins alike", () => {
  expect(passes(event, { family: "request", text: "" }, words)).toBe(true);
  expect(
    passes({ ...event, type: "grant_key.rotated" }, { family: "grant", text: "" }, words),
  ).toBe(false);
});

test("text is looked for in ids, types and words, in any case", () => {
  for (const text of ["REQ_1", "approved", "ear2007", " Ana "]) {
    expect(passes(event, { text }, words)).toBe(true);
  }
  expect(passes(event, { text: "ben" }, words)).toBe(false);
});
