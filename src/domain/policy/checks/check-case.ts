import { compileGlob } from "../../glob.ts";
import { withoutCapitals } from "../names.ts";
import type { Policy, Rule } from "../policy.ts";
import { callsFor } from "../sample.ts";
import type { PinnedTool } from "../typed/check-typed.ts";
import type { Suspicion } from "./suspicion.ts";

/** Known names: those of agents, and of tools that they sought leave for. */
export interface KnownNames {
  readonly tools: readonly string[];
  readonly agents: readonly string[];
  /** What is known of the tools that they have; nothing if absent. */
  readonly pinned?: readonly PinnedTool[];
}

type Key = "tools" | "agents";
const KEYS: readonly Key[] = ["tools", "agents"];

/**
 * Finds names in a rule that differ only in capitals from a known one or one in another rule: the rule
 * does not match it, though its author thinks so. A rule that denies does match.
 */
export function caseSuspicions(
  { rules }: Policy,
  known: KnownNames,
): (rule: Rule) => readonly Suspicion[] {
  const all = Object.fromEntries(KEYS.map((key) => [key, namesBy(key, rules, known)])) as Record<
    Key,
    ReadonlyMap<string, ReadonlySet<string>>
  >;
  return (rule) =>
    rule.decision === "deny"
      ? []
      : KEYS.flatMap((key) =>
          (rule[key] ?? []).flatMap((written, index) => {
            const names = otherwiseWritten(written, { all: all[key], known: known[key] });
            return names.length === 0 ? [] : [suspicionOf(rule, { key, index, written, names })];
          }),
        );
}

function namesBy(
  key: Key,
  rules: readonly Rule[],
  known: KnownNames,
): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  const literal = rules.flatMap((rule) => (rule[key] ?? []).filter((one) => !isPattern(one)));
  for (const name of [...known[key], ...literal]) {
    const folded = withoutCapitals(name);
    found.set(folded, (found.get(folded) ?? new Set()).add(name));
  }
  return found;
}

function otherwiseWritten(
  written: string,
  {
    all,
    known,
  }: {
    readonly all: ReadonlyMap<string, ReadonlySet<string>>;
    readonly known: readonly string[];
  },
): readonly string[] {
  const folded = withoutCapitals(written);
  if (!isPattern(written)) return [...(all.get(folded) ?? [])].filter((name) => name !== written);
  const [isMeant, isTaken] = [compileGlob(folded), compileGlob(written)];
  return known.filter((name) => isMeant(withoutCapitals(name)) && !isTaken(name));
}

function isPattern(name: string): boolean {
  return /[*?]/.test(name);
}

interface Found {
  readonly key: Key;
  readonly index: number;
  readonly written: string;
  readonly names: readonly string[];
}

function suspicionOf(rule: Rule, { key, index, written, names }: Found): Suspicion {
  const [name = ""] = names;
  const both = [written, name].map((one) => JSON.stringify(one)).join(", ");
  return {
    place: `${key}[${index}]`,
    calls: callsFor(rule, { [key]: names }),
    what: `${JSON.stringify(written)} and ${JSON.stringify(name)} differ in capitals, which count here.`,
    instead: `Write the one that is meant, or both, as [${both}].`,
    isAboutNames: true,
  };
}
