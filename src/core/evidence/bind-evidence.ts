import { paymentOf } from "../../domain/authority/payment.ts";
import { type ContentDigest, checkContentSize } from "../../domain/content/content.ts";
import { EarshotError } from "../../domain/errors.ts";
import type { Evidence } from "../../domain/evidence/evidence.ts";
import { imageType, typeOfBytes } from "../../domain/evidence/file-type.ts";
import { inBytes } from "../../domain/in-words.ts";
import type { Json, JsonObject } from "../../domain/json.ts";
import {
  MAX_EVIDENCE,
  MAX_EVIDENCE_BYTES,
  MAX_NAME_LENGTH,
  MAX_SQL_PARAMS_BYTES,
} from "../../domain/limits.ts";
import { present } from "../../domain/present.ts";
import { checkNotBlank, checkText, jsonLength } from "../../domain/text.ts";
import type { EvidenceInput, GivenContent } from "../../ports/earshot/evidence.ts";
import type { Context } from "../call/context.ts";
import { fromBase64 } from "../content/given-file.ts";
import type { Piece } from "../content/put-contents.ts";

type Digesting = Pick<Context, "digest">;

/** What a payment is compared with. */
interface Said {
  readonly args: JsonObject;
  /** JSON Pointers that the policy names. */
  readonly hints?: readonly string[] | undefined;
}

export interface BoundEvidence {
  readonly evidence: readonly Evidence[];
  /** The contents that were given whole. */
  readonly pieces: readonly Piece[];
}

/**
 * Evidence as an action or a question names it: by the digests of what was given. Throws INVALID_INPUT and
 * TOO_LARGE.
 */
export function bindEvidence(
  ctx: Digesting,
  given: readonly EvidenceInput[] = [],
  said: Said = { args: {} },
): BoundEvidence {
  if (given.length > MAX_EVIDENCE) {
    throw invalid(`at most ${MAX_EVIDENCE} pieces stand beside one request`);
  }
  const pieces: Piece[] = [];
  let bytes = 0;
  const digestOf = (content: GivenContent, name: string, isImage = false): ContentDigest => {
    if (typeof content === "string") return checked(content);
    const piece = pieceOf(content, name);
    bytes += piece.bytes.length;
    if (bytes > MAX_EVIDENCE_BYTES) throw tooLarge();
    if (isImage && imageType(piece.bytes) === undefined) {
      throw invalid(`${name} is no PNG, JPEG, WebP or GIF by its bytes`);
    }
    pieces.push(piece);
    return ctx.digest.bytes(piece.bytes);
  };
  const evidence = given.map((one): Evidence => {
    const { kind, name } = one;
    checkNotBlank(name, "name of evidence");
    checkText(name, "name of evidence", MAX_NAME_LENGTH * 8);
    switch (one.kind) {
      case "payment":
        return paymentOf(one, said);
      case "file":
        return fileOf(one, digestOf);
      case "sql":
        checkParams(one.params);
        return {
          kind: "sql",
          name,
          digest: digestOf(one.content, name),
          ...present({ params: one.params }),
        };
      case "plan":
        return {
          kind: "plan",
          name,
          digest: digestOf(one.content, name),
          ...present({ file: one.file && checked(one.file) }),
        };
      default:
        return { kind: one.kind, name, digest: digestOf(one.content, name, kind === "image") };
    }
  });
  return { evidence, pieces };
}

const DIGEST = /^sha256:[0-9a-f]{64}$/;

function checked(digest: ContentDigest): ContentDigest {
  if (DIGEST.test(digest)) return digest;
  throw invalid("a digest is sha256: and 64 hexadecimal digits");
}

function fileOf(
  { name, before, after }: Extract<EvidenceInput, { kind: "file" }>,
  digestOf: (content: GivenContent, name: string) => ContentDigest,
): Evidence {
  if (before === null && after === null) throw invalid(`${name} is there neither before nor after`);
  const of = (content: GivenContent | null) => (content === null ? null : digestOf(content, name));
  return { kind: "file", name, before: of(before), after: of(after) };
}

function checkParams(params: Json = null): void {
  if (jsonLength(params) <= MAX_SQL_PARAMS_BYTES) return;
  throw invalid(`the parameters have more than ${inBytes(MAX_SQL_PARAMS_BYTES)}`);
}

function pieceOf(content: Exclude<GivenContent, string>, name: string): Piece {
  if ("text" in content === "base64" in content)
    throw invalid(`${name} wants either text or base64`);
  if ("base64" in content) checkContentSize(Math.floor(content.base64.length / 4) * 3 - 2, name);
  const bytes =
    "text" in content ? new TextEncoder().encode(content.text) : fromBase64(content.base64, name);
  checkContentSize(bytes.length, name);
  return { bytes, mediaType: typeOfBytes(bytes) };
}

/** The same with each content by its digest: what makes two calls the same call. */
export function byDigests(
  { digest }: Digesting,
  given: readonly EvidenceInput[] | undefined,
): readonly EvidenceInput[] | undefined {
  const of = (content: GivenContent): GivenContent =>
    typeof content === "string" ? content : digest.bytes(pieceOf(content, "The content").bytes);
  const orNull = (content: GivenContent | null) => (content === null ? null : of(content));
  return given?.map((one): EvidenceInput => {
    if (one.kind === "payment") return one;
    if (one.kind === "file")
      return { ...one, before: orNull(one.before), after: orNull(one.after) };
    return { ...one, content: of(one.content) };
  });
}

/** Throws INVALID_INPUT where a content is named and not given: people could not be shown it. */
export function assertAllGiven(given: readonly EvidenceInput[] = []): void {
  for (const one of given) {
    if (one.kind === "payment") continue;
    const contents = one.kind === "file" ? [one.before, one.after] : [one.content];
    if (!contents.some((content) => typeof content === "string")) continue;
    throw invalid(
      `${one.name} is named by its digest alone, and nobody could be shown it. Give its content`,
    );
  }
}

function invalid(why: string): EarshotError {
  return new EarshotError("INVALID_INPUT", `The evidence is refused: ${why}. Nobody was asked.`, {
    details: { what: "evidence" },
  });
}

function tooLarge(): EarshotError {
  return new EarshotError(
    "TOO_LARGE",
    `The evidence has more than ${inBytes(MAX_EVIDENCE_BYTES)} altogether. Lay the part before people that they decide on, or say where the rest is kept.`,
    { details: { limit: MAX_EVIDENCE_BYTES } },
  );
}
