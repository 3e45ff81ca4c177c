import { createClient } from "../../src/client/client.ts";
import { checkAlive } from "../../src/compose/doors.ts";
import { startSendingHeld } from "../../src/core/authority/send-held.ts";
import type { Context } from "../../src/core/call/context.ts";
import { createAuthenticate } from "../../src/core/callers/authenticate.ts";
import { createAuthenticateWeb } from "../../src/core/callers/authenticate-web.ts";
import { callerWithAllRights, found } from "../../src/core/callers/bootstrap.ts";
import { asEndUser } from "../../src/core/callers/end-users.ts";
import { onExpiring, onHalted, onRevoked } from "../../src/core/callers/revocations.ts";
import { createEarshot } from "../../src/core/create-earshot.ts";
import { startTurns } from "../../src/core/liaison/drive-turns.ts";
import { startExpiry } from "../../src/core/requests/expire.ts";
import { createSignIn } from "../../src/core/sign-in/sign-in.ts";
import { createFigures } from "../../src/core/upkeep/figures.ts";
import { DEFAULT_WORKSPACE, type WorkspaceId } from "../../src/domain/id.ts";
import { LOOPBACK_HOSTS } from "../../src/http/guard.ts";
import { createListener } from "../../src/http/listener.ts";
import { createMetrics } from "../../src/http/metrics.ts";
import { listen } from "../../src/http/server.ts";
import type { Outlets } from "../../src/ports/channels/outlets.ts";
import type { CreatedKey, Earshot } from "../../src/ports/earshot/earshot.ts";
import { createFakeClock } from "../../src/testing/fake-clock.ts";
import type { Part, World, WorldClock } from "../suites/earshot/world.ts";
import { openContext } from "./context.ts";
import { ownKey } from "./own-key.ts";

export type Keys = Readonly<Record<Part, CreatedKey>>;

/** Founds two workspaces with everybody in them. */
export async function populate(
  ctx: Context,
  workspaces: { readonly home?: WorkspaceId; readonly abroad: WorkspaceId },
): Promise<Keys> {
  const home = await found(ctx, { owner: "owner", agent: "scout" }, workspaces.home);
  const abroad = await found(ctx, { owner: "outsider", agent: "stranger" }, workspaces.abroad);
  const owner = createEarshot(ctx, callerWithAllRights(home.owner.principal));
  const approver = await ownKey(owner, { kind: "person", name: "approver" });
  const own = createEarshot(ctx, callerWithAllRights(approver.principal));
  return {
    scout: home.agent,
    owner: home.owner,
    rival: await owner.createKey({ kind: "agent", name: "rival" }),
    approver,
    script: await own.createKey({ kind: "person", name: "approver", unattended: true }),
    viewer: await ownKey(owner, { kind: "person", name: "viewer", role: "viewer" }),
    service: await owner.createKey({ kind: "service", name: "service" }),
    stranger: abroad.agent,
    outsider: abroad.owner,
  };
}

export interface Inhabited {
  readonly ctx: Context;
  readonly clock: WorldClock;
  readonly keys: Keys;
  close(): Promise<void>;
}

/** Two workspaces with everybody in them, on a store in memory and a clock that stands still. */
export async function inhabit(outlets?: Outlets): Promise<Inhabited> {
  const clock = createFakeClock();
  const { ctx, close } = await openContext(clock, ":memory:", outlets);
  const keys = await populate(ctx, { abroad: "elsewhere" });
  const stopExpiry = startExpiry(ctx);
  const stopSending = startSendingHeld(ctx, { onFault: () => {} });
  const stopTurns = startTurns(ctx, { onFault: () => {} });
  return {
    ctx,
    clock: { ...clock, jump: async (ms) => clock.jump(ms) },
    keys,
    async close() {
      await stopExpiry();
      await stopSending();
      await stopTurns();
      await close();
    },
  };
}

export function stopOf({ waiters, tail }: Context): () => void {
  return () => {
    waiters.stop();
    tail.stop();
  };
}

export async function openInProcess(): Promise<World> {
  return inProcess(await inhabit());
}

/** Inhabited, as its parts see it in this process. */
export function inProcess({ ctx, clock, keys, close }: Inhabited): World {
  return {
    as(part) {
      const { key, principal } = keys[part];
      const caller = { ...callerWithAllRights(principal), key: key.id };
      return createEarshot(ctx, key.unattended === true ? { ...caller, unattended: true } : caller);
    },
    home: DEFAULT_WORKSPACE,
    clock,
    stop: stopOf(ctx),
    close,
  };
}

export interface HttpDoor {
  readonly url: string;
  /** Rejects if the server had faults of its own. */
  close(): Promise<void>;
}

export async function openHttpDoor(ctx: Context): Promise<HttpDoor> {
  const metrics = createMetrics();
  const faults: unknown[] = [];
  const listener = createListener({
    gate: {
      authenticate: createAuthenticate(ctx),
      asEndUser: (caller, token) => asEndUser(ctx, caller, token),
      scraper: () => undefined,
      authenticateWeb: createAuthenticateWeb(ctx),
      signIn: createSignIn(ctx),
      onExpiring: (listener) => onExpiring(ctx, listener),
      onHalted: (listener) => onHalted(ctx, listener),
      onRevoked: (listener) => onRevoked(ctx, listener),
      open: (caller) => createEarshot(ctx, caller),
      checkReady: async () => {
        await ctx.store.check();
        return {};
      },
      isStopping: () => false,
      checkAlive: () => checkAlive(ctx),
      stop: stopOf(ctx),
      noteUse() {},
      tally: ctx.tally,
      figures: createFigures(ctx),
    },
    metrics,
    allowedHosts: LOOPBACK_HOSTS,
    version: "0.0.0",
    onFault: (error) => void faults.push(error),
  });
  const listening = await listen(listener, { host: "127.0.0.1", port: 0 });
  return {
    url: `http://127.0.0.1:${listening.port}`,
    async close() {
      stopOf(ctx)();
      await listening.close(1_000);
      metrics.close();
      if (faults.length > 0) throw new AggregateError(faults, "The server had faults of its own.");
    },
  };
}

export async function openOverHttp(): Promise<World> {
  return overHttp(await inhabit());
}

/** Inhabited, as its parts see it over HTTP. */
export async function overHttp({ ctx, clock, keys, close }: Inhabited): Promise<World> {
  const door = await openHttpDoor(ctx);
  const clients = new Map<Part, Earshot>();
  return {
    as(part) {
      const known = clients.get(part) ?? createClient({ url: door.url, key: keys[part].secret });
      clients.set(part, known);
      return known;
    },
    home: DEFAULT_WORKSPACE,
    clock,
    stop: stopOf(ctx),
    async close() {
      await door.close().finally(close);
    },
  };
}
