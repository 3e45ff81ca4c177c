import { EarshotError } from "../errors.ts";
import type { ConversationId, RequestId, WorkspaceId } from "../id.ts";
import { CONTENT_QUOTA, MAX_CONTENT_BYTES } from "../limits.ts";
import type { Timestamp } from "../timestamp.ts";

/** SHA-256 of the bytes, 64 hexadecimal digits behind `sha256:`. */
export type ContentDigest = `sha256:${string}`;

/** What a piece of content belongs to, and is erased with. */
export type ContentOwner = RequestId | ConversationId;

/** A piece of content without its bytes. */
export interface ContentFacts {
  readonly workspace: WorkspaceId;
  readonly owner: ContentOwner;
  readonly digest: ContentDigest;
  /** In bytes. */
  readonly size: number;
  readonly mediaType: string;
  /** A file name without a path. */
  readonly name?: string;
  readonly createdAt: Timestamp;
}

/** Bytes that people or agents gave, under the name of their digest. */
export interface Content extends ContentFacts {
  readonly bytes: Uint8Array;
}

/** How much is kept. */
export interface ContentUsage {
  /** Pieces of the owner. */
  readonly pieces: number;
  /** Bytes of the owner. */
  readonly bytes: number;
  /** Bytes of the whole workspace. */
  readonly workspace: number;
}

/** Throws TOO_LARGE for one piece that is too long. */
export function checkContentSize(size: number, thing: string): void {
  if (size <= MAX_CONTENT_BYTES) return;
  throw new EarshotError(
    "TOO_LARGE",
    `${thing} has ${size} bytes, of at most ${inMib(MAX_CONTENT_BYTES)}. Give a part of it, or say where it is kept.`,
    { details: { limit: MAX_CONTENT_BYTES } },
  );
}

/** Throws QUOTA_EXCEEDED if so much more does not fit beside what is kept. */
export function checkContentFits(
  owner: ContentOwner,
  used: ContentUsage,
  added: Pick<ContentUsage, "pieces" | "bytes">,
): void {
  if (used.pieces + added.pieces > CONTENT_QUOTA.pieces) {
    throw full("pieces", `${owner} holds ${used.pieces} of at most ${CONTENT_QUOTA.pieces} pieces`);
  }
  if (used.bytes + added.bytes > CONTENT_QUOTA.bytes) {
    throw full(
      "bytes",
      `${owner} holds ${used.bytes} bytes of at most ${inMib(CONTENT_QUOTA.bytes)}`,
    );
  }
  if (used.workspace + added.bytes > CONTENT_QUOTA.workspace) {
    throw full(
      "workspace",
      `the workspace holds ${used.workspace} bytes of at most ${inMib(CONTENT_QUOTA.workspace)}`,
    );
  }
}

function full(what: keyof typeof CONTENT_QUOTA, why: string): EarshotError {
  return new EarshotError(
    "QUOTA_EXCEEDED",
    `There is no room for this: ${why}. Begin another conversation, or have an owner erase what is not needed any more.`,
    { details: { what, limit: CONTENT_QUOTA[what] } },
  );
}

function inMib(bytes: number): string {
  return `${bytes / 1_048_576} MiB`;
}
