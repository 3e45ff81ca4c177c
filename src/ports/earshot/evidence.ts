import type { SaidPayment } from "../../domain/authority/payment.ts";
import type { ContentDigest } from "../../domain/content/content.ts";
import type { PLAIN_KINDS } from "../../domain/evidence/evidence.ts";
import type { Json } from "../../domain/json.ts";

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
