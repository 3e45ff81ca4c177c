import { setImmediate } from "node:timers/promises";
import { type ChainHead, FIRST_HASH } from "../../domain/log/chain.ts";
import { eventBody } from "../../domain/log/event.ts";
import { createMerkleTree } from "../../domain/log/merkle.ts";
import type { EventQuery, LogTree, TreeQuery } from "../../ports/store/store.ts";
import { merkleHashes } from "../events/hash-chain.ts";
import { rowToEvent } from "../events/rows.ts";
import type { Row } from "../schema/tables.ts";

/** Read and hashed at once, in two or three milliseconds. */
const PAGE = 250;

type ReadRows = (query: EventQuery) => Promise<readonly Row<"events">[]>;

export async function readTree(read: ReadRows, query: TreeQuery): Promise<LogTree | undefined> {
  const tree = createMerkleTree(merkleHashes);
  let head: ChainHead = { seq: query.after, hash: FIRST_HASH };
  for await (const rows of pagesOf(read, query)) {
    for (const row of rows) {
      if (row.seq !== head.seq + 1) return undefined;
      tree.add(merkleHashes.leaf(eventBody(rowToEvent(row))));
      head = { seq: row.seq, hash: row.hash };
    }
  }
  const root = tree.root();
  return head.seq < query.upTo || root === undefined ? undefined : { head, root };
}

async function* pagesOf(read: ReadRows, { workspace, after, upTo }: TreeQuery) {
  for (let last = after; last < upTo; ) {
    const limit = Math.min(PAGE, upTo - last);
    const rows = await read({ workspace, after: last, limit });
    yield rows;
    if (rows.length < limit) return;
    last += limit;
    // Between pages, calls are served.
    if (last < upTo) await setImmediate();
  }
}
