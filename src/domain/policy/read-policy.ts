import { TWO_OWNERS } from "../authority/owners-change.ts";
import { EarshotError } from "../errors.ts";
import type { JsonObject } from "../json.ts";
import { utf8Length } from "../text.ts";
import { groupsForm, peopleIn } from "./approvers-form.ts";
import { described, fields, list, oneOf, type Part, type Report, refused } from "./form-fields.ts";
import { freezesForm } from "./freezes.ts";
import { NEW_TOOLS, type Policy, type Rule } from "./policy.ts";
import { casesForm } from "./read-cases.ts";
import { messagesForm } from "./read-message-rules.ts";
import { routingForm } from "./read-routing.ts";
import { checkQuorum, ruleForm, type WrittenRule } from "./read-rules.ts";
import { testsForm } from "./read-tests.ts";
import { retentionForm } from "./retention.ts";
import { securityForm } from "./security-score.ts";

export const MAX_POLICY_BYTES = 256 * 1024;
const MAX_RULES = 2_000;
const MAX_TOLD = 5;

const version: Part<1 | 2> = {
  schema: { enum: [1, 2] },
  read: (value, place, report) =>
    value === 1 || value === 2 ? value : refused(report, place, "it is 1 or 2."),
};

const SECOND_ONLY = [
  ["when", "when"],
  ["otherArgs", "other_args"],
] as const;

const SECOND = "it is a key of version 2, and this file says version: 1.";

function reportSecond(rule: WrittenRule, place: string, report: Report): void {
  for (const [as, key] of SECOND_ONLY) {
    if (rule[as] === undefined) continue;
    report(`${place}.${key}`, SECOND);
  }
}

const twoOwners: Part<typeof TWO_OWNERS> = {
  schema: { const: TWO_OWNERS },
  read: (value, place, report) =>
    value === TWO_OWNERS
      ? TWO_OWNERS
      : refused(report, place, `it is ${TWO_OWNERS}; leave it out where one owner is enough.`),
};

interface WrittenPolicy extends Omit<Policy, "rules"> {
  readonly rules: readonly WrittenRule[];
}

const policyForm = fields<WrittenPolicy>({
  of: "a policy",
  required: ["version", "rules"],
  keys: {
    version: {
      as: "version",
      part: described(
        version,
        "Of this form: 2, where a rule that allows matches only calls all of whose arguments it names, or 1.",
      ),
    },
    rules: {
      as: "rules",
      part: described(
        list(ruleForm, MAX_RULES, 0),
        "In order: the first that matches decides, and if none does, people are asked.",
      ),
    },
    groups: {
      as: "groups",
      part: described(
        groupsForm,
        "The names of people under one name, which rules may say as those who decide.",
      ),
    },
    owners: {
      as: "owners",
      part: described(
        twoOwners,
        "A new owner, a key that approves or a policy that allows more needs a second owner's yes. Without this key one owner is enough.",
      ),
    },
    new_tools: {
      as: "newTools",
      part: described(
        oneOf(NEW_TOOLS),
        "What happens to the first call of a tool that its server, behind the proxy, offers only after its first listing; people are asked if absent.",
      ),
    },
    freezes: {
      as: "freezes",
      part: described(
        freezesForm,
        "Times by names, which conditions know as freezes.NAME; from version 2 on.",
      ),
    },
    retention: {
      as: "retention",
      part: described(
        retentionForm,
        "How long finished things are kept before their content is erased. Without it, for ever.",
      ),
    },
    routing: {
      as: "routing",
      part: described(
        routingForm,
        "When others are reached on channels, and how much of a request is shown there.",
      ),
    },
    messages: {
      as: "messages",
      part: described(
        messagesForm,
        "Where agents may send messages. Without it, to every linked address.",
      ),
    },
    test_requests: {
      as: "tests",
      part: described(
        testsForm,
        "Plants requests that a careful person rejects among those of people who have agreed; none runs. Without it, never.",
      ),
    },
    tests: {
      as: "cases",
      part: described(
        casesForm,
        "Calls with what the rules have to say about them. A policy is not put in force while one fails.",
      ),
    },
    security: {
      as: "security",
      part: described(
        securityForm,
        "The figures up to which check_security_status gives each score.",
      ),
    },
  },
  check({ version: form, rules = [], freezes, cases = [] }, _, report) {
    if (form === 1) {
      if (freezes !== undefined) report("freezes", SECOND);
      for (const [index, rule] of rules.entries()) reportSecond(rule, `rules[${index}]`, report);
    }
    reportSameNames(rules, "rules", report);
    reportSameNames(cases, "tests", report);
  },
});

function reportSameNames(
  named: readonly { readonly name: string }[],
  place: string,
  report: Report,
): void {
  const seen = new Map<string, number>();
  for (const [index, { name }] of named.entries()) {
    const former = seen.get(name);
    if (former === undefined) seen.set(name, index);
    else {
      const what = `${JSON.stringify(name)} is the name of ${place}[${former}] too; make each different.`;
      report(`${place}[${index}].name`, what);
    }
  }
}

/** Reads a policy in the form of `earshot.yaml`; INVALID_INPUT names its faults and their places. */
export function readPolicy(source: JsonObject): Policy {
  const bytes = utf8Length(JSON.stringify(source));
  if (bytes > MAX_POLICY_BYTES) {
    throw refusal([`it has ${bytes} bytes as JSON; at most ${MAX_POLICY_BYTES} fit.`]);
  }
  const faults: string[] = [];
  const report: Report = (place, what) => {
    faults.push(place === "" ? what : `${place}: ${what}`);
  };
  const policy = policyForm.read(source, "", report);
  const rules = policy === undefined ? [] : filled(policy, report);
  if (policy === undefined || faults.length > 0) throw refusal(faults);
  return { ...policy, version: policy.version ?? 1, rules };
}

/** The rules with the people of the groups that they name. */
function filled({ rules = [], groups = {} }: Partial<WrittenPolicy>, report: Report): Rule[] {
  return rules.map((rule, index): Rule => {
    const { approvers: written, ...rest } = rule;
    if (written === undefined) return rest;
    const place = `rules[${index}]`;
    const people = peopleIn(written, groups, { place: `${place}.approvers`, report });
    const known = { ...rest, ...people };
    checkQuorum(known, place, report);
    return known;
  });
}

function refusal(faults: readonly string[]): EarshotError {
  const told = faults.slice(0, MAX_TOLD);
  const more = faults.length - told.length;
  const lines = [...told, ...(more === 0 ? [] : [`and ${more} more.`])];
  return new EarshotError("INVALID_INPUT", `The policy is refused:\n${lines.join("\n")}`, {
    details: { faults: told, count: faults.length },
  });
}

/** The content of `earshot.schema.json`, for editors: JSON Schema, draft 2020-12. */
export function policySchema(): JsonObject {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "A policy of Earshot, earshot.yaml",
    ...policyForm.schema,
  };
}
