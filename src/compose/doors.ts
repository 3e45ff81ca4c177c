import { JSON_LIMITS } from "../contract/schemas/strict-json.ts";
import type { Context } from "../core/call/context.ts";
import type { createAuthenticate } from "../core/callers/authenticate.ts";
import { createAuthenticateWeb } from "../core/callers/authenticate-web.ts";
import { asEndUser } from "../core/callers/end-users.ts";
import type { KeyUses } from "../core/callers/key-uses.ts";
import { onExpiring, onHalted, onRevoked } from "../core/callers/revocations.ts";
import type { ScrapeKeys } from "../core/callers/scrape-keys.ts";
import { createEarshot } from "../core/create-earshot.ts";
import { createSignIn } from "../core/sign-in/sign-in.ts";
import { createFigures } from "../core/upkeep/figures.ts";
import { EarshotError } from "../domain/errors.ts";
import type { Json, JsonObject } from "../domain/json.ts";
import { DEFAULT_CALLS_PER_MINUTE, MAX_KEY_HOLD_MS } from "../domain/limits.ts";
import type { Caller } from "../domain/people/principal.ts";
import { present } from "../domain/present.ts";
import { createCallLimit } from "../http/call-limit.ts";
import type { Earshot } from "../ports/earshot/earshot.ts";
import type { Gate } from "../ports/system/door.ts";
import type { JobFigures, MachineFigures, NodeFigures } from "../ports/system/figures.ts";
import type { Tally } from "../ports/system/tally.ts";
import {
  type AgentSurfaceOptions,
  createAgentSurface,
  type InteractionSurface,
} from "../tools/interaction/surface.ts";
import { VERSION } from "./version.ts";

export interface GateParts {
  readonly ctx: Context;
  readonly authenticate: ReturnType<typeof createAuthenticate>;
  readonly keyUses: Pick<KeyUses, "note">;
  readonly scrapeKeys: Pick<ScrapeKeys, "find">;
  readonly nodeFigures: () => NodeFigures;
  readonly machineFigures: () => MachineFigures | undefined;
  readonly jobFigures: () => JobFigures;
  isStopping(): boolean;
  stop(): void;
}

/** A store that was closed never comes back, and only a new start helps. */
export function checkAlive({ store }: Pick<Context, "store">): void {
  if (!store.isOpen()) {
    throw new EarshotError("SHUTTING_DOWN", "The store is closed. Start Earshot again.");
  }
}

/** What doors need of a server, besides the surface of tools. */
export function createGate(parts: GateParts): Gate {
  const { ctx, authenticate, isStopping, stop } = parts;
  const figures = createFigures(ctx);
  const opened = new WeakMap<Caller, Earshot>();
  return {
    authenticate,
    asEndUser: (caller, token) => asEndUser(ctx, caller, token),
    scraper: parts.scrapeKeys.find,
    noteUse: parts.keyUses.note,
    authenticateWeb: createAuthenticateWeb(ctx),
    signIn: createSignIn(ctx),
    onRevoked: (listener) => onRevoked(ctx, listener),
    onExpiring: (listener) => onExpiring(ctx, listener),
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
      return await heldBack(ctx);
    },
    isStopping,
    checkAlive: () => checkAlive(ctx),
    // After the answer to this call has been written.
    stop: () => void setImmediate(stop),
    tally: ctx.tally,
    async figures(caller) {
      const machine = parts.machineFigures();
      return {
        ...(await figures(caller)),
        node: parts.nodeFigures(),
        jobs: parts.jobFigures(),
        ...(machine !== undefined && { machine }),
      };
    },
  };
}

/** A node that writes or redeems nothing stays ready: people have to reach it, to accept the time or the record. */
async function heldBack({ store, clock }: Context): Promise<{ readonly held?: string }> {
  if (clock.standing().isWaiting) {
    const held =
      "nothing is written: the clock jumped ahead, and waits for an owner to accept it: npx earshot clock show";
    return { held };
  }
  for (const workspace of await store.listWorkspaces()) {
    if ((await store.findSetBack(workspace)) === undefined) continue;
    const held =
      "no approval is used: the record went back, and waits for an owner to accept it: npx earshot record show";
    return { held };
  }
  return {};
}

interface ComposeSurfaceOptions {
  readonly tally: Tally;
  readonly digest: (value: Json) => string;
  readonly record: AgentSurfaceOptions["record"];
  readonly now: () => number;
  /** For one principal; `DEFAULT_CALLS_PER_MINUTE` if absent. */
  readonly toolCallsPerMinute?: number | undefined;
  /** What is told of how tools are called over MCP, where they are. */
  readonly mcp?: JsonObject | undefined;
  /** Where it is told who gives out tokens for this server, where it takes any. */
  readonly resourceMetadataUrl?: string | undefined;
  readonly onFault: (error: unknown) => void;
}

/** The tools of a server, and what it tells everyone about them. */
export function composeSurface(options: ComposeSurfaceOptions): InteractionSurface {
  const {
    toolCallsPerMinute = DEFAULT_CALLS_PER_MINUTE,
    mcp,
    resourceMetadataUrl,
    ...rest
  } = options;
  return createAgentSurface({
    ...rest,
    limit: createCallLimit(toolCallsPerMinute),
    facts: {
      name: "earshot",
      version: VERSION,
      ...present({ mcp }),
      http: { openapi: "/openapi.json", tools: "/v1/tools/{name}" },
      auth: { type: "bearer", ...present({ resource_metadata: resourceMetadataUrl }) },
      limits: {
        max_hold_s: MAX_KEY_HOLD_MS / 1_000,
        max_body_bytes: JSON_LIMITS.maxBytes,
        tool_calls_per_minute: toolCallsPerMinute,
      },
    },
  });
}
