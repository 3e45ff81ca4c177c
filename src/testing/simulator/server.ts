import { startSendingHeld } from "../../core/authority/send-held.ts";
import { createContext } from "../../core/call/context.ts";
import { createSteadyClock } from "../../core/call/steady-clock.ts";
import { createAuthenticate } from "../../core/callers/authenticate.ts";
import { callerWithAllRights, type Founded, found } from "../../core/callers/bootstrap.ts";
import { createEarshot } from "../../core/create-earshot.ts";
import { startSharing } from "../../core/hub/dispatch/shared-questions.ts";
import { startRedemand } from "../../core/policy/redemand.ts";
import { startExpiry } from "../../core/requests/expire.ts";
import { beginTime } from "../../core/upkeep/clock.ts";
import { EarshotError } from "../../domain/errors.ts";
import type { Principal } from "../../domain/people/principal.ts";
import { createMind } from "../../liaison/create-mind.ts";
import type { Earshot } from "../../ports/earshot/earshot.ts";
import type { CommitPoint, Store } from "../../ports/store/store.ts";
import { digest } from "../../system/digest.ts";
import { createDirectPatternSearch } from "../../system/direct-pattern-search.ts";
import { loadExpressions } from "../../system/expressions/load.ts";
import { createIds } from "../../system/ids.ts";
import type { MemorySecrets } from "../../system/memory-secrets.ts";
import { createPasskeys } from "../../system/passkeys.ts";
import { checkSchema } from "../../system/schema-check.ts";
import { statements } from "../../system/votes/statements.ts";
import { NO_RUNS } from "./no-runs.ts";
import type { Random } from "./random.ts";
import type { VirtualTime } from "./virtual-time.ts";
import type { CommitFault, WorldStore } from "./world-store.ts";

/** One life of the server, from a start to a crash. */
export interface Life {
  readonly number: number;
  isAlive(): boolean;
  as(principal: Principal): Earshot;
  /** As the holder of the key; rejects with NOT_SIGNED_IN if it is revoked. */
  enter<T>(secret: string, call: (earshot: Earshot) => Promise<T>): Promise<T>;
  /** Ends it as signal 9 would: what it had not committed is gone, and it says nothing any more. */
  crash(): void;
  found(): Promise<Founded>;
}

export interface LifeOptions {
  readonly database: WorldStore;
  readonly time: VirtualTime;
  readonly random: Random;
  readonly number: number;
  readonly faultAt: (point: CommitPoint) => CommitFault;
  readonly onCrash: () => void;
  /** The longest that a call of the store takes before it happens, and again after it. */
  readonly storeDelayMs: number;
  /** Outlives the server, as its files do. */
  readonly secrets: MemorySecrets;
}

/** Measurements of this process are not part of the simulated world. */
const NO_FIGURES = { read: () => ({ uptimeMs: 0, memoryBytes: 0, cpuPercent: 0 }) };

export async function startLife(options: LifeOptions): Promise<Life> {
  const { database, time, random, number } = options;
  let isAlive = true;
  const clock = createSteadyClock(time.clockOf(() => isAlive));

  function crash(): void {
    if (!isAlive) return;
    isAlive = false;
    living.end();
    options.onCrash();
  }

  const living = await database.open({ clock, random, faultAt: options.faultAt, crash });
  const pause = () =>
    new Promise<void>((resolve) => void clock.after(random.int(0, options.storeDelayMs), resolve));
  const store = options.storeDelayMs === 0 ? living.store : slowStore(living.store, pause);
  const ctx = createContext(
    {
      store,
      audit: living.audit,
      search: createDirectPatternSearch(store),
      clock,
      ids: createIds(clock, (bytes) => random.fill(bytes)),
      digest,
      checkSchema,
      process: NO_FIGURES,
      ...options.secrets,
      inbox: living.inbox,
      graph: living.graph,
      passkeys: createPasskeys(),
      statements,
      expressions: loadExpressions,
      runs: NO_RUNS,
      liaison: createMind(),
    },
    { maxHoldMs: 20_000 },
  );
  // As a start does, before anything is written; it takes no time here.
  await beginTime({ ...ctx, store: living.store });
  startExpiry(ctx);
  startSendingHeld(ctx, { onFault: () => {} });
  // Refused changes are tried again.
  const triesAgain = { onFault() {} };
  startSharing(ctx, triesAgain);
  startRedemand(ctx, triesAgain);
  const authenticate = createAuthenticate(ctx);
  return {
    number,
    isAlive: () => isAlive,
    as: (principal) => createEarshot(ctx, callerWithAllRights(principal)),
    async enter(secret, call) {
      const caller = await authenticate(secret);
      if (caller === undefined) throw new EarshotError("NOT_SIGNED_IN", "The key is revoked.");
      return await call(createEarshot(ctx, caller));
    },
    crash,
    found: () => found(ctx, { owner: "ana", agent: "scout" }),
  };
}

/**
 * The same store, whose calls take time before and after they happen, like one across a network. It
 * reveals where the core relies on immediate answers.
 */
function slowStore(store: Store, pause: () => Promise<void>): Store {
  const slow = Object.entries(store).map(([name, call]) => [
    name,
    async (...args: unknown[]) => {
      await pause();
      const result = await call(...args);
      await pause();
      return result;
    },
  ]);
  return Object.fromEntries(slow) as Store;
}
