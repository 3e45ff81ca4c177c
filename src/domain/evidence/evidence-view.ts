import type { ContentDigest } from "../content/content.ts";
import type { JsonObject } from "../json.ts";
import type { Timestamp } from "../timestamp.ts";
import type { Evidence, EvidenceKind } from "./evidence.ts";

/* What Earshot makes of evidence, for people to look at. */

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

type EarlierStatus =
  | "open"
  | "approved"
  | "rejected"
  | "responded"
  | "cancelled"
  | "expired"
  | "abandoned";

/** The arguments of an action that people decided before. */
export interface EarlierArgs {
  readonly at: Timestamp;
  readonly status: EarlierStatus;
  readonly args: JsonObject;
}

/** Renders evidence of its bytes; a content that is missing is said to be gone. */
export type ViewEvidence = (
  evidence: Evidence,
  given: {
    readonly contents: ReadonlyMap<ContentDigest, Uint8Array>;
    /** What the arguments of the last actions like it said at these places, newest first. */
    readonly earlier?: readonly EarlierArgs[];
    /** Of the texts around it; English where there are none in it. */
    readonly language: string;
  },
) => EvidenceView;
