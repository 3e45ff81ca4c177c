import { InvalidArgumentError } from "commander";
import type { Attention } from "../../domain/hub/link.ts";
import { present } from "../../domain/present.ts";
import { visibleText } from "../../render/visible-text.ts";

const OFF = "off";
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

/** What the options say; `null` removes a part. */
export interface AttentionOptions {
  readonly quiet?: Attention["quiet"] | null;
  readonly zone?: string;
  readonly digest?: readonly string[] | null;
  readonly perHour?: number | null;
}

/** `22:00-07:00`, or `off`. */
export function quietHours(text: string): AttentionOptions["quiet"] {
  if (text === OFF) return null;
  const [from = "", to = "", ...others] = text.split("-");
  if (TIME.test(from) && TIME.test(to) && others.length === 0) return { from, to };
  throw new InvalidArgumentError("Give two times of the day as 22:00-07:00, or off.");
}

/** `09:00,14:00`, or `off`. */
export function digestTimes(text: string): AttentionOptions["digest"] {
  if (text === OFF) return null;
  const times = text.split(",");
  if (times.every((time) => TIME.test(time))) return times;
  throw new InvalidArgumentError("Give times of the day as 09:00,14:00, or off.");
}

/** `6`, or `off`. */
export function itemsPerHour(text: string): AttentionOptions["perHour"] {
  if (text === OFF) return null;
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("Give a whole number from 1, or off.");
}

const LABEL_WIDTH = 12;

/** When an operator wants to be interrupted, one line for each part. */
export function attentionLines({ quiet, timeZone, digest, perHour }: Attention): readonly string[] {
  return [
    ["quiet hours", quiet === undefined ? "none" : `${quiet.from} to ${quiet.to}`],
    ["digest", digest === undefined || digest.length === 0 ? "none" : `at ${digest.join(", ")}`],
    ["per hour", perHour === undefined ? "any number" : `${perHour} one by one, the rest later`],
    ["time zone", visibleText(timeZone ?? "UTC", { keepLines: false })],
  ].map(([label = "", value]) => `${label.padEnd(LABEL_WIDTH)} ${value}`);
}

/** The previous settings, with the changes from the options. */
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
