import type { Approvers, Demand, EditRule } from "../../domain/authority/authorization.ts";
import { editsText } from "../../domain/authority/edits.ts";
import { wantedOf } from "../../domain/authority/places.ts";
import { isEarshotError } from "../../domain/errors.ts";
import type { Json, JsonObject } from "../../domain/json.ts";
import type { ArgumentConditions, Budget, Condition, Rule } from "../../domain/policy/policy.ts";
import { readPolicy } from "../../domain/policy/read-policy.ts";
import { present } from "../../domain/present.ts";
import { visibleText } from "../../render/visible-text.ts";
import { briefly } from "../browser/spans.ts";
import { listed } from "../charts/words.ts";
import { say } from "./messages/messages.ts";

/** The rules of a policy; undefined if only a newer version can read it. */
export function rulesOf(source: JsonObject | undefined): readonly Rule[] | undefined {
  if (source === undefined) return [];
  try {
    return readPolicy(source).rules;
  } catch (error) {
    if (isEarshotError(error, "INVALID_INPUT")) return undefined;
    throw error;
  }
}

/** What an action has to be for the rule to match, as the policy writes it; empty if any matches. */
export function matchLines({ when, args, otherArgs }: Rule): readonly string[] {
  const written = when === undefined ? undefined : shown(when);
  const open = otherArgs === undefined ? undefined : `other_args: ${otherArgs}`;
  return [written, ...conditionLines(args), open].filter((line) => line !== undefined);
}

/** Conditions on arguments, one a line. */
export function conditionLines(args: ArgumentConditions = {}): readonly string[] {
  return Object.entries(args).map(([pointer, condition]) =>
    say("condition", {
      place: pointer === "" ? say("condition.all") : shown(pointer),
      is: conditionText(condition),
    }),
  );
}

function conditionText({ equals, in: values, matches, over, under, exists }: Condition): string {
  const parts = [
    ...(equals === undefined ? [] : [say("condition.equals", { value: valueText(equals) })]),
    ...(values === undefined
      ? []
      : [say("condition.in", { values: values.map(valueText).join(", ") })]),
    ...(matches === undefined ? [] : [say("condition.matches", { pattern: shown(matches) })]),
    ...(over === undefined ? [] : [say("condition.over", { value: over })]),
    ...(under === undefined ? [] : [say("condition.under", { value: under })]),
    ...(exists === undefined
      ? []
      : [say(exists ? "condition.is-there" : "condition.is-not-there")]),
  ];
  return listed(parts);
}

function valueText(value: Json): string {
  return shown(JSON.stringify(value));
}

/** Whom a rule asks, how many of them, how soon, and how sure they have to be. */
export function askedText(rule: Rule): string {
  const {
    decision,
    approvers,
    quorum = 1,
    wanted,
    expiresInMs,
    stepUp,
    waitMs,
    note,
    ticket,
    edits,
    hands,
  } = rule;
  if (decision !== "ask") return say("asked.nobody");
  return withMore([
    approvers === undefined
      ? peopleText(quorum, say("asked.usual"))
      : demandedText({ approvers, quorum, ...present({ wanted }) }),
    ...(expiresInMs === undefined ? [] : [say("asked.within", { span: briefly(expiresInMs) })]),
    ...(waitMs === undefined ? [] : [say("asked.after", { span: briefly(waitMs) })]),
    ...(stepUp === true ? [say("asked.prove")] : []),
    ...(note === undefined ? [] : [say("asked.note")]),
    ...(ticket === undefined ? [] : [say("asked.ticket", { ticket: shown(ticket) })]),
    ...(edits === undefined ? [] : [editWords(edits)]),
    ...(hands === "any" ? [say("asked.hands")] : []),
  ]);
}

/** How many of whom; of a list each entry. */
export function demandedText(demand: Pick<Demand, "approvers" | "quorum" | "wanted">): string {
  return wantedOf(demand)
    .map(({ count, approvers }) => peopleText(count, approversText(approvers)))
    .reduce((one, other) => say("asked.and", { one, other }));
}

/** So many people of these; one of them is whoever it is. */
function peopleText(quorum: number, who: string): string {
  return quorum === 1 ? who : say("asked.people", { count: quorum, who });
}

/** What is asked, with what more is wanted of it. */
export function withMore(parts: readonly string[]): string {
  return parts.reduce((asked, more) => say("asked.more", { asked, more }));
}

function editWords(edits: EditRule): string {
  if (edits === "none") return say("asked.none");
  if (edits === "second") return say("asked.second");
  return say("asked.narrow", { what: shown(editsText(edits)) });
}

function approversText({ names, roles }: Approvers): string {
  const all = [...names.map(shown), ...roles.map((role) => say(`any.${role}`))];
  return all.length === 0 ? say("asked.nobody") : listed(all, "or");
}

/** What each budget of a rule leaves, one a line. */
export function budgetLines({ budgets = [] }: Rule): readonly string[] {
  return budgets.map(({ by = "agent", ...budget }) => {
    const most = mostText(budget);
    if (by === "agent") return most;
    if (by === "all" || by === "session") return say(`budget.by.${by}`, { most });
    return say("budget.target", { most, place: shown(by) });
  });
}

function mostText({ perMs, calls, sum }: Budget): string {
  const parts = [
    ...(calls === undefined ? [] : [say("budget.calls", { calls })]),
    ...Object.entries(sum ?? {}).map(([pointer, most]) =>
      say("budget.sum", { place: shown(pointer), most }),
    ),
  ];
  return say("budget.in", { most: listed(parts), span: briefly(perMs) });
}

function shown(text: string): string {
  return visibleText(text, { keepLines: false });
}
