import type { RequestId, WorkspaceId } from "../../domain/id.ts";
import type { Timestamp } from "../../domain/timestamp.ts";
import type { Write } from "../../ports/store/store.ts";
import type { Context } from "../call/context.ts";
import { type Piece, putContents } from "../content/put-contents.ts";

/** The writes that keep what stands beside a request, in the commit that makes or edits the request. */
export async function bringContents(
  ctx: Pick<Context, "store" | "digest">,
  {
    workspace,
    id: owner,
    createdAt: at,
  }: { readonly workspace: WorkspaceId; readonly id: RequestId; readonly createdAt: Timestamp },
  pieces: readonly Piece[] = [],
): Promise<readonly Write[]> {
  if (pieces.length === 0) return [];
  const { writes } = await putContents(ctx, { workspace, owner, at }, pieces);
  return writes.map(
    (write): Write => (write.type === "content.put" ? { ...write, type: "content.bring" } : write),
  );
}
