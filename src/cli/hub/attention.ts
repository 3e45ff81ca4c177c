import { InvalidArgumentError } from "commander";
import type { Attention } from "../../domain/hub/link.ts";

const OFF = "off";
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

/** What the options say; `null` takes a part back. */
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
