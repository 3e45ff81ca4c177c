import { expect, test } from "vitest";
import { isOperation, isOutOfPlace } from "./out-of-place.ts";

test.each([
  ["Dietary restrictions or preferences", "Suggest colours for my living room"],
  ["Programming language preference", "Write a newsletter for our club"],
  ["Fitness level", "Compare two phones"],
  ["login bug preferences", "Fix the login bug"],
  ["Size of daughter", "Plan a birthday party for my daughter"],
  ["Format of the customers", "Send an email to all customers about the outage"],
  ["Level of detail for the engineer", "Draft a job posting for a backend engineer"],
  ["Genre of the flight", "Book me a flight to Lisbon"],
  ["Format of the flight", "Book me a flight to Lisbon"],
  ["Style preference for the database", "Clean up the production database"],
  ["Budget for the images", "Compress the images in ./assets"],
  ["Make and model of the prices", "Scrape prices from the sites of others"],
  ["Size of the dependencies", "Update the dependencies of our frontend"],
  ["Language preference", "Find me a good laptop"],
])("“%s” is not asked of: %s", (topic, task) => {
  expect(isOutOfPlace(topic, task)).toBe(true);
});

test.each([
  ["Dietary restrictions or preferences", "Plan the meals of next week"],
  ["Programming language preference", "Write a script that sorts files"],
  ["Budget", "Suggest colours for my living room"],
  ["Type of error", "Fix the error at the login"],
  ["Age of daughter", "Plan a birthday party for my daughter"],
  ["Number of customers", "Send an email to all customers about the outage"],
  ["Budget for the trip", "Plan a trip to Japan"],
  ["Style preference for the chairs", "Order new office chairs"],
  ["Genre of the book", "Find me some books"],
  ["Format of the report", "Generate a report about open tickets"],
])("“%s” may be asked of: %s", (topic, task) => {
  expect(isOutOfPlace(topic, task)).toBe(false);
});

test.each([
  ["Please delete the old branches", true],
  ["Why is the website slow?", true],
  ["Clean up the production database", true],
  ["Plan how to delete old branches", false],
  ["I need a dashboard of what was deleted", false],
])("whether it is done to things that are there: %s", (task, isDone) => {
  expect(isOperation(task)).toBe(isDone);
});
