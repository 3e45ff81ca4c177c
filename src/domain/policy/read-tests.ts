import { MAX_NAME_LENGTH } from "../limits.ts";
import type { TestRules } from "../planted/planted.ts";
import { described, fields, list, mapped, type Part, text, wholeNumber } from "./form-fields.ts";

const MOST_A_WEEK = 7;
const MOST_PEOPLE = 100;

/** The key `test_requests` of a policy file. */
export const testsForm: Part<TestRules> = mapped(
  fields<TestRules>({
    of: "test_requests",
    required: ["a_week", "people"],
    keys: {
      a_week: {
        as: "aWeek",
        part: described(
          wholeNumber(1, MOST_A_WEEK),
          "How many each of these people is shown in a week, at most.",
        ),
      },
      people: {
        as: "people",
        part: described(
          list(text({ most: MAX_NAME_LENGTH }), MOST_PEOPLE),
          "Names of operators who have agreed to it, or were told.",
        ),
      },
    },
  }),
  ({ aWeek = 1, people = [] }) => ({ aWeek, people }),
);
