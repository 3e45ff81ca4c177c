import { expect, test } from "vitest";
import { cleanRequest } from "./clean-request.ts";

test.each([
  ["I need a sales dashboard.", "A sales dashboard"],
  ["Hi there, could you please build me a website?", "Build a website"],
  ["Can it be filterable by region?", "Filterable by region"],
  ["It must also be filterable by region, please", "Filterable by region"],
  ["I'd like you to write an email", "Write an email"],
  ["Make sure that it is readable", "Readable"],
  ["Show revenue", "Show revenue"],
])("%s is wanted as: %s", (said, wanted) => {
  expect(cleanRequest(said)).toBe(wanted);
});

test("what is all courtesy stays as it was said", () => {
  expect(cleanRequest("please")).toBe("Please");
});
