import { withoutCapitals } from "../names.ts";
import type { Rule } from "../policy.ts";

/** The names that a rule is about, up to the first wildcard of each. */
export interface Heads {
  readonly tools: readonly Head[] | undefined;
  readonly agents: readonly Head[] | undefined;
}

interface Head {
  readonly text: string;
  /** Whether anything may follow. */
  readonly isOpen: boolean;
}

export function headsOf({ tools, agents }: Rule): Heads {
  return { tools: tools?.map(headOf), agents: agents?.map(headOf) };
}

function headOf(pattern: string): Head {
  const text = withoutCapitals(pattern.replace(/[*?][\s\S]*$/, ""));
  return { text, isOpen: /[*?]/.test(pattern) };
}

/** Whether two rules may be about one tool and agent; most pairs of a long policy are not. */
export function mayMeet(one: Heads, other: Heads): boolean {
  return mayShare(one.tools, other.tools) && mayShare(one.agents, other.agents);
}

function mayShare(some: Heads["tools"], others: Heads["tools"]): boolean {
  if (some === undefined || others === undefined) return true;
  return some.some((one) => others.some((other) => isNear(one, other)));
}

function isNear(one: Head, other: Head): boolean {
  return (
    one.text === other.text ||
    (one.isOpen && other.text.startsWith(one.text)) ||
    (other.isOpen && one.text.startsWith(other.text))
  );
}
