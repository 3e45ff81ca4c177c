import { expect, test } from "vitest";
import { keptTo, keptToNone, MOST_VIEWS, readViews, withoutView, withView } from "./views-model.ts";

const BILLING = { name: "Billing", query: "agent:billing status:open" };
const OLD = { name: "Old", query: "status:open older:1h" };

test("a view is added behind the others, and replaces one of its name or its search", () => {
  expect(withView([BILLING], OLD)).toEqual([BILLING, OLD]);
  expect(withView([BILLING, OLD], { ...BILLING, name: "Money" })[0]?.name).toBe("Money");
  expect(withView([BILLING], { ...OLD, name: "Billing" })).toEqual([{ ...OLD, name: "Billing" }]);
  expect(withView([], { name: " ", query: "x" })).toEqual([{ name: "x", query: "x" }]);
  expect(withoutView([BILLING, OLD], BILLING)).toEqual([OLD]);
});

test("there are as many as there are keys", () => {
  const full = Array.from({ length: MOST_VIEWS }, (_, n) => ({ name: `${n}`, query: `q${n}` }));
  expect(withView(full, BILLING)).toEqual(full);
});

test("what the browser kept is read back, and what is no view is left out", () => {
  expect(readViews(JSON.stringify([BILLING, OLD]))).toEqual([BILLING, OLD]);
  expect(readViews(JSON.stringify([{ name: 1 }, null, BILLING, { name: "x", query: "" }]))).toEqual(
    [BILLING],
  );
  for (const text of ["", "{", "{}", "null", '"x"']) expect(readViews(text)).toEqual([]);
});

test("a search is kept to what is mine or others', and back to all", () => {
  expect(keptTo("mine", "deploy")).toBe("deploy is:mine");
  expect(keptTo("others", "is:mine deploy  level:high")).toBe("deploy  level:high is:others");
  expect(keptToNone("deploy IS:OTHERS")).toBe("deploy");
  expect(keptTo("mine", "is:miner")).toBe("is:miner is:mine");
});
