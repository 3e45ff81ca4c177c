import type { Requirement } from "../../domain/liaison/task-specification.ts";
import { textSimilarity } from "../../domain/requests/similarity.ts";
import { requirementId } from "../specification/requirement-id.ts";
import { type Evidence, type Found, overlapOf, stemsOf } from "./evidence.ts";
import { readList, readParts, readShare, readText, readTexts } from "./read-parts.ts";

const MAX_REQUIREMENTS = 40;
const MAX_PARTS = 8;
const MAX_LENGTH = 400;
/** From this similarity on, a requirement is an earlier one. */
const SAME = 0.6;

export interface RequirementDrafts {
  readonly requirements: readonly Requirement[];
  /** Marked by the model as said by nobody. */
  readonly assumptions: readonly string[];
  /** The share of claims that the person's words support; 1 without claims. */
  readonly support: number;
}

/** Where ids come from: the previous version, then the other engine. */
export interface Known {
  readonly requirements: readonly (readonly Requirement[])[];
}

/** Keeps the requirements that the person's words support, with their exchanges. */
export function readRequirements(
  value: unknown,
  evidence: Evidence,
  known: Known,
): RequirementDrafts {
  const drafts = readList(value, MAX_REQUIREMENTS, readDraft);
  const claims = drafts.filter(({ isAssumption }) => !isAssumption);
  const taken = new Set<string>();
  const requirements = claims.flatMap((draft) => {
    const requirement = toRequirement(draft, evidence);
    if (requirement === undefined) return [];
    const id = idFor(requirement, known, taken);
    if (taken.has(id)) return [];
    taken.add(id);
    return [{ id, ...requirement }];
  });
  const assumed = drafts.filter(({ isAssumption }) => isAssumption);
  return {
    requirements,
    assumptions: assumed.map(({ description }) => description),
    support: claims.length === 0 ? 1 : requirements.length / claims.length,
  };
}

interface Draft {
  readonly description: string;
  readonly importance: number;
  readonly quotes: readonly string[];
  readonly constraints: readonly string[];
  readonly examples: readonly string[];
  readonly isAssumption: boolean;
}

function readDraft(value: unknown): Draft | undefined {
  const parts = readParts(value);
  const description = readText(parts["description"], MAX_LENGTH);
  if (description === "") return undefined;
  return {
    description,
    importance: readShare(parts["importance"], 0.7),
    quotes: readTexts(parts["quotes"], MAX_PARTS, MAX_LENGTH),
    constraints: readTexts(parts["constraints"], MAX_PARTS, MAX_LENGTH),
    examples: readTexts(parts["examples"], MAX_PARTS, MAX_LENGTH),
    isAssumption: parts["is_assumption"] === true,
  };
}

function toRequirement(draft: Draft, evidence: Evidence): Omit<Requirement, "id"> | undefined {
  const found = draft.quotes
    .flatMap((quote) => evidence.find(quote) ?? [])
    .filter(({ quote }) => stemsOf(quote).size > 0);
  const best = bestFor(draft.description, found);
  if (best === undefined) return undefined;
  const isSaid = (text: string) =>
    evidence.agrees(text) && found.some(({ sentence }) => overlapOf(text, sentence) > 0);
  return {
    description: readText(evidence.wordsFor(draft.description, best), MAX_LENGTH),
    importance: draft.importance,
    constraints: draft.constraints.filter(isSaid),
    examples: draft.examples.filter(isSaid),
    extracted_from: [...new Set(found.map(({ exchange }) => exchange))],
  };
}

function bestFor(description: string, found: readonly Found[]): Found | undefined {
  return found.toSorted(
    (one, other) => overlapOf(description, other.sentence) - overlapOf(description, one.sentence),
  )[0];
}

/**
 * The id of the previous version, or of the other engine if it says the same; otherwise one made
 * from its words.
 */
function idFor(
  { description }: { readonly description: string },
  { requirements }: Known,
  taken: ReadonlySet<string>,
): string {
  for (const others of requirements) {
    const alike = others
      .filter(({ id }) => !taken.has(id))
      .map((other) => ({ id: other.id, how: textSimilarity(description, other.description) }))
      .filter(({ how }) => how >= SAME)
      .toSorted((one, other) => other.how - one.how)[0];
    if (alike !== undefined) return alike.id;
  }
  return requirementId(description);
}
