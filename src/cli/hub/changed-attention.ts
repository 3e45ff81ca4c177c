import type { Attention } from "../../domain/hub/link.ts";
import { present } from "../../domain/present.ts";
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
    ...present({
      timeZone: after.timeZone,
      quiet: after.quiet ? after.quiet : undefined,
      digest: after.digest ? after.digest : undefined,
      perHour: after.perHour ? after.perHour : undefined,
    }),
  };
}
