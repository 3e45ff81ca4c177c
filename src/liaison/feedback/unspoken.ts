import type { FeedbackMetrics } from "../../domain/liaison/feedback.ts";
import { derivedTask, type Liaison } from "../../domain/liaison/liaison.ts";
import { rootsOf } from "./roots.ts";

const MOST = 2;
const MOST_WORDS = 5;
/** Only what a result is to do has a name that a person would be asked about. */
const DEED =
  /^(?:(?:it|this|the [a-z]+) (?:should|must|shall|needs to|has to|is to) |(?:and|also|please) )*(highlight|identify|show|list|compare|explain|find|describe|name|track|include|cover|analy[sz]e|summari[sz]e|display|point out|mark|warn|recommend|suggest)s? (?:me |us )?(?:our |my |the |any |all |a |an |its |their )*(.+)$/i;

/** What the task asks for and nobody has spoken of yet, in words such as "concerning trends". */
export function unspokenOf(liaison: Liaison, metrics: FeedbackMetrics): readonly string[] {
  const spoken = rootsOf(
    [
      ...metrics.improvement_suggestions,
      ...metrics.dimension_feedback.flatMap(({ supporting_quotes }) => supporting_quotes),
    ].join(" "),
  );
  const named = (derivedTask(liaison)?.requirements ?? []).flatMap(({ description }) =>
    description.split(/[,;.]|\band (?=[a-z]+ (?:our|my|the|any|all|a|an)\b)/i).flatMap(nameOf),
  );
  const open = named.filter((name) => ![...rootsOf(name)].some((root) => spoken.has(root)));
  return [...new Set(open)].slice(-MOST);
}

function nameOf(part: string): readonly string[] {
  const name = DEED.exec(part.trim())?.[2]?.trim() ?? "";
  return name === "" || name.split(/\s+/).length > MOST_WORDS ? [] : [name.toLowerCase()];
}
