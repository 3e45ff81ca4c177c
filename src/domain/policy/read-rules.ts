import { isAtLeast, LEVELS } from "../authority/action.ts";
import type { Approvers, EditRule, NarrowEdits } from "../authority/authorization.ts";
import { DIRECTION } from "../authority/edits.ts";
import { formatDuration } from "../duration.ts";
import type { JsonObject } from "../json.ts";
import { isJsonObject } from "../json-equal.ts";
import { DEFAULT_AUTHORIZATION_EXPIRY_MS, MAX_NAME_LENGTH, MAX_PATTERN_LENGTH } from "../limits.ts";
import { END_USER_ROLE } from "../people/end-user.ts";
import {
  approversForm,
  isList,
  MAX_PEOPLE,
  type WrittenApprovers,
  type WrittenEntry,
} from "./approvers-form.ts";
import { budgets } from "./budget-form.ts";
import {
  described,
  duration,
  fields,
  list,
  mapOf,
  mapped,
  oneOf,
  type Part,
  type Report,
  refused,
  text,
  wholeNumber,
  yesOrNo,
} from "./form-fields.ts";
import type { Rule } from "./policy.ts";
import { argumentConditions, pattern, pointer } from "./read-conditions.ts";

/** Decides if no rule matches; no rule may have its name. */
export const DEFAULT_RULE = "default";

const MAX_PATTERNS = 200;
const MAX_WHY = 2_048;
const MAX_WHEN = 4_096;
const MAX_NARROW = 32;

const ruleName: Part<string> = text({
  most: MAX_NAME_LENGTH,
  fault: (name) =>
    name === DEFAULT_RULE
      ? `"${DEFAULT_RULE}" is what the log says where no rule matched; choose another name.`
      : undefined,
});

const direction: Part<string> = {
  schema: { type: "string", pattern: DIRECTION.source },
  read(value, place, report) {
    if (typeof value === "string" && DIRECTION.test(value)) return value;
    return refused(
      report,
      place,
      "it is lower, higher, subset or absent, with a bound as in: lower, at least 1; higher, at most 9.",
    );
  },
};

const narrowEdits = fields<{ readonly narrow: NarrowEdits }>({
  of: "edits",
  required: ["narrow"],
  keys: {
    narrow: {
      as: "narrow",
      part: described(
        mapOf(pointer, direction, MAX_NARROW),
        "Changes that the approver who makes them may approve alone, by JSON Pointer: `lower` (never below 0, or `lower, at least 5`), `higher, at most 9`, `subset` of a list, `absent`.",
      ),
    },
  },
});

const edits: Part<EditRule> = {
  schema: { anyOf: [{ enum: ["none", "second"] }, narrowEdits.schema] },
  read(value, place, report) {
    if (isJsonObject(value)) {
      const read = narrowEdits.read(value, place, report);
      return read?.narrow === undefined ? undefined : { narrow: read.narrow };
    }
    if (value === "none" || value === "second") return value;
    return refused(report, place, "it is none, second, or a map with narrow.");
  },
};

const ASKING_ONLY = {
  approvers: "approvers",
  quorum: "quorum",
  expiresInMs: "expires",
  stepUp: "step_up",
  waitMs: "wait",
  note: "note",
  ticket: "ticket",
  edits: "edits",
  hands: "hands",
} as const;

/** The part of `check` below that JSON Schema can express. */
const RULE_SCHEMA: JsonObject = {
  allOf: [
    {
      anyOf: [
        { properties: { decision: { const: "ask" } } },
        { properties: Object.fromEntries(Object.values(ASKING_ONLY).map((key) => [key, false])) },
      ],
    },
    {
      anyOf: [
        { properties: { budget: false } },
        { properties: { decision: { enum: ["ask", "allow"] } } },
      ],
    },
  ],
};

/** A rule whose groups of people are still to be found. */
export interface WrittenRule extends Omit<Rule, "approvers" | "wanted"> {
  readonly approvers?: WrittenApprovers | readonly WrittenEntry[];
}

/** A rule as written; keys about people's decisions are refused if nobody is asked. */
export const ruleForm: Part<WrittenRule> = mapped(
  fields<WrittenRule>({
    of: "a rule",
    required: ["name"],
    keys: {
      name: {
        as: "name",
        part: described(ruleName, "Its name in the log; each rule has its own."),
      },
      tools: {
        as: "tools",
        part: described(
          list(pattern, MAX_PATTERNS),
          "Names of tools, with * for any characters and ? for one; every tool if absent.",
        ),
      },
      agents: {
        as: "agents",
        part: described(list(pattern, MAX_PATTERNS), "The same of names of agents."),
      },
      args: {
        as: "args",
        part: described(
          argumentConditions,
          "Conditions on the arguments, by JSON Pointer (RFC 6901); all of them must hold.",
        ),
      },
      when: {
        as: "when",
        part: described(
          text({ most: MAX_WHEN }),
          "From version 2 on: an expression in CEL that must hold too, as `args.amount <= 50`.",
        ),
      },
      other_args: {
        as: "otherArgs",
        part: described(
          oneOf(["any", "none"]),
          "What of arguments that its conditions do not name. any: a rule that allows lets them pass. none: of a call that has some, a rule that asks is undecided, so that the next one counts as well. From version 2 on.",
        ),
      },
      decision: {
        as: "decision",
        part: described(
          oneOf(["ask", "allow", "deny"]),
          "What happens; people are asked if absent.",
        ),
      },
      level: {
        as: "level",
        part: described(oneOf(LEVELS), "What is at stake; the tool's built-in level if absent."),
      },
      approvers: {
        as: "approvers",
        part: described(
          approversForm,
          "Who decides; owners and approvers if absent. Entries of a list are met by different people, none of whom the agent acts for.",
        ),
      },
      quorum: {
        as: "quorum",
        part: described(wholeNumber(1, MAX_PEOPLE), "How many of them approve; 1 if absent."),
      },
      expires: {
        as: "expiresInMs",
        part: described(
          duration(30),
          `How long they may take, as 30m; ${formatDuration(DEFAULT_AUTHORIZATION_EXPIRY_MS)} if absent.`,
        ),
      },
      step_up: {
        as: "stepUp",
        part: described(
          yesOrNo,
          "Whether each proves their identity again; only at CRITICAL if absent.",
        ),
      },
      wait: {
        as: "waitMs",
        part: described(
          duration(30),
          "How long people have to look before a vote counts, as 10m: from when it was sought, or changed for others. Less than `expires`.",
        ),
      },
      note: {
        as: "note",
        part: described(
          oneOf(["required"]),
          "required: each approval comes with a note that says why; a rejection always does.",
        ),
      },
      ticket: {
        as: "ticket",
        part: described(
          text({ most: MAX_PATTERN_LENGTH }),
          "A ticket that the note of each approval names, as (INC|CHG)-[0-9]{4,}: a pattern in RE2 of a whole word.",
        ),
      },
      edits: {
        as: "edits",
        part: described(
          edits,
          "Whether approvers may change the arguments; if absent, others approve what one changed.",
        ),
      },
      hands: {
        as: "hands",
        part: described(
          oneOf(["any"]),
          "any: votes by keys for scripts, and by keys that somebody else made, count too; if absent, only the approvers' own do where several are wanted, and at HIGH and CRITICAL.",
        ),
      },
      budget: {
        as: "budgets",
        part: described(
          budgets,
          "How much a rule lets pass or asks for, one budget or a list. Beyond it, the next rule that matches decides, and never more weakly than a rule that asked.",
        ),
      },
      why: {
        as: "why",
        part: described(
          text({ most: MAX_WHY }),
          "Shown to the agent if the rule denies, and to people if it asks.",
        ),
      },
    },
    schema: RULE_SCHEMA,
    check(rule, place, report) {
      if ((rule.decision ?? "ask") === "ask") {
        checkEndUser(rule, place, report);
        checkWait(rule, place, report);
      } else checkAsksNobody(rule, place, report);
      const { otherArgs, decision = "ask" } = rule;
      if (otherArgs !== undefined && decision !== (otherArgs === "any" ? "allow" : "ask")) {
        report(`${place}.other_args`, "any is for a rule that allows, none for one that asks.");
      }
      if (rule.budgets !== undefined && rule.decision === "deny") {
        report(`${place}.budget`, "a rule with decision: deny lets nothing pass; leave it out.");
      }
    },
  }),
  (rule) => ({ name: "", decision: "ask", ...rule }),
);

/** Once everybody in the groups is known. */
export function checkQuorum(rule: Partial<Rule>, place: string, report: Report): void {
  for (const [index, { count, approvers }] of (rule.wanted ?? []).entries()) {
    checkCount(count, approvers, { place: `${place}.approvers[${index}].count`, report });
  }
  const { approvers = { names: [], roles: [] }, quorum = 1, wanted } = rule;
  if (quorum > MAX_PEOPLE) {
    report(`${place}.approvers`, `${quorum} people in all; at most ${MAX_PEOPLE} fit.`);
  }
  const at = wanted === undefined ? `${place}.quorum` : `${place}.approvers`;
  checkCount(quorum, approvers, { place: at, report });
}

function checkCount(
  wanted: number,
  { names, roles }: Approvers,
  { place, report }: { readonly place: string; readonly report: Report },
): void {
  const people = new Set(names).size;
  if (people === 0 || roles.length > 0 || wanted <= people) return;
  report(
    place,
    `${wanted} people have to approve and only ${people} ${people === 1 ? "is" : "are"} named.`,
  );
}

/** Whoever holds the key of a service speaks for all its users: they are no second person, nor proof. */
function checkEndUser(rule: Partial<WrittenRule>, place: string, report: Report): void {
  const { approvers: named, level, quorum = 1, stepUp } = rule;
  if (isList(named)) {
    if (rule.quorum === undefined) return;
    report(`${place}.quorum`, "each entry of approvers has its own count; leave it out.");
    return;
  }
  if (named?.roles.includes(END_USER_ROLE) !== true) return;
  if (level !== undefined && isAtLeast(level, "HIGH")) {
    report(`${place}.level`, `it is ${level}, and an end_user decides LOW and MEDIUM alone.`);
  }
  if (quorum > 1) {
    report(
      `${place}.quorum`,
      "an end_user decides alone, and is never one of several; leave it out.",
    );
  }
  for (const key of ["note", "ticket"] as const) {
    if (rule[key] === undefined) continue;
    report(`${place}.${key}`, "an end_user writes nothing beside an approval; leave it out.");
  }
  if (stepUp === true) {
    report(
      `${place}.step_up`,
      "an end_user has no passphrase to prove who they are; leave it out.",
    );
  }
}

function checkWait(rule: Partial<WrittenRule>, place: string, report: Report): void {
  const { waitMs = 0, expiresInMs = DEFAULT_AUTHORIZATION_EXPIRY_MS } = rule;
  if (waitMs < expiresInMs) return;
  report(`${place}.wait`, "it ends no sooner than the time to decide; say a longer expires.");
}

function checkAsksNobody(rule: Partial<WrittenRule>, place: string, report: Report): void {
  for (const [as, key] of Object.entries(ASKING_ONLY)) {
    if (!Object.hasOwn(rule, as)) continue;
    report(`${place}.${key}`, `a rule with decision: ${rule.decision} asks nobody; leave it out.`);
  }
}
