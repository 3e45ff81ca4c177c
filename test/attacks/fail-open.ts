import type { JsonObject } from "../../src/domain/json.ts";
import type { Attack, Family } from "./attack.ts";
import { ACTION } from "./scene.ts";

const LIKE = "A9, grammY #54, openclaw #6606: a setting that was left out let everybody in";

/** A policy that must not come into force. */
function policy(id: string, does: string, source: unknown): Attack {
  return {
    id: `fail-open/${id}`,
    does,
    like: LIKE,
    refusal: "INVALID_INPUT",
    async prepare(scene) {
      const owner = await scene.as("owner");
      return () => owner.applyPolicy({ source: source as JsonObject });
    },
  };
}

const rule = (id: string, does: string, ...rules: readonly unknown[]) =>
  policy(id, does, { version: 1, rules });
const mail = { name: "mail", tools: ["send_*"] };

/** Seeks what a rule is on, and collects as if the rule allowed it. */
function past(id: string, does: string, at: { rule: JsonObject; args: JsonObject }): Attack {
  return {
    id: `fail-open/${id}`,
    does,
    refusal: "NOT_APPROVED",
    like: "A2, openclaw GHSA-pcqg-f7rg-xfvv: a rule was passed by writing the same otherwise",
    async prepare(scene) {
      await scene.rules(at.rule, { name: "mail is free", tools: ["send_*"], decision: "allow" });
      const scout = await scene.as("scout");
      return async () => {
        const { request } = await scout.authorize({ ...ACTION, args: at.args });
        await scout.collect({ id: request.id });
      };
    },
  };
}

const dear = { name: "dear", tools: ["send_*"], args: { "/copies": { over: 10 } } };
const toEve = {
  name: "not to eve",
  tools: ["send_*"],
  decision: "deny",
  args: { "/to": { equals: "eve" } },
};
const toEvil = { ...toEve, args: { "/to": { matches: "*@evil.example" } } };

export const failOpen: Family = {
  name: "fail-open configuration",
  attacks: [
    policy("null", "puts null in force", null),
    policy("list", "puts a list in force", []),
    policy("text", "puts text in force", "allow"),
    policy("empty", "puts an empty file in force", {}),
    policy("no-version", "leaves the version out", { rules: [] }),
    policy("version-text", "writes the version as text", { version: "1", rules: [] }),
    policy("version-two", "writes a version of tomorrow", { version: 2, rules: [] }),
    policy("no-rules", "leaves the rules out", { version: 1 }),
    policy("rules-null", "has no rules behind the key", { version: 1, rules: null }),
    policy("rules-map", "writes the rules as a map", { version: 1, rules: { mail } }),
    policy("unknown-key", "misspells rules", { version: 1, rules: [], rule: [mail] }),
    rule("rule-null", "has a rule that is empty", null),
    rule("rule-text", "has a rule that is text", "allow"),
    rule("no-name", "has a rule without a name", { tools: ["send_*"], decision: "allow" }),
    rule("name-twice", "has two rules of one name", mail, { ...mail, decision: "allow" }),
    rule("name-default", "calls a rule default", { ...mail, name: "default" }),
    rule("name-empty", "calls a rule nothing", { ...mail, name: " " }),
    rule("approvers-empty", "names approvers, and nobody", { ...mail, approvers: {} }),
    rule("names-empty", "names an empty list of people", { ...mail, approvers: { names: [] } }),
    rule("roles-empty", "names an empty list of roles", { ...mail, approvers: { roles: [] } }),
    rule("both-empty", "names two empty lists", { ...mail, approvers: { names: [], roles: [] } }),
    rule("approvers-null", "has nothing behind approvers", { ...mail, approvers: null }),
    rule("approvers-list", "writes approvers as a list", { ...mail, approvers: ["ana"] }),
    rule("approvers-text", "writes approvers as text", { ...mail, approvers: "ana" }),
    rule("names-text", "writes names as text", { ...mail, approvers: { names: "ana" } }),
    rule("names-blank", "names somebody without a name", { ...mail, approvers: { names: [""] } }),
    rule("names-null", "names null", { ...mail, approvers: { names: [null] } }),
    rule("role-viewer", "lets viewers decide", { ...mail, approvers: { roles: ["viewer"] } }),
    rule("role-agent", "lets agents decide", { ...mail, approvers: { roles: ["agent"] } }),
    rule("role-star", "lets everybody decide", { ...mail, approvers: { roles: ["*"] } }),
    rule("quorum-none", "wants nobody to approve", { ...mail, quorum: 0 }),
    rule("quorum-negative", "wants fewer than nobody", { ...mail, quorum: -1 }),
    rule("quorum-half", "wants half a person", { ...mail, quorum: 0.5 }),
    rule("quorum-text", "writes the quorum as text", { ...mail, quorum: "2" }),
    rule("quorum-null", "has nothing behind quorum", { ...mail, quorum: null }),
    rule("quorum-beyond", "wants two of one person", {
      ...mail,
      quorum: 2,
      approvers: { names: ["ana"] },
    }),
    rule("quorum-same-twice", "wants two of one person named twice", {
      ...mail,
      quorum: 2,
      approvers: { names: ["ana", "ana"] },
    }),
    rule("decision-yes", "writes yes for a decision", { ...mail, decision: "yes" }),
    rule("decision-true", "writes true for a decision", { ...mail, decision: true }),
    rule("decision-case", "writes Deny for deny", { ...mail, decision: "Deny" }),
    rule("decision-null", "has nothing behind decision", { ...mail, decision: null }),
    rule("level-case", "writes high for HIGH", { ...mail, level: "high" }),
    rule("level-number", "writes a number for a level", { ...mail, level: 3 }),
    rule("step-up-yes", "writes yes for true, as text", { ...mail, step_up: "yes" }),
    rule("step-up-misspelt", "misspells step_up", { ...mail, stepup: true }),
    rule("approver-misspelt", "misspells approvers", { ...mail, approver: { names: ["ana"] } }),
    rule("deny-misspelt", "misspells decision", { ...mail, decison: "deny" }),
    rule("tools-text", "writes tools as text", { ...mail, tools: "send_*" }),
    rule("tools-empty", "names an empty list of tools", { ...mail, tools: [], decision: "allow" }),
    rule("tools-null", "has nothing behind tools", { ...mail, tools: null, decision: "allow" }),
    rule("args-empty", "has conditions that are empty", { ...mail, args: {}, decision: "allow" }),
    rule("condition-empty", "has a condition that says nothing", {
      ...mail,
      args: { "/to": {} },
      decision: "deny",
    }),
    rule("condition-unknown", "has a condition that there is none of", {
      ...mail,
      args: { "/to": { is: "eve" } },
      decision: "deny",
    }),
    rule("condition-text", "writes the bound of a number as text", {
      ...mail,
      args: { "/copies": { over: "10" } },
      decision: "deny",
    }),
    rule("condition-nan", "has a bound that is no number", {
      ...mail,
      args: { "/copies": { over: Number.NaN } },
      decision: "deny",
    }),
    rule("pointer", "names an argument without a slash", {
      ...mail,
      args: { copies: { over: 10 } },
      decision: "deny",
    }),
    rule("expires-number", "writes a time as a number", { ...mail, expires: 3600 }),
    rule("expires-never", "never expires", { ...mail, expires: "0s" }),
    rule("expires-long", "expires after a year", { ...mail, expires: "366d" }),
    rule("budget-nothing", "has a budget that bounds nothing", {
      ...mail,
      decision: "allow",
      budget: { per: "24h" },
    }),
    rule("budget-no-window", "has a budget without a window", {
      ...mail,
      decision: "allow",
      budget: { calls: 5 },
    }),
    rule("budget-negative", "has a budget below nought", {
      ...mail,
      decision: "allow",
      budget: { per: "24h", calls: -5 },
    }),
    rule("budget-denies", "has a budget on a rule that denies", {
      ...mail,
      decision: "deny",
      budget: { per: "24h", calls: 5 },
    }),
    rule("budget-by", "has a budget by what nobody draws on", {
      ...mail,
      decision: "allow",
      budget: { per: "24h", calls: 5, by: "team" },
    }),
    rule("allow-with-approvers", "allows, and names who has to approve", {
      ...mail,
      decision: "allow",
      approvers: { names: ["ana"] },
    }),
    rule("allow-with-step-up", "allows, and wants a passphrase", {
      ...mail,
      decision: "allow",
      step_up: true,
    }),
    past("number-as-text", "writes a number as text to get under a bound", {
      rule: dear,
      args: { copies: "11" },
    }),
    past("number-as-list", "writes a number as a list to get under a bound", {
      rule: dear,
      args: { copies: [11] },
    }),
    past("number-as-truth", "writes true for a number to get under a bound", {
      rule: dear,
      args: { copies: true },
    }),
    past("recipient-as-list", "writes the recipient as a list to get past a rule that denies", {
      rule: toEve,
      args: { to: ["eve"] },
    }),
    past("recipient-as-object", "writes the recipient as an object to get past a rule", {
      rule: toEve,
      args: { to: { name: "eve" } },
    }),
    past("pattern-as-list", "writes an address as a list to get past a pattern", {
      rule: toEvil,
      args: { to: ["x@evil.example"] },
    }),
  ],
};
