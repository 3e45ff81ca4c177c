import type { KeyId } from "../../domain/id.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { effectiveRights } from "../../domain/people/rights.ts";
import { present } from "../../domain/present.ts";
import { toMs } from "../../domain/timestamp.ts";
import type { HashedKey } from "../../ports/store/store.ts";
import type { Context } from "../call/context.ts";
import { onRevoked } from "./revocations.ts";

/** If the event of a key made on another node was missed, the key works here after this time. */
const READ_AGAIN_MS = 30_000;

/**
 * Knows without the store who may read the metrics, because metrics matter most while the store is
 * away. A caller known here may do nothing else.
 */
export interface ScrapeKeys {
  /** Takes the same time for every wrong secret. */
  find(secret: string): Caller | undefined;
  stop(): void;
}

/** Resolves once the keys are read; rejects if they cannot be. */
export async function startScrapeKeys(ctx: Context): Promise<ScrapeKeys> {
  let known = new Map<string, Caller>();
  /** Keys that a running read must not bring back. */
  const revoked = new Set<KeyId>();
  let isStopped = false;
  let cancelTimer = () => {};

  async function read(): Promise<void> {
    const onDisk = [...revoked];
    const keys = await ctx.store.scrapeKeys();
    const good = keys.filter(({ key }) => !revoked.has(key.id));
    known = new Map(good.map((one) => [one.secretHash, scraperOf(one)]));
    for (const id of onDisk) revoked.delete(id);
  }

  /** While the store is away, known keys stay known. */
  function readSoon(ms: number): void {
    cancelTimer();
    if (isStopped) return;
    cancelTimer = ctx.clock.after(ms, () => {
      void read()
        .catch(() => {})
        .then(() => readSoon(READ_AGAIN_MS));
    });
  }

  onRevoked(ctx, (id) => {
    revoked.add(id);
    known = new Map([...known].filter(([, caller]) => caller.key !== id));
  });
  ctx.onWrite("scrape_keys", () => readSoon(0));
  ctx.following.onEvent(({ type }) => {
    if (type === "key.created" || type === "key.rotated") readSoon(0);
  });
  await read();
  readSoon(READ_AGAIN_MS);
  return {
    find(secret) {
      const hash = ctx.digest.text(secret);
      let found: Caller | undefined;
      for (const [other, caller] of known) if (ctx.digest.isSame(hash, other)) found = caller;
      const { expiresAtMs = Number.POSITIVE_INFINITY } = found ?? {};
      return expiresAtMs > ctx.clock.now() ? found : undefined;
    },
    stop() {
      isStopped = true;
      cancelTimer();
    },
  };
}

function scraperOf({ key, principal }: HashedKey): Caller {
  const held = effectiveRights(principal, key.scopes).has("metrics");
  return {
    principal,
    key: key.id,
    rights: new Set(held ? ["metrics"] : []),
    ...present({ expiresAtMs: key.expiresAt === undefined ? undefined : toMs(key.expiresAt) }),
  };
}
