import { z } from "zod";
import { inDigits } from "../../domain/in-words.ts";
import {
  DEFAULT_MAX_HOLD_MS,
  DEFAULT_PAGE_ITEMS,
  MAX_PAGE_ITEMS,
  MAX_TIME_ZONE_LENGTH,
  UNDO_MS,
} from "../../domain/limits.ts";

/* Parameters that several operations take, and the page that their lists give. */

const HOLD = `How long to wait in this call, in milliseconds; cut to ${inDigits(DEFAULT_MAX_HOLD_MS)}. 0 where absent.`;
/** For a call whose input is in its address. */
export const holdMs = z.coerce.number().min(0).optional().meta({ description: HOLD });
/** For a call whose input is a body, where a number is not written as text. */
export const bodyHoldMs = z.number().min(0).optional().meta({ description: HOLD });
export const page = {
  cursor: z.string().optional().meta({ description: "The `next` of the page before." }),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(MAX_PAGE_ITEMS)
    .optional()
    .meta({ description: `${DEFAULT_PAGE_ITEMS} if absent.` }),
};
export const timeZone = z.string().max(MAX_TIME_ZONE_LENGTH).optional().meta({
  description:
    "Whose days and times are meant, such as `Europe/Berlin`; that of your attention, or UTC, where absent.",
});
export const undoMs = z
  .int()
  .min(1)
  .max(UNDO_MS)
  .optional()
  .meta({
    description: `Hold the decision for so many milliseconds, at most ${UNDO_MS}, in which \`undo\` takes it back. It counts at once where absent, at HIGH and CRITICAL, and with a proof of who decides.`,
  });
export const nothing = z.strictObject({});
export const pageOf = (item: z.ZodType) =>
  z.strictObject({ items: z.array(item), next: z.string().optional() });
/** Far above what any list may hold. Telling what is wrong with each of 16,000 parts takes long. */
const MOST_SPLIT = 1_000;
export const commaList = <T extends z.ZodType>(item: T) =>
  z.preprocess(
    (value) => (typeof value === "string" ? value.split(",", MOST_SPLIT) : value),
    z.array(item),
  );
export const flag = z
  .enum(["true", "false"])
  .transform((text) => text === "true")
  .optional();
