import { parseDuration } from "../duration.ts";
import { type Part, refused } from "./form-fields.ts";

const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;

/** From a second up to so many days. */
export function duration(days: number): Part<number> {
  return {
    schema: { type: "string", pattern: "^\\d{1,9}(?:\\.\\d{1,3})?[smhd]$" },
    read(value, place, report) {
      const ms = typeof value === "string" ? msOf(value) : undefined;
      if (ms !== undefined && ms >= SECOND_MS && ms <= days * DAY_MS) return ms;
      return refused(report, place, `it is a time from 1s to ${days}d; write 45s, 10m, 8h or 3d.`);
    },
  };
}

function msOf(value: string): number | undefined {
  try {
    return parseDuration(value);
  } catch {
    return undefined;
  }
}
