import type { Liaison } from "../../domain/liaison/liaison.ts";
import { toMs } from "../../domain/timestamp.ts";
import { nowMs } from "../ui/clock.ts";

/** Longer than a turn takes, a model's included. */
const PATIENCE_MS = 60_000;

/** That a reply is owed. */
export function Thinking({ liaison: { dueAt } }: { readonly liaison: Liaison }) {
  if (dueAt === undefined) return null;
  const isLate = nowMs.value > toMs(dueAt) + PATIENCE_MS;
  return (
    <p class={isLate ? "muted" : "tone tone-live"} role="status">
      {isLate
        ? "The liaison could not reply yet. What was said is kept, and it goes on trying."
        : "Thinking…"}
    </p>
  );
}
