import { CONTENT, type RowFault } from "../../domain/log/replay.ts";
import type { Digest } from "../../ports/system/digest.ts";
import { bytesOfRow } from "../content/rows.ts";
import type { Row } from "../schema/tables.ts";
import type { Reads, RunReads, StoredRow } from "./readings.ts";

/** Each may have some MiB. */
const PAGE = 8;

interface Checking {
  readonly workspace: string;
  readonly digest: Digest["bytes"];
  readonly note: (fault: RowFault) => void;
}

/** Notes content that is not of its digest and size. The log commits to that in what refers to it. */
export async function checkContents(
  run: RunReads,
  { workspace, digest, note }: Checking,
): Promise<void> {
  let after: StoredRow | undefined;
  for (;;) {
    const rows = await run(readContents(workspace, after));
    for (const row of rows as unknown as Row<"contents">[]) {
      const bytes = bytesOfRow(row);
      if (digest(bytes) === row.digest && bytes.length === row.size) continue;
      const kind = row.owner.startsWith("req_") ? "request" : "liaison";
      note({ kind, id: row.owner, fact: `${CONTENT} ${row.digest}` });
    }
    if (rows.length < PAGE) return;
    after = rows.at(-1);
  }
}

function* readContents(
  workspace: string,
  after: StoredRow | undefined,
): Reads<readonly StoredRow[]> {
  const behind = after === undefined ? "" : " and (owner, digest) > (?, ?)";
  return yield {
    text: `select owner, digest, size, text, bytes from contents
      where workspace = ?${behind} order by owner, digest limit ${PAGE}`,
    values: [
      workspace,
      ...(after === undefined ? [] : [String(after["owner"]), String(after["digest"])]),
    ],
  };
}
