import { ERRORS, type ErrorCode, isEarshotError } from "../../domain/errors.ts";
import type { Principal } from "../../domain/people/principal.ts";
import type { CallServer, Network } from "./network.ts";
import type { Random } from "./random.ts";
import type { VirtualTime } from "./virtual-time.ts";

/** How clients call: again and again, until there is a result or a refusal that stays one. */
export interface Callers {
  persist<T>(principal: Principal, label: string, call: CallServer<T>): Promise<T>;
  sleep(ms: number): Promise<void>;
  /** Sleeps for as long as clients do before they try again. */
  backOff(): Promise<void>;
}

const BACK_OFF_MS = 400;
/** How often somebody looks whether they have a key again. */
const KEYLESS_MS = 5_000;

export function createCallers({
  time,
  random,
  network,
}: {
  time: VirtualTime;
  random: Random;
  network: Network;
}): Callers {
  const sleep = (ms: number) =>
    new Promise<void>((resolve) => void time.schedule(ms, "sleeper wakes", resolve));
  const backOff = () => sleep(random.int(1, BACK_OFF_MS));
  const pauseAfter = (error: unknown) =>
    isEarshotError(error, "NOT_SIGNED_IN") ? KEYLESS_MS : random.int(1, BACK_OFF_MS);

  return {
    sleep,
    backOff,
    async persist(principal, label, call) {
      for (;;) {
        try {
          return await network.attempt(principal, label, call);
        } catch (error) {
          if (isFinal(error)) throw error;
          await sleep(pauseAfter(error));
        }
      }
    },
  };
}

/** Whoever has no key any more is given another before the end, and what is held is sent or taken back. */
const PASSING: readonly ErrorCode[] = ["NOT_SIGNED_IN", "DECISION_HELD"];

function isFinal(error: unknown): boolean {
  if (!isEarshotError(error)) return true;
  return ERRORS[error.code].retry === "never" && !PASSING.includes(error.code);
}
