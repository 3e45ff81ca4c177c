import { sameBytes } from "../../domain/log/chain.ts";
import { openReader } from "../sqlite/database.ts";
import { asOwner } from "./postgres-session.ts";

interface Head {
  readonly workspace: string;
  readonly seq: number;
  readonly hash: Uint8Array;
}

const HEADS = `select workspace, max(seq) as seq, hash from events group by workspace`;

/**
 * Whether a database holds the record of this file: each log has the last event of the file, and may go
 * on from there. So a move interrupted after its commit can be told from another record.
 */
export async function isAlreadyMoved(path: string, url: string): Promise<boolean> {
  const reader = openReader(path);
  const heads = reader.prepare(HEADS).all() as unknown as readonly Head[];
  reader.close();
  const connection = await asOwner(url, "move");
  try {
    for (const { workspace, seq, hash } of heads) {
      const [found] = await connection.query<Head>(
        "select hash from events where workspace = $1 and seq = $2",
        [workspace, seq],
      );
      if (found === undefined || !sameBytes(found.hash, hash)) return false;
    }
    return heads.length > 0;
  } finally {
    await connection.close();
  }
}
