/** Time and turns. Everything in `core/` that waits or reads the time does it through this. */
export interface Clock {
  /** Milliseconds since 1970 in UTC. May jump, in both directions, when the machine's clock is set. */
  now(): number;
  /**
   * Milliseconds since some moment, the machine's sleep included. Never goes back, and does not jump
   * when the machine's clock is set.
   */
  elapsed(): number;
  /** Runs `action` once after `ms`; the returned function cancels it. Never keeps a process alive. */
  after(ms: number, action: () => void): () => void;
  /** Runs `action` after the work that is ready now, and before anything that waits for time. */
  soon(action: () => void): void;
}

/** A clock whose `now` never goes back and never jumps ahead; see `createSteadyClock`. */
export interface SteadyClock extends Clock {
  /** Begins with the last moment that the record knows. Call it once, before anything is written. */
  begin(lastMs: number): void;
  /** The time is at least this: the log has been there. */
  reached(ms: number): void;
  standing(): ClockStanding;
}

export interface ClockStanding {
  /** What `now` gives. */
  readonly nowMs: number;
  /** What the system's clock tells: on a node over a database, the database's. */
  readonly toldMs: number;
  /** The system's clock has jumped ahead, and nothing is written until a person accepts it. */
  readonly isWaiting: boolean;
  /** How often it has begun to wait, since the process began. */
  readonly jumps: number;
  /** How often the system's clock has fallen behind by more than `TOLD_BEHIND_MS`. */
  readonly setBacks: number;
}
