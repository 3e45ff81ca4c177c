import type {
  Content,
  ContentDigest,
  ContentFacts,
  ContentOwner,
  ContentUsage,
} from "../../domain/content/content.ts";
import type { RequestId, WorkspaceId } from "../../domain/id.ts";
import type { Timestamp } from "../../domain/timestamp.ts";

export interface AgedUploads {
  readonly workspace: WorkspaceId;
  readonly before: Timestamp;
  readonly after?: RequestId | undefined;
  readonly limit: number;
}

/**
 * Content by its digest; a part of the store. The writes `content.put` and `content.drop` change it, in the
 * commit of whatever refers to it.
 */
export interface ContentStore {
  findContent(
    workspace: WorkspaceId,
    owner: ContentOwner,
    digest: ContentDigest,
  ): Promise<Content | undefined>;
  /** All content of an owner, by digest. */
  listContents(workspace: WorkspaceId, owner: ContentOwner): Promise<readonly ContentFacts[]>;
  /** Open requests to which something was given at the moment or before, by id, after the one named. */
  agedUploads(query: AgedUploads): Promise<readonly RequestId[]>;
  contentUsage(workspace: WorkspaceId, owner: ContentOwner): Promise<ContentUsage>;
}
