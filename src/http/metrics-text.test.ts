import { expect, test } from "vitest";
import { METRICS } from "./metrics-list.ts";
import { metricsText } from "./metrics-text.ts";

test("a histogram is written as what lies at or below each bound", () => {
  const text = metricsText({
    earshot_commit_changes: { bounds: [1, 2], counts: [3, 2, 1], sum: 12 },
  });
  expect(text.split("\n").slice(2, -1)).toEqual([
    'earshot_commit_changes_bucket{le="1"} 3',
    'earshot_commit_changes_bucket{le="2"} 5',
    'earshot_commit_changes_bucket{le="+Inf"} 6',
    "earshot_commit_changes_sum 12",
    "earshot_commit_changes_count 6",
  ]);
});

test("labels stand in the order of the list", () => {
  const samples = [{ labels: ["question", "answered", "console"], value: 2 }];
  expect(metricsText({ earshot_decisions_total: samples })).toContain(
    'earshot_decisions_total{kind="question",outcome="answered",via="console"} 2\n',
  );
});

test("what is not known is not written", () => {
  expect(metricsText({ earshot_waiters: 1, earshot_pool_size: undefined })).not.toContain("pool");
});

test.each(Object.entries(METRICS))(
  "the name of %s says its unit and what it is",
  (name, metric) => {
    expect(name).toMatch(/^(earshot|process)_[a-z\d_]+$/);
    expect(name.endsWith("_total")).toBe(metric.type === "counter");
    expect(name).not.toMatch(/_ms\b|_milliseconds/);
  },
);
