import { connect } from "./connection.ts";
import { createReading, type Reading } from "./reading.ts";

/** Reads as the application's role; `purpose` is what `pg_stat_activity` shows. */
export function openReading(url: string, purpose: string): Reading {
  return createReading(() => connect({ url, purpose }));
}
