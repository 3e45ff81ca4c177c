import { EarshotError } from "../../domain/errors.ts";
import type { Principal } from "../../domain/people/principal.ts";
import type { Earshot } from "../../ports/earshot/earshot.ts";
import type { Random } from "./random.ts";
import type { Life } from "./server.ts";
import type { VirtualTime } from "./virtual-time.ts";

export type CallServer<T> = (earshot: Earshot) => Promise<T>;

/** How bad the network is; all 0 once it has healed. */
export interface NetworkFaults {
  readonly lost: number;
  readonly duplicated: number;
  readonly maxDelayMs: number;
}

export interface Network {
  /**
   * Makes one attempt at a call: the request may be lost, come twice or late, the reply may be lost,
   * the server may be down or crash meanwhile. Rejects with UNREACHABLE if no reply comes in time.
   */
  attempt<T>(principal: Principal, label: string, call: CallServer<T>): Promise<T>;
}

interface Reply<T> {
  readonly resolve: (value: T) => void;
  readonly reject: (error: unknown) => void;
  /** Sends the reply, which may also be lost or late. */
  readonly send: (settle: () => void, kind: string) => void;
}

const REFUSED_MS = 5;

export function createNetwork({
  time,
  random,
  currentLife,
  secretOf,
  faults,
  patienceMs,
}: {
  time: VirtualTime;
  random: Random;
  currentLife: () => Life | undefined;
  /** The newest key of a principal. */
  secretOf: (principal: Principal) => string;
  faults: () => NetworkFaults;
  patienceMs: number;
}): Network {
  // Often none at all, so that calls that are made together arrive together.
  const delay = () => (random.chance(0.3) ? 0 : random.int(0, faults().maxDelayMs));
  const unreachable = () => new EarshotError("UNREACHABLE", "No reply came.");

  /** The request is there: the server of this moment takes it up, if there is one. */
  function deliver<T>(secret: string, call: CallServer<T>, reply: Reply<T>): void {
    const life = currentLife();
    if (life === undefined || !life.isAlive()) {
      time.schedule(REFUSED_MS, "refused", () => reply.reject(unreachable()));
      return;
    }
    life.enter(secret, call).then(
      (value) => life.isAlive() && reply.send(() => reply.resolve(value), "reply"),
      (error) => life.isAlive() && reply.send(() => reply.reject(error), "error"),
    );
  }

  return {
    attempt<T>(principal: Principal, label: string, call: CallServer<T>): Promise<T> {
      const { promise, resolve, reject } = Promise.withResolvers<T>();
      const giveUp = time.schedule(patienceMs, `${label} gives up`, () => reject(unreachable()));
      const send = (settle: () => void, kind: string) => {
        if (random.chance(faults().lost)) return;
        time.schedule(delay(), `${label} ${kind}`, () => {
          giveUp();
          settle();
        });
      };
      const secret = secretOf(principal);
      const copies = random.chance(faults().duplicated) ? 2 : 1;
      for (let copy = 0; copy < copies; copy++) {
        if (random.chance(faults().lost)) continue;
        time.schedule(delay(), `${label} arrives`, () =>
          deliver(secret, call, { resolve, reject, send }),
        );
      }
      return promise;
    },
  };
}
