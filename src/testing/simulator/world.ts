import type { Callers } from "./callers.ts";
import type { Oracle } from "./oracle.ts";
import type { Cast } from "./participants.ts";
import type { Random } from "./random.ts";
import type { VirtualTime } from "./virtual-time.ts";

/** The parts that all actors of a simulated world share. */
export interface WorkloadParts {
  readonly time: VirtualTime;
  readonly random: Random;
  readonly callers: Callers;
  readonly oracle: Oracle;
  readonly cast: Cast;
}
