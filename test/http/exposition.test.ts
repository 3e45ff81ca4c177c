import { expect, test } from "vitest";
import { readExposition } from "../support/exposition.ts";

test.each([
  ["a value that is no number", "# HELP a A.\n# TYPE a gauge\na one\n"],
  ["a label without quotes", "# HELP a A.\n# TYPE a gauge\na{b=c} 1\n"],
  ["a line twice", "# HELP a A.\n# TYPE a gauge\na 1\na 1\n"],
  ["a sample of another family", "# HELP a A.\n# TYPE a gauge\nb 1\n"],
  ["a family without a type", "# HELP a A.\na 1\n"],
  [
    "buckets that fall",
    '# HELP a A.\n# TYPE a histogram\na_bucket{le="1"} 2\na_bucket{le="+Inf"} 1\na_sum 1\na_count 1\n',
  ],
])("a collector takes no text with %s", (_, text) => {
  expect(() => readExposition(text)).toThrow();
});
