import { present } from "../../domain/present.ts";
import { toMs, toTimestamp } from "../../domain/timestamp.ts";
import type { TallyCount, TallyKind } from "../../ports/system/tally.ts";
import type { NewRow, Row } from "./tables.ts";

/* What was counted to rows and back. */

/** Stands for "no workspace"; no workspace has such a name. */
export const NO_WORKSPACE = "";

export function tallyToRow({ workspace, bucket, kind, count }: TallyCount): NewRow<"tally"> {
  return { workspace: workspace ?? NO_WORKSPACE, bucket: toMs(bucket), kind, count };
}

export function rowToTally({ workspace, bucket, kind, count }: Row<"tally">): TallyCount {
  return {
    ...present({ workspace: workspace === NO_WORKSPACE ? undefined : workspace }),
    bucket: toTimestamp(bucket),
    kind: kind as TallyKind,
    count,
  };
}
