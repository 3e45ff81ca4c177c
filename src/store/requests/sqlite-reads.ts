import type { Store } from "../../ports/store/store.ts";
import type { Row } from "../schema/tables.ts";
import type { Database } from "../sqlite/database.ts";
import { rowToRequest } from "./rows.ts";

const FIND = "select * from requests where workspace = ? and id = ?";

/** Every call needs this read. It is a prepared statement: building one costs more than running it. */
export function createRequestReads(db: Database): Pick<Store, "findRequest"> {
  return {
    async findRequest(workspace, id) {
      const row = db.prepare(FIND).get(workspace, id);
      return row === undefined ? undefined : rowToRequest(row as unknown as Row<"requests">);
    },
  };
}
