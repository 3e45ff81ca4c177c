/** Time and turns. Everything in `core/` that waits or reads the time does it through this. */
export interface Clock {
  /** Milliseconds since 1970 in UTC. May jump, in both directions, when the machine's clock is set. */
  now(): number;
  /** Runs `action` once after `ms`; the returned function cancels it. Never keeps a process alive. */
  after(ms: number, action: () => void): () => void;
  /** Runs `action` after the work that is ready now, and before anything that waits for time. */
  soon(action: () => void): void;
}
