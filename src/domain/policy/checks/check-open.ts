import { compileGlob, globCovers } from "../../glob.ts";
import type { JsonObject } from "../../json.ts";
import { pointerParts } from "../../json-pointer.ts";
import { present } from "../../present.ts";
import { type CompiledPolicy, decide } from "../decide.ts";
import { BUILT_IN_LEVELS, demandOf, demandsMore } from "../demands.ts";
import { quoted } from "../form-fields.ts";
import type { Condition, Policy, PolicyVerdict, Rule } from "../policy.ts";
import { overlaps } from "../reach/overlaps.ts";
import { callsFor, textLike } from "../sample.ts";
import { mistypedParts } from "../typed/check-typed.ts";
import { mixedSums } from "../typed/currency.ts";
import { caseSuspicions, type KnownNames } from "./check-case.ts";
import { expressionWarnings } from "./check-expressions.ts";
import { literalSuspicions } from "./check-literal.ts";
import { textSuspicions } from "./check-text.ts";
import type { Suspicion } from "./suspicion.ts";

/** Something in a policy that probably lets more pass than its author meant. */
export interface PolicyWarning {
  readonly rule: string;
  /** Its place in the file, such as `rules[1].args["/to/*"]`. */
  readonly place: string;
  /** Sentences. */
  readonly warning: string;
  /** A call that slips through: the policy was asked about it. Absent where only an expression was read. */
  readonly example?: { readonly tool: string; readonly args: JsonObject; readonly agent?: string };
  /** What to write instead, as a sentence. */
  readonly instead: string;
}

/**
 * Finds what fails open, and names that no rule matches as written. Each comes with an example that
 * this policy really lets through or decides by another rule.
 */
export function policyWarnings(
  compiled: CompiledPolicy,
  known: KnownNames = { tools: [], agents: [] },
): readonly PolicyWarning[] {
  const { policy } = compiled;
  const ofCase = caseSuspicions(policy, known);
  const ofRules = policy.rules.flatMap((rule, index) =>
    [...suspicionsOf(rule), ...newToolSuspicions(rule, policy), ...ofCase(rule)].flatMap(
      (suspicion) => {
        for (const call of suspicion.calls) {
          const { tool, args, agentName: agent } = call;
          const verdict = decide(compiled, call, () => false);
          const slip = slipOf(rule, suspicion, { tool, ...verdict });
          if (slip === undefined) continue;
          const place = [`rules[${index}]`, suspicion.place]
            .filter((part) => part !== "")
            .join(".");
          return [
            {
              rule: rule.name,
              place,
              warning: `${suspicion.what} ${slip}`,
              example: {
                tool,
                args,
                ...present({ agent: rule.agents === undefined ? undefined : agent }),
              },
              instead: suspicion.instead,
            },
          ];
        }
        return [];
      },
    ),
  );
  return [
    ...ofRules,
    ...expressionWarnings(compiled),
    ...typedWarnings(compiled, known.pinned),
    ...overlaps(compiled),
  ];
}

/** What sums and rules of version 1 say of arguments as the tools have them; in version 2 that is refused. */
function typedWarnings(
  compiled: CompiledPolicy,
  pinned: KnownNames["pinned"] = [],
): readonly PolicyWarning[] {
  const mistyped = compiled.policy.version === 1 ? mistypedParts(compiled, pinned) : [];
  return [
    ...mixedSums(compiled, pinned).map(({ rule, place, currency }) => ({
      rule: rule.name,
      place,
      warning: `Its sum adds up amounts of several currencies, as ${currency} says them.`,
      instead: `Have the rule say one ${currency}, or count each by itself, as by: /${currency}.`,
    })),
    ...mistyped.map(({ rule, place, what }) => ({
      rule: rule.name,
      place,
      warning: what,
      instead: "Write the argument as the tool has it.",
    })),
  ];
}

function suspicionsOf(rule: Rule): readonly Suspicion[] {
  return [
    ...literalSuspicions(rule),
    ...textSuspicions(rule),
    ...Object.entries(rule.args ?? {}).flatMap(([pointer, condition]) =>
      boundSuspicions(rule, pointer, condition),
    ),
    ...toolSuspicions(rule),
    ...proofSuspicions(rule),
    ...editSuspicions(rule),
  ];
}

const DECIDED = { allow: "let pass", deny: "denied", ask: "asked about" } as const;

type Judged = PolicyVerdict & { readonly tool: string };

/** What slips through, as a sentence; undefined if nothing does. */
function slipOf(rule: Rule, suspicion: Suspicion, judged: Judged): string | undefined {
  if (suspicion.isAboutProof === true) return looseOf(rule, judged);
  if (suspicion.isAboutEdits === true) return raisedOf(rule, judged);
  return pastRule(rule, suspicion, judged);
}

/** How a call gets past a rule. */
function pastRule(
  rule: Rule,
  { isAboutAllowed, isAboutNames }: Suspicion,
  { tool, outcome, demand }: Judged,
): string | undefined {
  const by = JSON.stringify(demand.rule);
  if (isAboutNames === true) {
    return demand.rule === rule.name ? undefined : `The example is ${DECIDED[outcome]} by ${by}.`;
  }
  if (rule.decision === "allow") {
    return outcome === "allow" && demand.rule === rule.name
      ? "It lets the example pass."
      : undefined;
  }
  if (outcome === "allow") return `The example is let pass by ${by}.`;
  if (isAboutAllowed === true || outcome === "deny" || demand.rule === rule.name) return undefined;
  if (rule.decision === "deny") return `People are only asked about the example, by ${by}.`;
  const isLess = demandsMore(demand, demandOf(rule, tool)) !== undefined;
  return isLess ? `The example asks for less, by ${by}.` : undefined;
}

/** How a rule lets CRITICAL be approved without a proof. */
function looseOf({ name }: Rule, { demand }: PolicyVerdict): string | undefined {
  const isLoose = demand.rule === name && demand.level === "CRITICAL" && !demand.stepUp;
  return isLoose ? "Nobody proves who they are to approve the example." : undefined;
}

function raisedOf({ name }: Rule, { demand, outcome }: PolicyVerdict): string | undefined {
  const isItsOwn = demand.rule === name && outcome === "ask";
  return isItsOwn
    ? "The person who makes the example of a smaller one approves it alone."
    : undefined;
}

/** A bound on one side leaves the other open: a tool may take a number below 0 for a refund. */
function boundSuspicions(
  { decision, ...rule }: Rule,
  pointer: string,
  { over, under, equals, in: values }: Condition,
): readonly Suspicion[] {
  if (equals !== undefined || values !== undefined) return [];
  const bound = decision === "allow" ? under : over;
  const isOneSided = decision === "allow" ? over === undefined : under === undefined;
  if (bound === undefined || bound < 0 || !isOneSided) return [];
  const value = -10 * Math.max(bound, 1);
  const at = { pointer, parts: pointerParts(pointer), value };
  return [
    {
      place: `args[${quoted(pointer)}].${decision === "allow" ? "under" : "over"}`,
      calls: callsFor({ ...rule, decision }, { at }),
      what: "It bounds one side only, and numbers below 0 are on the other.",
      instead:
        decision === "allow"
          ? `Write { over: 0, under: ${bound} }.`
          : "Put a lower bound into the rule that allows, as { over: 0 }, or give it a budget with a sum.",
      isAboutAllowed: true,
    },
  ];
}

/** Every tool, and tools that are HIGH or CRITICAL by themselves. */
function toolSuspicions(rule: Rule): readonly Suspicion[] {
  if (rule.decision !== "allow") return [];
  const { tools = ["*"] } = rule;
  const grave = [...BUILT_IN_LEVELS.keys()].toReversed();
  if (tools.some((pattern) => globCovers(pattern, "*"))) {
    return [
      {
        place: rule.tools === undefined ? "" : "tools",
        calls: callsFor(rule, { tools: [...grave, "any_tool"] }),
        what: "It allows every tool, including those that nobody has thought of yet.",
        instead: "Name the tools that may run unasked, as tools: [get_*, list_*].",
      },
    ];
  }
  if (rule.level !== undefined) return [];
  return tools.flatMap((pattern, index) => {
    const covered = grave.filter(compileGlob(pattern));
    if (covered.length === 0) return [];
    return [
      {
        place: `tools[${index}]`,
        calls: callsFor(rule, { tools: covered }),
        what: `It allows a tool that is ${BUILT_IN_LEVELS.get(covered[0] ?? "")} by itself.`,
        instead:
          "Have people asked about it in an earlier rule, or state its level here if it is meant.",
      },
    ];
  });
}

/** A pattern was written for the tools that there were. */
function newToolSuspicions(rule: Rule, { newTools }: Policy): readonly Suspicion[] {
  if (newTools !== "allow" || rule.decision !== "allow") return [];
  const patterns = rule.tools ?? ["*"];
  const index = patterns.findIndex((pattern) => /[*?]/.test(pattern));
  if (index === -1) return [];
  return [
    {
      place: rule.tools === undefined ? "" : `tools[${index}]`,
      calls: callsFor(rule, { tools: [textLike(patterns[index] ?? "*", "and_delete")] }),
      what: "With new_tools: allow it lets tools pass that a server offers only later, by any name that fits.",
      instead: "Leave new_tools out: such a tool then asks once.",
    },
  ];
}

/** Whoever sits down at an approver's open terminal could then approve what is CRITICAL. */
function proofSuspicions(rule: Rule): readonly Suspicion[] {
  if (rule.decision !== "ask" || rule.stepUp !== false) return [];
  const { tools = ["*"], level } = rule;
  const isCovered = tools.map(compileGlob);
  const critical = [...BUILT_IN_LEVELS.keys()].filter((name) => isCovered.some((is) => is(name)));
  return [
    {
      place: "step_up",
      calls: callsFor(rule, level === undefined ? { tools: critical } : {}),
      what: "It takes the proof away that CRITICAL asks of each approver.",
      instead: "Leave step_up out: each approver then gives a passphrase or uses a passkey.",
      isAboutProof: true,
    },
  ];
}

/** Without a bound above, one approver may put in any number. */
function editSuspicions(rule: Rule): readonly Suspicion[] {
  const { edits } = rule;
  if (typeof edits !== "object") return [];
  const unbounded = Object.entries(edits.narrow).filter(([, direction]) => direction === "higher");
  return unbounded.map(([pointer]) => {
    const at = { pointer, parts: pointerParts(pointer), value: 1_000_000 };
    return {
      place: `edits.narrow[${quoted(pointer)}]`,
      calls: [...callsFor(rule, { at }), ...callsFor(rule)],
      what: "It lets one approver raise a number without bound.",
      instead: "Write the highest that is right, as: higher, at most 10.",
      isAboutEdits: true as const,
    };
  });
}
