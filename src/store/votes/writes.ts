import { changes, changesIf, insertsIf, type WriteTable } from "../schema/write-row.ts";
import { statementToRow } from "./rows.ts";

const ONCE = "\n      on conflict do nothing";

/** Who may sign, and what was signed. */
export const VOTE_WRITES: WriteTable<"signers" | "statement"> = {
  "signers.append": {
    ...insertsIf("signer_chain", "workspace, seq integer, body", ONCE),
    toEntry: (workspace, { entry }) => ({
      rows: [{ workspace, seq: entry.seq, body: JSON.stringify(entry) }],
      places: [`${workspace} signers`],
    }),
  },
  "statement.insert": {
    ...insertsIf("statements", "workspace, digest, purpose, subject, until bigint, body", ONCE),
    toEntry: (workspace, { statement }) => ({
      rows: [statementToRow(workspace, statement)],
      places: [`${workspace} statement ${statement.digest}`],
    }),
  },
  "statement.drop": {
    ...changesIf(
      "workspace, digest",
      "delete from statements s where s.workspace = _r.workspace and s.digest = _r.digest",
    ),
    toEntry: (workspace, { digest }) => ({
      rows: [{ workspace, digest }],
      places: [`${workspace} statement ${digest}`],
    }),
  },
  "statement.erase": {
    ...changes(
      "workspace, subject",
      `update statements s set body = null
        where s.workspace = _r.workspace and s.subject = _r.subject`,
    ),
    toEntry: (workspace, { subject }) => ({
      rows: [{ workspace, subject }],
      places: [`${workspace} statements of ${subject}`],
    }),
  },
};
