import type { RequestId, WorkspaceId } from "../../domain/id.ts";
import type { Request } from "../../domain/requests/request.ts";
import type { Store } from "../../ports/store/store.ts";
import type { PostgresDatabase } from "../postgres/database.ts";
import { gather } from "../postgres/gather.ts";
import type { Row } from "../schema/tables.ts";
import { rowToRequest } from "./rows.ts";

const FIND = "select * from requests where workspace = $1 and id = any($2::text[])";
/** A reader holds nothing but the callers of one workspace who ask at the same time. */
const KEPT = 1_000;

type Find = (id: RequestId) => Promise<Request | undefined>;

/** Many callers wait for requests that close together; one statement reads for all of one turn. */
export function createRequestReads(database: PostgresDatabase): Pick<Store, "findRequest"> {
  const finders = new Map<WorkspaceId, Find>();

  function finderOf(workspace: WorkspaceId): Find {
    const known = finders.get(workspace);
    if (known !== undefined) return known;
    if (finders.size >= KEPT) finders.clear();
    const made = gather<RequestId, Request>(async (ids) => {
      const rows = await database.query<Row<"requests">>(workspace, FIND, [workspace, ids]);
      return new Map(rows.map((row) => [row.id as RequestId, rowToRequest(row)]));
    });
    finders.set(workspace, made);
    return made;
  }

  return { findRequest: (workspace, id) => finderOf(workspace)(id) };
}
