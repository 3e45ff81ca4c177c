import {
  type Content,
  type ContentFacts,
  type ContentOwner,
  checkContentFits,
  checkContentSize,
} from "../../domain/content/content.ts";
import type { WorkspaceId } from "../../domain/id.ts";
import { present } from "../../domain/present.ts";
import type { Timestamp } from "../../domain/timestamp.ts";
import type { Write } from "../../ports/store/store.ts";
import type { Context } from "../call/context.ts";

/** What is to be kept, before it has a digest. */
export interface Piece {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
  readonly name?: string;
}

interface Place {
  readonly workspace: WorkspaceId;
  readonly owner: ContentOwner;
  readonly at: Timestamp;
}

export interface PutContents {
  /** For the commit of what refers to the content. */
  readonly writes: readonly Write[];
  /** In the order of the pieces. */
  readonly contents: readonly ContentFacts[];
}

/** The writes that keep these pieces with their owner. Throws TOO_LARGE and QUOTA_EXCEEDED. */
export async function putContents(
  { store, digest }: Pick<Context, "store" | "digest">,
  { workspace, owner, at: createdAt }: Place,
  pieces: readonly Piece[],
): Promise<PutContents> {
  if (pieces.length === 0) return { writes: [], contents: [] };
  for (const { bytes, name = "The content" } of pieces) checkContentSize(bytes.length, name);
  const contents = pieces.map(({ bytes, mediaType, name }): Content => {
    const of = { digest: digest.bytes(bytes), size: bytes.length, mediaType, ...present({ name }) };
    return { workspace, owner, createdAt, bytes, ...of };
  });
  const kept = (await store.listContents(workspace, owner)).map((one) => one.digest);
  const added = new Map(
    contents.filter((one) => !kept.includes(one.digest)).map((one) => [one.digest, one]),
  );
  const bytes = [...added.values()].reduce((sum, { size }) => sum + size, 0);
  const used = await store.contentUsage(workspace, owner);
  checkContentFits(owner, used, { pieces: added.size, bytes });
  return {
    writes: [...added.values()].map((content) => ({ type: "content.put", content }) as const),
    contents: contents.map(({ bytes: _, ...facts }) => facts),
  };
}
