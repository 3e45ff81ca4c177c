import { present } from "../../domain/present.ts";
import { toMs, toTimestamp } from "../../domain/timestamp.ts";
import type { TallyCount, TallyKind } from "../../ports/system/tally.ts";
import type { NewRow, Row } from "./tables.ts";

/* What was counted to rows and back. */

/** Stands in the place of a workspace for what belongs to none; no name of one looks like it. */
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
