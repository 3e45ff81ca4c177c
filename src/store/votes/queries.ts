import type { Kysely } from "kysely";
import type { SignerEntry } from "../../domain/votes/signer-chain.ts";
import type { Store } from "../../ports/store/store.ts";
import type { Tables } from "../schema/tables.ts";
import { rowToStatement } from "./rows.ts";

/** What reads signers and statements the same way on every engine. */
export function createVoteQueries(
  kysely: Kysely<Tables>,
): Pick<Store, "signerEntries" | "listStatements"> {
  return {
    async signerEntries(workspace, after) {
      const rows = await kysely
        .selectFrom("signer_chain")
        .select("body")
        .where("workspace", "=", workspace)
        .where("seq", ">", after)
        .orderBy("seq")
        .execute();
      return rows.map(({ body }) => JSON.parse(body) as SignerEntry);
    },
    async listStatements(workspace, subject) {
      const rows = await kysely
        .selectFrom("statements")
        .selectAll()
        .where("workspace", "=", workspace)
        .where("subject", "=", subject)
        .orderBy("digest")
        .execute();
      return rows.map(rowToStatement);
    },
  };
}
