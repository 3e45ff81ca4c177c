import type { createAuthenticate } from "./core/authenticate.ts";
import { createAuthenticateWeb } from "./core/authenticate-web.ts";
import type { Context } from "./core/context.ts";
import { createEarshot } from "./core/create-earshot.ts";
import { oldestOpenMs } from "./core/oldest-open.ts";
import { onHalted, onRevoked } from "./core/revocations.ts";
import { createSignIn } from "./core/sign-in.ts";
import { EarshotError } from "./domain/errors.ts";
import type { Caller } from "./domain/principal.ts";
import type { Figures, Gate } from "./ports/door.ts";
import type { Earshot } from "./ports/earshot.ts";
import type { NodeFigures } from "./ports/node-figures.ts";

export interface GateParts {
  readonly ctx: Context;
  readonly authenticate: ReturnType<typeof createAuthenticate>;
  readonly nodeFigures: () => NodeFigures;
  isStopping(): boolean;
  stop(): void;
}

/** What doors need of a server, besides the surface of tools. */
export function createGate(parts: GateParts): Gate {
  const { ctx, authenticate, nodeFigures, isStopping, stop } = parts;
  const opened = new WeakMap<Caller, Earshot>();
  return {
    authenticate,
    authenticateWeb: createAuthenticateWeb(ctx),
    signIn: createSignIn(ctx),
    onRevoked: (listener) => onRevoked(ctx, listener),
    onHalted: (listener) => onHalted(ctx, listener),
    open(caller) {
      const known = opened.get(caller);
      if (known !== undefined) return known;
      const earshot = createEarshot(ctx, caller);
      opened.set(caller, earshot);
      return earshot;
    },
    checkReady: async () => {
      if (isStopping()) throw new EarshotError("SHUTTING_DOWN", "The server is stopping.");
      await ctx.store.check();
    },
    isStopping,
    // After the answer to this call has been written.
    stop: () => void setImmediate(stop),
    tally: ctx.tally,
    figures: (caller) => figuresOf(ctx, caller, nodeFigures()),
  };
}

async function figuresOf(ctx: Context, caller: Caller, node: NodeFigures): Promise<Figures> {
  const { workspace } = caller.principal;
  return {
    openRequests: await ctx.store.countOpen(workspace),
    waiters: ctx.waiters.count(),
    lastEvent: (await ctx.store.head(workspace)).seq,
    oldestOpenMs: await oldestOpenMs(ctx, caller),
    node,
  };
}
