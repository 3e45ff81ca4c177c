import type { Callers } from "./callers.ts";
import type { Oracle } from "./oracle.ts";
import type { Cast } from "./participants.ts";
import type { Random } from "./random.ts";
import type { VirtualTime } from "./virtual-time.ts";

/** What all who act in a simulated world have in common. */
export interface WorkloadParts {
  readonly time: VirtualTime;
  readonly random: Random;
  readonly callers: Callers;
  readonly oracle: Oracle;
  readonly cast: Cast;
}
