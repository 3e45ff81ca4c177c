import { expect, test } from "vitest";
import type { RouteStep } from "../../ports/earshot/hub.ts";
import { routeLines } from "./route-lines.ts";

const step = (more: Partial<RouteStep>): RouteStep => ({
  operator: "ana",
  channel: "slack",
  chatId: "U0123",
  at: "2026-11-23T07:00:00.000Z",
  ...more,
});

test("a step says who is reached, where and when", () => {
  const lines = routeLines({ steps: [step({})], unreached: [] });
  expect(lines).toEqual(["ana             slack U0123                     2026-11-23 07:00 UTC"]);
});

test("a chat that several read names nobody, and a thread stands behind it", () => {
  const { operator: _, ...several } = step({ chatId: "C0123", threadId: "7" });
  const [line] = routeLines({ steps: [several], unreached: [] });
  expect(line).toMatch(/^\(several\) +slack C0123\/7 /);
});

test.for([
  ["quiet_hours", "  quiet hours until 2026-11-23 07:05 UTC"],
  ["digest", "  with the digest of 2026-11-23 07:05 UTC"],
  ["attention_budget", "  enough for this hour; waits until 2026-11-23 07:05 UTC"],
  ["fallback", "  fallback after 5m without a sign"],
  ["escalation", "  escalation after 5m without an answer"],
] as const)("what is held for %s says so", ([heldFor, said]) => {
  const later = step({ channel: "telegram", at: "2026-11-23T07:05:00.000Z", heldFor });
  expect(routeLines({ steps: [step({}), later], unreached: [] })[2]).toBe(said);
});

test("a fallback is counted from the address of the same operator before it", () => {
  const steps = [
    step({}),
    step({ operator: "ben", at: "2026-11-23T07:04:00.000Z" }),
    step({ channel: "email", at: "2026-11-23T07:05:00.000Z", heldFor: "fallback" }),
  ];
  expect(routeLines({ steps, unreached: [] }).at(-1)).toContain("after 5m");
});

test("who has no address is told, and no name breaks the line", () => {
  const [line] = routeLines({ steps: [], unreached: ["a\nb\u001b"] });
  expect(line).toMatch(/^a b\\u\{1b\} +no address; finds it in the inbox$/);
});
