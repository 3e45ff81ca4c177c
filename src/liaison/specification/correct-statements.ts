import type { MessageId } from "../../domain/id.ts";
import type { SlotKind } from "../cases/slot-kind.ts";
import { listItems } from "../text/list-items.ts";
import { contentOf, shareIn } from "../text/words.ts";
import { findSlots } from "./find-slots.ts";
import type { Correction } from "./read-correction.ts";
import type { Statement } from "./statement.ts";

/** Kinds for which a new value replaces the earlier one. */
const REPLACED: ReadonlySet<SlotKind> = new Set<SlotKind>([
  "frequency",
  "period",
  "deadline",
  "budget",
  "audience",
  "format",
  "language",
  "duration",
  "place",
  "presentation",
  "people",
  "style",
  "level",
]);
/** A statement is removed whole if at least this share of its words goes. */
const WHOLE = 0.6;

export interface Corrected {
  readonly statements: readonly Statement[];
  /** It corrected something, so the clause that said so is used up. */
  readonly isSpent: boolean;
}

/** The statements after a correction. The newest match is corrected, with all that say the same. */
export function correctStatements(
  statements: readonly Statement[],
  correction: Correction,
  source: MessageId,
): Corrected {
  const { old, value } = correction;
  if (old === undefined && value === undefined) return { statements, isSpent: false };
  const corrected =
    old === undefined ? changeKind(statements, value ?? "") : changeNamed(statements, old, value);
  const known = new Set(statements);
  return {
    ...corrected,
    statements: corrected.statements.map((statement) =>
      known.has(statement)
        ? statement
        : { ...statement, sources: [...new Set([...statement.sources, source])] },
    ),
  };
}

function changeNamed(
  statements: readonly Statement[],
  old: string,
  value: string | undefined,
): Corrected {
  let isSpent = false;
  const words = contentOf(old);
  const kept = statements.flatMap((statement) => {
    const changed = words.size === 0 ? statement : changeIn(statement, { old, words, value });
    if (changed !== statement) isSpent = true;
    return changed === undefined ? [] : [changed];
  });
  return { statements: kept, isSpent };
}

interface Named {
  readonly old: string;
  readonly words: ReadonlySet<string>;
  readonly value: string | undefined;
}

/** Unchanged if it does not mention what goes; undefined if it is removed whole. */
function changeIn(statement: Statement, named: Named): Statement | undefined {
  const own = contentOf(statement.text);
  if (shareIn(named.words, own) < 1) return statement;
  if (named.value !== undefined && shareIn(named.words, contentOf(nameOf(statement))) === 1) {
    return rewritten(statement, `${nameOf(statement)}: ${named.value}`);
  }
  const at = statement.text.toLowerCase().indexOf(named.old.toLowerCase());
  if (named.value !== undefined) {
    const text =
      at === -1 ? named.value : splice(statement.text, [at, named.old.length], named.value);
    return rewritten(statement, text);
  }
  const rest = withoutItem(statement.text, named.words);
  if (rest !== undefined) return rewritten(statement, rest);
  return shareIn(own, named.words) >= WHOLE ? undefined : statement;
}

function changeKind(statements: readonly Statement[], value: string): Corrected {
  const kinds = new Map(findSlots(value).map((slot) => [slot.kind, slot.value] as const));
  let isSpent = false;
  const changed = statements.map((statement) => {
    const slot = statement.slots.find(({ kind }) => REPLACED.has(kind) && kinds.has(kind));
    if (slot === undefined || statement.kind === "non_goal") return statement;
    const next = kinds.get(slot.kind) ?? value;
    isSpent = true;
    if (statement.topic !== undefined) return rewritten(statement, `${nameOf(statement)}: ${next}`);
    const at = statement.text.toLowerCase().indexOf(slot.value.toLowerCase());
    return at === -1
      ? statement
      : rewritten(statement, splice(statement.text, [at, slot.value.length], next));
  });
  return { statements: changed, isSpent };
}

function nameOf(statement: Statement): string {
  return statement.topic === undefined ? "" : (statement.text.split(":", 1)[0] ?? "");
}

function splice(text: string, [at, length]: readonly [number, number], value: string): string {
  const whole = text.slice(0, at) + value + text.slice(at + length);
  return whole.slice(0, 1).toUpperCase() + whole.slice(1);
}

/** The list without the member; undefined if it is not one of several. */
function withoutItem(text: string, words: ReadonlySet<string>): string | undefined {
  const [name, list] = /^([^:]{1,80}: )(.+)$/.exec(text)?.slice(1) ?? ["", text];
  const items = listItems(list ?? "");
  const kept = items.filter((item) => shareIn(words, contentOf(item)) < 1);
  if (items.length >= 2 && kept.length > 0 && kept.length < items.length) {
    return `${name}${joined(kept)}`;
  }
  return cutItem(text, words);
}

/** "Show revenue, units and margin" without units: the member goes with its comma. */
function cutItem(text: string, words: ReadonlySet<string>): string | undefined {
  const parts = text.split(/(\s*,\s*(?:and\s+)?|\s+and\s+)/);
  for (let index = 2; index < parts.length && index < 60; index += 2) {
    const own = contentOf(parts[index] ?? "");
    if (shareIn(words, own) < 1 || shareIn(own, words) < WHOLE) continue;
    const before = parts.slice(0, index - 1);
    const isLast = index === parts.length - 1;
    if (isLast && before.length >= 3) before[before.length - 2] = " and ";
    return [...before, ...parts.slice(index + 1)].join("");
  }
  return undefined;
}

function joined(items: readonly string[]): string {
  const last = items.at(-1) ?? "";
  return items.length < 2 ? last : `${items.slice(0, -1).join(", ")} and ${last}`;
}

function rewritten(statement: Statement, text: string): Statement {
  const answer = /^[^:]{1,80}: (.+)$/.exec(text)?.[1];
  const own = findSlots(answer ?? text);
  const slots =
    statement.topicKind === undefined || answer === undefined
      ? own
      : [{ kind: statement.topicKind, value: answer }, ...own];
  const left = statement.examples.filter((example) =>
    text.toLowerCase().includes(example.toLowerCase()),
  );
  return { ...statement, text, said: text, slots, examples: left };
}
