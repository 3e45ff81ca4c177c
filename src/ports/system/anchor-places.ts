/** A place elsewhere that keeps heads of the log, where whoever can change the log cannot change them. */
export interface AnchorPlace {
  /** Tells it from other places. */
  readonly id: string;
  /** As people are told: without secrets. */
  readonly name: string;
  /** Puts the newest line of each workspace there. Rejects where they did not get there. */
  write(lines: readonly string[], signal: AbortSignal): Promise<void>;
}

/** When each place was last written, and what has failed since. */
export interface AnchorNotes {
  doneMs(place: AnchorPlace): number | undefined;
  done(place: AnchorPlace): void;
  failed(place: AnchorPlace, why: string): void;
}

/** Where and how often a server writes its anchor elsewhere by itself. */
export interface AnchorPlan {
  readonly everyMs: number;
  readonly places: readonly AnchorPlace[];
  readonly notes: AnchorNotes;
}
