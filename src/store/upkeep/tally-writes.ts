import { type Timestamp, toMs } from "../../domain/timestamp.ts";
import type { TallyCount } from "../../ports/system/tally.ts";
import { tallyToRow } from "../schema/tally-rows.ts";
import type { Database } from "../sqlite/database.ts";

const ADD = `insert into tally (workspace, bucket, kind, count) values (?, ?, ?, ?)
  on conflict (workspace, bucket, kind) do update set count = count + excluded.count`;
const DROP = "delete from tally where bucket < ?";

export function addTally(db: Database, counts: readonly TallyCount[]): void {
  for (const { workspace, bucket, kind, count } of counts.map(tallyToRow)) {
    db.prepare(ADD).run(workspace, bucket, kind, count);
  }
}

export function dropTally(db: Database, before: Timestamp): void {
  db.prepare(DROP).run(toMs(before));
}
