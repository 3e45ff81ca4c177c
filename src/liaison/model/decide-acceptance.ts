import type { Acceptance } from "../../domain/liaison/feedback.ts";
import type { Exchange } from "../../domain/liaison/liaison.ts";
import type { Interpretation } from "../../ports/model/understanding.ts";
import { isAimedAtUs } from "../text/instruction-to-reader.ts";
import { hasAcceptance, sentencesOf } from "./consent-words.ts";

/*
 * Whether the person accepts the result. Two readings, and where they differ the side that costs
 * another round and not the one that ends the work:
 *
 * - accepted: the model says so with a quote, the embedded engine hears nothing against it, and words
 *   of the person carry it. An instruction to whoever reads is no such word.
 * - rejected: the model says so with a quote and the embedded engine does not hear acceptance; or the
 *   embedded engine hears it outright.
 * - everything else needs improvement; but where the model can show nothing that is to be changed,
 *   plain words of acceptance stand.
 */

export interface AcceptanceClaim {
  readonly status: Acceptance;
  /** Its quote was really said. */
  readonly isQuoted: boolean;
}

export interface Verdict {
  readonly status: Acceptance;
  readonly isExplicit: boolean;
  /** The two readings exclude each other. */
  readonly isConflict: boolean;
}

export function decideAcceptance(
  claim: AcceptanceClaim,
  embedded: Interpretation,
  said: { readonly person: readonly Exchange[]; readonly wantsChanges: boolean },
): Verdict {
  const isCarried = carriesAcceptance(claim, embedded, said.person);
  if (claim.status === "accepted") return onAcceptance(claim, embedded, isCarried);
  if (embedded.explicit === "accepted" && isCarried) {
    const isContested = said.wantsChanges || (claim.status === "rejected" && claim.isQuoted);
    return isContested ? { ...NEEDS_IMPROVEMENT, isConflict: true } : ACCEPTED;
  }
  const isRejected =
    embedded.explicit === "rejected" ||
    (claim.status === "rejected" &&
      (claim.isQuoted || embedded.metrics.acceptance_status === "rejected"));
  if (isRejected) return { status: "rejected", isExplicit: true, isConflict: false };
  const isExplicit = claim.status === "needs_improvement" && claim.isQuoted;
  return { ...NEEDS_IMPROVEMENT, isExplicit };
}

/** The model says that it is accepted. */
function onAcceptance(
  { isQuoted }: AcceptanceClaim,
  embedded: Interpretation,
  isCarried: boolean,
): Verdict {
  if (isOpposed(embedded)) return { ...NEEDS_IMPROVEMENT, isConflict: true };
  if (isCarried && isQuoted) return ACCEPTED;
  const { acceptance_status: other } = embedded.metrics;
  const status = other === "accepted" && !isCarried ? "needs_improvement" : other;
  return { status, isExplicit: embedded.explicit === status, isConflict: false };
}

const ACCEPTED: Verdict = { status: "accepted", isExplicit: true, isConflict: false };
const NEEDS_IMPROVEMENT: Verdict = {
  status: "needs_improvement",
  isExplicit: false,
  isConflict: false,
};

/** The embedded engine hears that it is not accepted, explicitly or by wishes for changes. */
function isOpposed({ explicit, metrics }: Interpretation): boolean {
  if (explicit !== undefined) return explicit !== "accepted";
  return metrics.acceptance_status !== "accepted" && metrics.improvement_suggestions.length > 0;
}

function carriesAcceptance(
  { isQuoted }: AcceptanceClaim,
  { explicit, language }: Interpretation,
  person: readonly Exchange[],
): boolean {
  if (person.some(({ content }) => hasAcceptance(content))) return true;
  const sentences = person.flatMap(({ content }) => sentencesOf(content));
  if (sentences.some(isAimedAtUs)) return false;
  return explicit === "accepted" || (isQuoted && !language.isUnderstood);
}
