import type { MessageId } from "../../domain/id.ts";
import type { Clarification } from "../../domain/liaison/liaison.ts";
import type { ClarifiedTopic } from "../../domain/liaison/liaison-steps.ts";
import { denialIn } from "../corrections/denials.ts";
import { linesMeant } from "../corrections/take-out.ts";
import { goalOf } from "../specification/goal.ts";
import { makeStatement } from "../specification/make-statement.ts";
import type { PersonWords } from "../specification/person-words.ts";
import { requirementsOf } from "../specification/requirements.ts";
import type { Statement } from "../specification/statement.ts";
import { MAX_STATEMENTS } from "../text/limits.ts";
import { namedFact } from "../values/named-detail.ts";
import { liaisonMessages } from "../wording/liaison-messages.ts";
import type { Assumed } from "./assumed.ts";
import { deny, tellNamed } from "./named-lines.ts";

/** What has been understood up to a clause, which may take something of it away. */
export interface Reading {
  readonly said: readonly PersonWords[];
  readonly statements: Statement[];
  readonly told: Map<string, ClarifiedTopic>;
  readonly assumed: Assumed;
  /** What is to wait, until the person says that it goes on. */
  readonly onHold: Set<Statement>;
  /** "Hold on" looks like the lead of a correction, which is gone after it. */
  readonly unrevised: ReadonlyMap<MessageId, string>;
  /** In which the person is told. */
  readonly language: string;
}

export interface Heard {
  readonly words: PersonWords;
  readonly asked: readonly Clarification[];
  /** What opens the conversation says what is to be made or done. */
  readonly isNamed: boolean;
}

/**
 * Whether the words take something out of what was understood. What is wanted at all stays: whoever
 * wants it no more withdraws the task.
 */
export function takeOut(reading: Reading, said: string, words: PersonWords): boolean {
  const goal = goalOf(reading.statements);
  const lines = reading.statements.filter(
    (one) => one !== goal && !one.sources.includes(words.source),
  );
  const before = reading.said.findLast(
    ({ index, place }) => index < words.index && place === "shown",
  );
  const newest = lines.filter(
    ({ sources }) => before !== undefined && sources[0] === before.source,
  );
  const listed = requirementsOf(reading.statements, goal, undefined).flatMap(
    ({ description }) => lines.find(({ text }) => text === description) ?? goal ?? [],
  );
  const isAssumed = reading.assumed.takeOut(said);
  const meant = new Set(isAssumed ? [] : linesMeant(said, lines, { newest, listed }));
  meant.delete(goal as Statement);
  for (const one of meant) reading.statements.splice(reading.statements.indexOf(one), 1);
  return isAssumed || meant.size > 0;
}

const QUOTED = /^["'“„«‚‘「『]/u;

/** Whether a clause names a detail: to tell it anew, or to say what is not it. */
export function isOfDetail(reading: Reading, said: string, { words, asked }: Heard): boolean {
  const { statements } = reading;
  const denial = denialIn(said);
  if (denial !== undefined) {
    const isFound = deny(statements, denial, words.source);
    if (isFound && denial.isExplained) keep(reading, said, { words, kind: "also_said" });
    // Where nothing is taken for it, there is nothing to say to whoever does the task.
    return isFound || denial.value === "" || QUOTED.test(denial.value);
  }
  const fact = namedFact(said);
  const topics = asked.map(({ topic }) => topic);
  return fact !== undefined && tellNamed(statements, fact, { topics, source: words.source });
}

/** The worker is told to wait, by a limit that a "go on" takes away. */
export function hold(reading: Reading, said: string, { source }: PersonWords): void {
  if (reading.statements.length >= MAX_STATEMENTS) return;
  const text = liaisonMessages(reading.language).say("wait.limit", { words: said });
  const held: Statement = { ...makeStatement(said, source), kind: "constraint", text };
  reading.statements.push(held);
  reading.onHold.add(held);
}

export function goOn({ statements, onHold }: Reading): void {
  const others = statements.filter((one) => !onHold.has(one));
  statements.splice(0, statements.length, ...others);
  onHold.clear();
}

interface Kept {
  readonly words: PersonWords;
  readonly kind: Statement["kind"];
}

export function keep(reading: Reading, said: string, { words, kind }: Kept): void {
  if (reading.statements.length >= MAX_STATEMENTS) return;
  reading.statements.push({ ...makeStatement(said, words.source), kind });
}
