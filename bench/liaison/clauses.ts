import type { Liaison } from "../../src/domain/liaison/liaison.ts";
import { createMind } from "../../src/liaison/create-mind.ts";
import type { Spoken } from "../../src/liaison/phrases/acts.ts";
import commonWords from "../../src/liaison/phrases/common-words.json" with { type: "json" };
import type { LiaisonTurns } from "../../src/ports/model/liaison-turns.ts";
import { DEFINING, JUDGING, type LabelledClause, labelledClauses, type Part } from "./clause.ts";
import { openMemoryDoors } from "./memory-doors.ts";
import openings from "./people/clauses/openings.json" with { type: "json" };

export interface ClausesOptions {
  readonly part: Part;
  readonly verbose: boolean;
  /** Only clauses of this label or language. */
  readonly only?: string | undefined;
}

interface Judged extends LabelledClause {
  /** What became of it, in a word or two. */
  readonly became: string;
  readonly isRight: boolean;
}

/** What each label may become after a result: the verdict, or `none`. */
const VERDICTS: Readonly<Record<string, readonly string[]>> = {
  accept: ["accepted"],
  praise: ["none", "needs_improvement"],
  fault: ["needs_improvement", "rejected"],
  change: ["needs_improvement"],
  reject: ["rejected", "needs_improvement"],
  hearsay: ["none"],
  later: ["none"],
  unreal: ["none", "needs_improvement"],
  ask: ["none"],
  thin: ["none"],
};
/** Of the words that tell something, so many stand in the specification. */
const HELD = 0.6;
/** And of those that tell nothing, at most so many: a topic may be named twice. */
const NOT_HELD = 0.34;

/** What only makes sense once the person has been shown what was understood. */
const LATER: ReadonlySet<string> = new Set(["undo", "talk", "wait"]);
const TELLING: ReadonlySet<string> = new Set(["wish", "fact", "back"]);

/** Whether clauses are taken for what they are: each as the second message of a small conversation. */
export async function measureClauses({ part, verbose, only = "" }: ClausesOptions) {
  const turns = await createMind().turns();
  const judged: Judged[] = [];
  const shown: Judged[] = [];
  const clauses = labelledClauses(part).filter(
    ({ label, language }) => only === "" || label === only || language === only,
  );
  for (const clause of clauses) {
    if (!DEFINING.includes(clause.label)) judged.push(await judge(turns, clause));
    else {
      shown.push(await change(turns, clause));
      if (!LATER.has(clause.label)) judged.push(await define(turns, clause));
    }
  }
  if (verbose) for (const one of [...judged, ...shown]) print(one);
  printShares(judged, ({ label }) => label);
  printShares(judged, ({ language, label }) => `${language} ${phaseOf(label)}`);
  printShares(judged, ({ label }) => phaseOf(label));
  printShares(shown, ({ label }) => `shown ${label}`);
  printShares(shown, ({ language }) => `shown ${language}`);
  printShares(shown, () => "shown");
  printAccepted(judged.filter(({ label }) => JUDGING.includes(label)));
}

function printAccepted(results: readonly Judged[]): void {
  const others = results.filter(({ label }) => label !== "accept");
  const wrong = others.filter(({ became }) => became === "accepted");
  const labels = [...Map.groupBy(wrong, ({ label }) => label)];
  console.log(
    `wrongly accepted ${wrong.length} of ${others.length}: ${labels.map(([label, some]) => `${label} ${some.length}`).join(", ")}`,
  );
}

function phaseOf(label: string): string {
  return DEFINING.includes(label) ? "defining" : "feedback";
}

async function judge(turns: LiaisonTurns, clause: LabelledClause): Promise<Judged> {
  const { person, worker } = openMemoryDoors(turns);
  const { task, result } = openings[clause.language];
  const { conversation_id } = await person.beginConversation({ initial_message: task });
  await worker.taskCompleted({ conversation_id, task_result: result });
  await person.continueConversation({ conversation_id, message: clause.text });
  const { feedback } = await person.showLiaison({ conversation_id });
  const became = feedback.at(-1)?.metrics.acceptance_status ?? "none";
  return { ...clause, became, isRight: VERDICTS[clause.label]?.includes(became) === true };
}

async function define(turns: LiaisonTurns, clause: LabelledClause): Promise<Judged> {
  const { person } = openMemoryDoors(turns);
  const { wish } = openings[clause.language];
  const isFirst = clause.label === "wish";
  const { conversation_id } = await person.beginConversation({
    initial_message: isFirst ? clause.text : wish,
  });
  const before = await person.showLiaison({ conversation_id });
  if (!isFirst) await person.continueConversation({ conversation_id, message: clause.text });
  const { phase, specifications } = await person.showLiaison({ conversation_id });
  const { title = "", ...specification } = specifications.at(-1) ?? {};
  const held = shareHeld(clause, JSON.stringify([title, specification]));
  const isBegun = phase !== "problem_definition";
  const isTitled = isFirst || title === before.specifications.at(-1)?.title;
  const isRight = isTaken(clause.label, { held, isBegun }) && isTitled;
  const became = `${isBegun ? "begun " : ""}held ${held.toFixed(2)}${isTitled ? "" : ` as "${title}"`}`;
  return { ...clause, became, isRight };
}

/**
 * After the specification was shown: whether it gains what was told, and nothing else. Words that it held
 * before do not count, nor what is only kept as said beside.
 */
async function change(turns: LiaisonTurns, clause: LabelledClause): Promise<Judged> {
  const { person } = openMemoryDoors(turns);
  const { task } = openings[clause.language];
  const { conversation_id } = await person.beginConversation({ initial_message: task });
  const before = wordsOf(await person.showLiaison({ conversation_id }));
  await person.continueConversation({ conversation_id, message: clause.text });
  const after = wordsOf(await person.showLiaison({ conversation_id }));
  const fresh = contentOf(clause.text.toLowerCase(), clause.language).filter(
    (word) => !before.includes(word),
  );
  const held = fresh.filter((word) => after.includes(word)).length / Math.max(1, fresh.length);
  const isTelling = TELLING.has(clause.label);
  const isTold = isTelling ? held >= HELD : clause.label === "wait" || held <= NOT_HELD;
  const isRight = fresh.length === 0 || (clause.label === "correct" ? held > 0 : isTold);
  return { ...clause, became: `shown, held ${held.toFixed(2)}`, isRight };
}

function wordsOf({ specifications }: Pick<Liaison, "specifications">): string {
  const { context = {}, ...rest } = specifications.at(-1) ?? {};
  return JSON.stringify([rest, { ...context, also_said: [] }]).toLowerCase();
}

interface Taken {
  readonly held: number;
  readonly isBegun: boolean;
}

function isTaken(label: string, { held, isBegun }: Taken): boolean {
  switch (label) {
    case "wish":
      return held >= HELD;
    case "fact":
      return held >= HELD;
    case "back":
    case "correct":
      return !isBegun;
    case "go":
      return isBegun && held <= NOT_HELD;
    case "leave":
      return held <= NOT_HELD;
    default:
      return !isBegun && held <= NOT_HELD;
  }
}

const CJK = /[\p{sc=Han}\p{sc=Katakana}]{2,}/gu;
const WORD = /[\p{L}\p{N}]{4,}/gu;

/** Of its words or pairs of signs that are no grammar; 0 if it has none. */
function shareHeld({ language, text }: LabelledClause, specification: string): number {
  const low = specification.toLowerCase();
  const words = contentOf(text.toLowerCase(), language);
  return words.length === 0 ? 0 : words.filter((word) => low.includes(word)).length / words.length;
}

function contentOf(text: string, language: Spoken): readonly string[] {
  if (language === "ja" || language === "zh") {
    return (text.match(CJK) ?? []).flatMap((run) =>
      Array.from({ length: run.length - 1 }, (_, at) => run.slice(at, at + 2)),
    );
  }
  const common = new Set(commonWords[language].split(" "));
  return (text.match(WORD) ?? []).filter((word) => !common.has(word));
}

function print({ label, language, became, isRight, text }: Judged): void {
  if (!isRight) console.log(`${language}\t${label}\t${became}\t${text}`);
}

function printShares(judged: readonly Judged[], by: (one: Judged) => string): void {
  for (const [name, some] of [...Map.groupBy(judged, by)].sort()) {
    const right = some.filter(({ isRight }) => isRight).length;
    console.log(
      `${name.padEnd(14)} ${String(right).padStart(4)} of ${String(some.length).padStart(4)}  ${((100 * right) / some.length).toFixed(1)} %`,
    );
  }
}
