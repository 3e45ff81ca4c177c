import { LEVELS } from "../authority/action.ts";
import type { Json, JsonObject } from "../json.ts";
import { isJsonObject } from "../json-equal.ts";
import { MAX_NAME_LENGTH } from "../limits.ts";
import {
  described,
  fields,
  list,
  mapped,
  oneOf,
  type Part,
  refused,
  text,
  wholeNumber,
} from "./form-fields.ts";
import type { PolicyCase } from "./policy.ts";

const MAX_CASES = 1_000;
const MAX_PEOPLE = 100;

const anyMap: Part<JsonObject> = {
  schema: { type: "object" },
  read(value: Json, place, report) {
    if (!isJsonObject(value)) return refused(report, place, "it is a map.");
    return hasPrototypeKey(value)
      ? refused(
          report,
          place,
          "it has the key __proto__, with which no call comes in; leave it out.",
        )
      : value;
  },
};

/** No door takes it, so that a policy that has it could be checked here and never be put in force. */
function hasPrototypeKey(value: Json): boolean {
  if (Array.isArray(value)) return value.some(hasPrototypeKey);
  if (!isJsonObject(value)) return false;
  return Object.keys(value).includes("__proto__") || Object.values(value).some(hasPrototypeKey);
}

const moment: Part<string> = text({
  most: MAX_NAME_LENGTH,
  fault: (value) =>
    /T.*(?:Z|[+-]\d\d:\d\d)$/.test(value) && !Number.isNaN(Date.parse(value))
      ? undefined
      : "it is a time with its zone, as 2026-11-27T09:30:00Z.",
});

const name = text({ most: MAX_NAME_LENGTH });

const caseForm: Part<PolicyCase> = mapped(
  fields<PolicyCase>({
    of: "a test",
    required: ["name", "tool", "decision"],
    keys: {
      name: { as: "name", part: described(name, "What it shows; each test has its own.") },
      tool: { as: "tool", part: described(name, "The tool of the call.") },
      args: { as: "args", part: described(anyMap, "Its arguments; none if absent.") },
      agent: {
        as: "agent",
        part: described(name, "The agent's name; one that no rule names if absent."),
      },
      session: { as: "session", part: described(name, "The agent's run.") },
      on_behalf_of: { as: "onBehalfOf", part: described(name, "Whom the action is for.") },
      at: {
        as: "at",
        part: described(moment, "When, with the zone; the moment of the test if absent."),
      },
      decision: {
        as: "decision",
        part: described(oneOf(["ask", "allow", "deny"]), "What has to happen."),
      },
      rule: { as: "rule", part: described(name, "The rule that has to decide it.") },
      level: { as: "level", part: described(oneOf(LEVELS), "The level that it has to have.") },
      quorum: {
        as: "quorum",
        part: described(wholeNumber(1, MAX_PEOPLE), "How many people have to approve."),
      },
      who: {
        as: "who",
        part: described(
          list(name, MAX_PEOPLE),
          "Exactly who may decide: names, and roles as role:owner.",
        ),
      },
    },
    check({ decision, quorum, who }, place, report) {
      if (decision === "ask" || (quorum ?? who) === undefined) return;
      report(place, "nobody is asked, so it has no quorum and no who.");
    },
    schema: {
      anyOf: [
        { properties: { decision: { const: "ask" } } },
        { properties: { quorum: false, who: false } },
      ],
    },
  }),
  ({ name: named = "", tool = "", decision = "ask", ...rest }) => ({
    name: named,
    tool,
    decision,
    ...rest,
  }),
);

/** The key `tests` of a policy file. */
export const casesForm: Part<readonly PolicyCase[]> = list(caseForm, MAX_CASES);
