import type { ContentDigest } from "../content/content.ts";
import type { Json } from "../json.ts";

/*
 * What an agent lays before people beside its words: a change of a file, a patch, SQL, a plan, a mail, a
 * payment, an image or a file. Here it stands by digests; the bytes are kept with the request. Of an
 * authorization it is a part of the action, so what was shown is part of what is approved.
 */

/** Of those that are one content and nothing beside it. */
export const PLAIN_KINDS = ["patch", "mail", "image", "attachment"] as const;
export const EVIDENCE_KINDS = ["file", "sql", "plan", "payment", ...PLAIN_KINDS] as const;
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number];

interface Named {
  /** A path or a title, as the agent calls it. */
  readonly name: string;
}

/** Null for a file that is not there before or after. */
export interface FileEvidence extends Named {
  readonly kind: "file";
  readonly before: ContentDigest | null;
  readonly after: ContentDigest | null;
}

export interface SqlEvidence extends Named {
  readonly kind: "sql";
  readonly digest: ContentDigest;
  /** Typed values, by position or by name. */
  readonly params?: Json;
}

/** What is shown is the JSON of the plan; `file` is the plan file that is applied. */
export interface PlanEvidence extends Named {
  readonly kind: "plan";
  readonly digest: ContentDigest;
  readonly file?: ContentDigest;
}

/** A value of the arguments, and its JSON Pointer. */
export interface ArgumentFact {
  readonly at: string;
  readonly value: string | number;
}

export interface PaymentEvidence extends Named {
  readonly kind: "payment";
  readonly amount: ArgumentFact;
  readonly currency?: ArgumentFact;
  readonly payee: ArgumentFact;
}

export interface PlainEvidence extends Named {
  readonly kind: (typeof PLAIN_KINDS)[number];
  readonly digest: ContentDigest;
}

/** What an action binds. */
export type Evidence = FileEvidence | SqlEvidence | PlanEvidence | PaymentEvidence | PlainEvidence;

/** The contents that it stands on, in their order. */
export function contentsOf(evidence: Evidence): readonly ContentDigest[] {
  switch (evidence.kind) {
    case "payment":
      return [];
    case "file":
      return [evidence.before, evidence.after].filter((digest) => digest !== null);
    default:
      return [evidence.digest];
  }
}

/** Whether it shows what the arguments say, so that other arguments would make it untrue. */
export function isOfArguments({ kind }: Evidence): boolean {
  return kind !== "image" && kind !== "attachment" && kind !== "payment";
}

/** What stands beside a request. */
export function evidenceOf(request: Beside): readonly Evidence[] {
  const of = request.kind === "question" ? request.question : request.authorization.action;
  return of.evidence ?? [];
}

interface Bearing {
  readonly evidence?: readonly Evidence[];
}
type Beside =
  | { readonly kind: "question"; readonly question: Bearing }
  | { readonly kind: "authorization"; readonly authorization: { readonly action: Bearing } };
