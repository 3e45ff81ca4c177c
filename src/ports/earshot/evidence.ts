import type { ContentDigest } from "../../domain/content/content.ts";
import type { Evidence, EvidenceKind, PLAIN_KINDS } from "../../domain/evidence/evidence.ts";
import type { SaidPayment } from "../../domain/evidence/payment.ts";
import type { Json, JsonObject } from "../../domain/json.ts";
import type { Timestamp } from "../../domain/timestamp.ts";

/** A content: its text, its bytes in base64, or at a redemption its digest alone. */
export type GivenContent = { readonly text: string } | { readonly base64: string } | ContentDigest;

/** A change of a file; null where it is not there. */
interface GivenFile {
  readonly kind: "file";
  readonly name: string;
  readonly before: GivenContent | null;
  readonly after: GivenContent | null;
}

interface GivenSql {
  readonly kind: "sql";
  readonly name: string;
  readonly content: GivenContent;
  /** Typed values, by position or by name. */
  readonly params?: Json;
}

/** The JSON of the plan, and the digest of the plan file that is applied. */
interface GivenPlan {
  readonly kind: "plan";
  readonly name: string;
  readonly content: GivenContent;
  readonly file?: ContentDigest;
}

interface GivenPayment extends SaidPayment {
  readonly kind: "payment";
}

interface GivenPlain {
  readonly kind: (typeof PLAIN_KINDS)[number];
  readonly name: string;
  readonly content: GivenContent;
}

/** What an agent lays before people beside its words. */
export type EvidenceInput = GivenFile | GivenSql | GivenPlan | GivenPayment | GivenPlain;

/** How a line stands: as it was, added, removed, or a heading of those below it. */
export const LINE_SIGNS = [" ", "+", "-", "#"] as const;

export interface EvidenceLine {
  readonly sign: (typeof LINE_SIGNS)[number];
  readonly text: string;
}

/** A content of the evidence, to be saved. */
export interface EvidenceFile {
  readonly role: "before" | "after" | "content";
  readonly digest: ContentDigest;
  /** Without a path. */
  readonly name: string;
  /** By its bytes, whatever it is called. */
  readonly media_type: string;
  /** In bytes. */
  readonly size: number;
}

/** Evidence as people are shown it: made by Earshot of the bytes, and nothing in it hides. */
export interface EvidenceView {
  readonly kind: EvidenceKind;
  readonly name: string;
  /** What it is, in words, with counts. */
  readonly heading: string;
  /** Said before anything else. */
  readonly warnings: readonly string[];
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  readonly lines: readonly EvidenceLine[];
  /** How many lines are left out here; they are in the content. */
  readonly more: number;
  readonly files: readonly EvidenceFile[];
}

/** The arguments of an action that people decided before. */
export interface EarlierArgs {
  readonly at: Timestamp;
  readonly status: string;
  readonly args: JsonObject;
}

/** Renders evidence of its bytes; a content that is missing is said to be gone. */
export type ViewEvidence = (
  evidence: Evidence,
  given: {
    readonly contents: ReadonlyMap<ContentDigest, Uint8Array>;
    /** What the arguments of the last actions like it said at these places, newest first. */
    readonly earlier?: readonly EarlierArgs[];
  },
) => EvidenceView;
