import { isJsonObject, isSameJson } from "../../domain/json-equal.ts";
import { type Liaison, standingFeedback } from "../../domain/liaison/liaison.ts";
import { taskStart } from "../../domain/liaison/liaison-machine.ts";
import type { Requirement, TaskSpecification } from "../../domain/liaison/task-specification.ts";
import { requirementId } from "../specification/requirement-id.ts";
import { cut } from "../wording/list.ts";
import { isWaiting } from "./talk.ts";

export type Specified = Omit<TaskSpecification, "id" | "version">;

/**
 * The dimensions that a person names about one result are those by which the next one is judged.
 */
const IMPORTANCE = 0.95;

/** Of what was said about earlier results, the newest; the worker reads the rest in the exchanges. */
const MOST_WORDS = 10;
const MOST_CHARACTERS = 2_000;

/** The specification with what feedback on earlier rounds of this task has asked for. */
export function withImprovements(specification: Specified, liaison: Liaison): Specified {
  const wanted = improvementsOf(liaison).filter(
    ({ id }) => !specification.requirements.some((one) => one.id === id),
  );
  const told = withWords(specification, liaison);
  if (wanted.length === 0) return told;
  return { ...told, requirements: [...told.requirements, ...wanted] };
}

const FEEDBACK = "feedback";
const RESULT = "result";
const ofRounds: ReadonlySet<unknown> = new Set([FEEDBACK, RESULT]);

/**
 * No list of wishes holds all that somebody said: their words go to the worker as they are, with the files
 * of the result that they are about.
 */
function withWords(specification: Specified, liaison: Liaison): Specified {
  const { context } = specification;
  const given = Array.isArray(context["material"]) ? context["material"] : [];
  const pasted = given.filter((one) => !isJsonObject(one) || !ofRounds.has(one["kind"]));
  const rounds = new Set(improvedRounds(liaison).map(({ round }) => round));
  const files = liaison.exchanges
    .filter((one) => one.role === "assistant" && rounds.has(one.round))
    .flatMap(({ id, attachments = [] }) =>
      attachments.map((one) => ({ exchange: id, kind: RESULT, text: one.name, ...one })),
    );
  const words = liaison.exchanges
    .filter((one) => isWaiting(one) && one.phase === "feedback_collection" && rounds.has(one.round))
    .slice(-MOST_WORDS)
    .map(({ id, content }) => ({
      exchange: id,
      kind: FEEDBACK,
      text: cut(content, MOST_CHARACTERS),
    }));
  const material = [...pasted, ...files, ...words];
  if (isSameJson(given, material)) return specification;
  return { ...specification, context: { ...context, material } };
}

function improvedRounds(liaison: Liaison): ReturnType<typeof standingFeedback> {
  const start = taskStart(liaison);
  return standingFeedback(liaison).filter(
    ({ round, metrics }) => round >= start && metrics.acceptance_status === "needs_improvement",
  );
}

/** Requirements made from suggestions, oldest first. */
function improvementsOf(liaison: Liaison): readonly Requirement[] {
  return improvedRounds(liaison).flatMap(({ round, metrics }) =>
    metrics.improvement_suggestions.map((description) => ({
      id: requirementId(description),
      description,
      importance: IMPORTANCE,
      constraints: [],
      examples: [],
      extracted_from: saidIn(liaison, { round, words: description }),
    })),
  );
}

/**
 * The exchanges of a round's feedback that contain the words; all of them if the words were
 * combined.
 */
function saidIn(
  { exchanges }: Liaison,
  { round, words }: { readonly round: number; readonly words: string },
): Requirement["extracted_from"] {
  const said = exchanges.filter(
    (one) => one.role === "human" && one.phase === "feedback_collection" && one.round === round,
  );
  const wanted = words.toLowerCase();
  const verbatim = said.filter(({ content }) => content.toLowerCase().includes(wanted));
  return (verbatim.length > 0 ? verbatim : said).map(({ id }) => id);
}
