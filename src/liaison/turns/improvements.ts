import { type Liaison, standingFeedback } from "../../domain/liaison/liaison.ts";
import { taskStart } from "../../domain/liaison/liaison-machine.ts";
import type { Requirement, TaskSpecification } from "../../domain/liaison/task-specification.ts";
import { requirementId } from "../specification/requirement-id.ts";

export type Specified = Omit<TaskSpecification, "id" | "version">;

/**
 * The dimensions that a person names about one result are those by which the next one is judged.
 */
const IMPORTANCE = 0.95;

/** The specification with what feedback on earlier rounds of this task has asked for. */
export function withImprovements(specification: Specified, liaison: Liaison): Specified {
  const wanted = improvementsOf(liaison).filter(
    ({ id }) => !specification.requirements.some((one) => one.id === id),
  );
  if (wanted.length === 0) return specification;
  return { ...specification, requirements: [...specification.requirements, ...wanted] };
}

/** Requirements made from suggestions, oldest first. */
function improvementsOf(liaison: Liaison): readonly Requirement[] {
  const start = taskStart(liaison);
  return standingFeedback(liaison)
    .filter(({ round, metrics }) => {
      return round >= start && metrics.acceptance_status === "needs_improvement";
    })
    .flatMap(({ round, metrics }) =>
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
