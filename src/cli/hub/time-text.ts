import type { Timestamp } from "../../domain/timestamp.ts";

const MINUTE = "2026-11-23T07:00".length;

/** A moment to the minute, in UTC. */
export function timeText(at: Timestamp): string {
  return `${at.slice(0, MINUTE).replace("T", " ")} UTC`;
}
