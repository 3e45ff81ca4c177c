import type { KeyId } from "../../domain/id.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { effectiveRights } from "../../domain/people/rights.ts";
import type { HashedKey, Write } from "../../ports/store/store.ts";
import type { Context } from "../call/context.ts";
import { onRevoked } from "./revocations.ts";

/** A key that another node has made is good for this by then, if its event was missed. */
const READ_AGAIN_MS = 30_000;

/**
 * Knows without the store who may read the metrics: they are wanted most while the store is away. Who
 * is known here may do that and nothing else.
 */
export interface ScrapeKeys {
  /** Takes the same time for each secret that is wrong. */
  find(secret: string): Caller | undefined;
  stop(): void;
}

/** Resolves once the keys were read; rejects where they cannot be. */
export async function startScrapeKeys(ctx: Context): Promise<ScrapeKeys> {
  let known = new Map<string, Caller>();
  /** What a read that is under way may not bring back. */
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

  /** While the store is away those that are known stay so. */
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
  ctx.onCommit((change, { outcome }) => {
    if (outcome === "committed" && change.writes.some(isNewKey)) readSoon(0);
  });
  ctx.following.onEvent(({ type }) => {
    if (type === "key.created") readSoon(0);
  });
  await read();
  readSoon(READ_AGAIN_MS);
  return {
    find(secret) {
      const hash = ctx.digest.text(secret);
      let found: Caller | undefined;
      for (const [other, caller] of known) if (ctx.digest.isSame(hash, other)) found = caller;
      return found;
    },
    stop() {
      isStopped = true;
      cancelTimer();
    },
  };
}

function isNewKey({ type }: Write): boolean {
  return type === "key.insert";
}

function scraperOf({ key, principal }: HashedKey): Caller {
  const held = effectiveRights(principal, key.scopes).has("metrics");
  return { principal, key: key.id, rights: new Set(held ? ["metrics"] : []) };
}
