import type { JsonObject } from "../../json.ts";
import { present } from "../../present.ts";
import type { PolicyFacts } from "../compile-rule.ts";
import { type CompiledPolicy, callOf, decide } from "../decide.ts";
import { callsNear } from "./examples.ts";
import { createGround } from "./ground.ts";
import { mayMeet } from "./meeting.ts";
import { createReasoning, type Reasoning } from "./reasoning.ts";
import { type RuleReach, reachOf } from "./rule-reach.ts";

/** A rule that lets pass what one behind it denies. */
export interface Overlap {
  readonly rule: string;
  readonly place: string;
  readonly warning: string;
  readonly example: {
    readonly tool: string;
    readonly args: JsonObject;
    readonly agent?: string;
  };
  readonly instead: string;
}

/** So many pairs of rules are tried, each with a few hundred calls. */
const MOST_TRIED = 12;

/**
 * Rules that allow before a rule that denies some of the same calls. What lies within the other as a whole
 * is an exception from it, and stands where it has to.
 */
export function overlaps(compiled: CompiledPolicy): readonly Overlap[] {
  const { version } = compiled.policy;
  const reasoning = createReasoning(createGround(compiled.expressions));
  const reaches = compiled.rules.map((rule, index) => reachOf(rule, index, version));
  let left = MOST_TRIED;
  return reaches.flatMap((allowing) => {
    if (allowing.rule.decision !== "allow") return [];
    const found = reaches.flatMap((denying) => {
      const isLater = denying.index > allowing.index && denying.rule.decision === "deny";
      if (!isLater || left <= 0 || !isMeeting(allowing, denying, reasoning)) return [];
      left -= 1;
      const call = exampleOf(compiled, allowing, denying);
      return call === undefined ? [] : [{ denying, call }];
    });
    const [first] = found;
    if (first === undefined) return [];
    const names = found.map(({ denying }) => JSON.stringify(denying.rule.name)).join(", ");
    const { tool, args, agentName, now = 0 } = first.call;
    const at = { ...first.call, now: 0 };
    const denied = compiled.rules[first.denying.index]?.matches(at, callOf(compiled, at));
    return [
      {
        rule: allowing.rule.name,
        place: `rules[${allowing.index}]`,
        warning: `It stands before ${names} and lets pass what would be denied there${denied === true ? "" : `, as at ${new Date(now).toISOString()}`}.`,
        example: { tool, args, ...present({ agent: agentName === "" ? undefined : agentName }) },
        instead: `Put ${names} before it, or say in its conditions what is denied.`,
      },
    ];
  });
}

function isMeeting(one: RuleReach, other: RuleReach, { isContradiction }: Reasoning): boolean {
  if (!mayMeet(one.heads, other.heads)) return false;
  return one.names.some((name) =>
    other.names.some(
      (named) =>
        !isContradiction([...name, ...named]) &&
        one.most.some((part) =>
          other.most.some((denied) => !isContradiction([...name, ...named, ...part, ...denied])),
        ),
    ),
  );
}

/** A call that the first lets pass and the second denies, if there is another that the second does not deny. */
function exampleOf(
  compiled: CompiledPolicy,
  allowing: RuleReach,
  denying: RuleReach,
): PolicyFacts | undefined {
  const rule = compiled.rules[denying.index];
  const passed = callsNear(compiled, [allowing, denying]).filter((call) => {
    const { outcome, demand } = decide(compiled, call, () => false);
    return outcome === "allow" && demand.rule === allowing.rule.name;
  });
  const isDenied = (call: PolicyFacts) => rule?.matches(call, callOf(compiled, call)) === true;
  const example = passed.find(isDenied);
  return passed.some((call) => !isDenied(call)) ? example : undefined;
}
