import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { findCase } from "./find-case.ts";
import { rankCases } from "./rank-cases.ts";

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

interface Line {
  readonly says: string;
  readonly language: string;
  readonly kind: string;
}

const linesOf = (name: string): readonly Line[] =>
  JSON.parse(
    readFileSync(new URL(`../../../bench/liaison/people/${name}`, import.meta.url), "utf8"),
  );

test("of lines that fit no kind at most one in twenty is given one", () => {
  const all = linesOf("no-kind.json");
  const named = all.filter(({ says }) => findCase(says, "") !== undefined);
  expect(all.length).toBeGreaterThanOrEqual(60);
  expect(named.length / all.length).toBeLessThanOrEqual(0.05);
});

test.each([
  ["en", 0.8],
  ["de", 0.65],
  ["es", 0.65],
])("of requests in %s the right kind comes first in at least %d", (language, least) => {
  const all = linesOf("kinds.json").filter((line) => line.language === language);
  const right = all.filter(({ says, kind }) =>
    kind.split("|").includes(rankCases(says, "")[0]?.found.name ?? ""),
  );
  expect(right.length / all.length).toBeGreaterThanOrEqual(least);
});

test.each(["I am so tired today", "Mute the microphone", "Wie viele Monde hat der Jupiter?"])(
  "one telling word makes no task of “%s”",
  (text) => {
    expect(findCase(text, "")).toBeUndefined();
  },
);
