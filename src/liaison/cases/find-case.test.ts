import { expect, test } from "vitest";
import { findCase } from "./find-case.ts";

test.each([
  ["I need a sales dashboard", "dashboard"],
  ["plan a trip to Paris", "travel"],
  ["fix the login bug and add tests", "bug fix"],
  ["Find me some books", "entertainment"],
  ["write an email to my boss", "e-mail"],
  ["Scrape all product names from the shop", "scraping"],
  ["I'm looking for a good laptop", "purchase"],
  ["translate the letter into German", "translation"],
  ["hire a data engineer", "hiring"],
  ["I need a report on our support tickets", "report"],
  ["Build a landing page for my bakery", "website"],
])("“%s” is of the kind %s", (text, name) => {
  expect(findCase(text, "")?.name).toBe(name);
});

test("what the task is counts more than what is said beside it", () => {
  expect(findCase("I need a dashboard", "We also have a website and a database")?.name).toBe(
    "dashboard",
  );
});

test("words that tell no kind are of none", () => {
  expect(findCase("hello there", "")).toBeUndefined();
  expect(findCase("constructor __proto__ toString", "")).toBeUndefined();
});
