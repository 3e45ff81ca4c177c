import { present } from "../../domain/present.ts";
import { toMs } from "../../domain/timestamp.ts";
import type { SignedStatement } from "../../domain/votes/statement.ts";
import type { StoredStatement } from "../../ports/store/store.ts";
import type { NewRow, Row } from "../schema/tables.ts";

export function statementToRow(
  workspace: string,
  { digest, subject, signed }: StoredStatement & { readonly signed: SignedStatement },
): NewRow<"statements"> {
  const { purpose, until } = signed.statement;
  const body = JSON.stringify(signed);
  return { workspace, digest, purpose, subject, until: toMs(until), body };
}

export function rowToStatement({ digest, subject, body }: Row<"statements">): StoredStatement {
  const signed = body === null ? undefined : (JSON.parse(body) as SignedStatement);
  return { digest, subject, ...present({ signed }) };
}
