import type { RequestId } from "../../domain/id.ts";
import type { Request } from "../../domain/requests/request.ts";
import type { Store } from "../../ports/store/store.ts";
import type { PostgresDatabase } from "../postgres/database.ts";
import { gatherWithin, KEYS_ASKED } from "../postgres/gather.ts";
import type { Row } from "../schema/tables.ts";
import { rowToRequest } from "./rows.ts";

const FIND = `select * from requests where workspace = $1 and id = any(${KEYS_ASKED})`;

/** Many callers wait for requests that close together; one statement reads for all of one turn. */
export function createRequestReads(database: PostgresDatabase): Pick<Store, "findRequest"> {
  return {
    findRequest: gatherWithin<RequestId, Request>(async (workspace, ids) => {
      const rows = await database.query<Row<"requests">>(workspace, FIND, [workspace, ids]);
      return new Map(rows.map((row) => [row.id as RequestId, rowToRequest(row)]));
    }),
  };
}
