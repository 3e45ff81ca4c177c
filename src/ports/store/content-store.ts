import type {
  Content,
  ContentDigest,
  ContentFacts,
  ContentOwner,
  ContentUsage,
} from "../../domain/content/content.ts";
import type { WorkspaceId } from "../../domain/id.ts";

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
  contentUsage(workspace: WorkspaceId, owner: ContentOwner): Promise<ContentUsage>;
}
