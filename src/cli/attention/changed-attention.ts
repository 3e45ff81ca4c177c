import type { Attention } from "../../domain/link.ts";
import type { AttentionOptions } from "./attention-options.ts";

/** What was set before, with what the options change. */
export function changedAttention(
  before: Attention,
  { quiet, zone, digest, perHour }: AttentionOptions,
): Omit<Attention, "operator"> {
  const after = {
    timeZone: zone ?? before.timeZone,
    quiet: quiet === undefined ? before.quiet : quiet,
    digest: digest === undefined ? before.digest : digest,
    perHour: perHour === undefined ? before.perHour : perHour,
  };
  return {
    ...(after.timeZone === undefined ? {} : { timeZone: after.timeZone }),
    ...(after.quiet ? { quiet: after.quiet } : {}),
    ...(after.digest ? { digest: after.digest } : {}),
    ...(after.perHour ? { perHour: after.perHour } : {}),
  };
}
