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
  ["Translate our terms of service into German", "translation"],
  ["Review the pull request of Ben", "code review"],
  ["Delete all users that have not logged in for two years", "deletion"],
  ["Clean up the production database", "deletion"],
  ["Compress the images in ./assets", "file conversion"],
  ["Update the dependencies of our frontend", "maintenance"],
  ["Rotate the API keys", "maintenance"],
  ["Pay the invoice from Acme", "payment"],
  ["Organize my inbox", "inbox"],
  ["Create an onboarding plan for new employees", "onboarding"],
  ["Prepare a budget for 2027", "budgeting"],
  ["Make a schedule for the team", "scheduling"],
  ["Check why the website is slow", "bug fix"],
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
