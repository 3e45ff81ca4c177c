import type { Event } from "../../domain/log/event.ts";

/** The log as the simulation has seen it grow. */
export interface History {
  readonly events: readonly Event[];
  /** Events that had been there for `ms` at least. */
  olderThan(ms: number): readonly Event[];
}
