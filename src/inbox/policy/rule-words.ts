import type { Approvers, EditRule } from "../../domain/authority/authorization.ts";
import { editsText } from "../../domain/authority/edits.ts";
import { formatDuration } from "../../domain/duration.ts";
import { isEarshotError } from "../../domain/errors.ts";
import type { Json, JsonObject } from "../../domain/json.ts";
import { roleInWords } from "../../domain/people/end-user.ts";
import type { ArgumentConditions, Budget, Condition, Rule } from "../../domain/policy/policy.ts";
import { readPolicy } from "../../domain/policy/read-policy.ts";
import { visibleText } from "../../render/visible-text.ts";
import { listed } from "../charts/words.ts";

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

export const DECISIONS: Readonly<Record<Rule["decision"], string>> = {
  allow: "Allow",
  ask: "Ask people",
  deny: "Deny",
};

/** What an action has to be for the rule to match, one condition a line; empty if any matches. */
export function conditionLines(args: ArgumentConditions = {}): readonly string[] {
  return Object.entries(args).map(
    ([pointer, condition]) =>
      `${shown(pointer === "" ? "all arguments" : pointer)} ${conditionText(condition)}`,
  );
}

function conditionText({ equals, in: values, matches, over, under, exists }: Condition): string {
  const parts = [
    ...(equals === undefined ? [] : [`is ${valueText(equals)}`]),
    ...(values === undefined ? [] : [`is one of ${values.map(valueText).join(", ")}`]),
    ...(matches === undefined ? [] : [`matches ${shown(matches)}`]),
    ...(over === undefined ? [] : [`is over ${over}`]),
    ...(under === undefined ? [] : [`is under ${under}`]),
    ...(exists === undefined ? [] : [exists ? "is there" : "is not there"]),
  ];
  return listed(parts);
}

function valueText(value: Json): string {
  return shown(JSON.stringify(value));
}

/** Whom a rule asks, how many of them, how soon, and how sure they have to be. */
export function askedText(rule: Rule): string {
  const { decision, approvers, quorum, expiresInMs, stepUp, edits, hands } = rule;
  if (decision !== "ask") return "nobody";
  const who = approvers === undefined ? "owners and approvers" : approversText(approvers);
  return [
    quorum === undefined || quorum === 1 ? who : `${quorum} people (${who})`,
    ...(expiresInMs === undefined ? [] : [`within ${formatDuration(expiresInMs)}`]),
    ...(stepUp === true ? ["who prove again who they are"] : []),
    ...(edits === undefined ? [] : [editWords(edits)]),
    ...(hands === "any" ? ["by whatever hand"] : []),
  ].join(", ");
}

function editWords(edits: EditRule): string {
  if (edits === "none") return "who may change no arguments";
  if (edits === "second") return "and others where one changes the arguments";
  return `each of whom may change alone: ${shown(editsText(edits))}`;
}

export function approversText({ names, roles }: Approvers): string {
  const all = [...names.map(shown), ...roles.map(roleInWords)];
  return all.length === 0 ? "nobody" : listed(all, "or");
}

export function budgetText({ perMs, calls, sum }: Budget): string {
  const parts = [
    ...(calls === undefined ? [] : [`${calls} ${calls === 1 ? "call" : "calls"}`]),
    ...Object.entries(sum ?? {}).map(([pointer, most]) => `${shown(pointer)} up to ${most} in all`),
  ];
  return `${listed(parts)} in ${formatDuration(perMs)}`;
}

function shown(text: string): string {
  return visibleText(text, { keepLines: false });
}
