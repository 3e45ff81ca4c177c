import type { Context } from "../../src/core/call/context.ts";
import { createAuthenticate } from "../../src/core/callers/authenticate.ts";
import { callerWithAllRights, found } from "../../src/core/callers/bootstrap.ts";
import { createEarshot } from "../../src/core/create-earshot.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import type { Event } from "../../src/domain/log/event.ts";
import type {
  ApprovedRequest,
  OpenAuthorization,
  Shown,
  ShownRequest,
} from "../../src/domain/requests/request.ts";
import type { AuthorizeInput, CollectedGrant } from "../../src/ports/earshot/authority.ts";
import type { CreatedKey, Earshot } from "../../src/ports/earshot/earshot.ts";
import { createFakeClock, type FakeClock } from "../../src/testing/fake-clock.ts";
import { openContext } from "../support/context.ts";
import { openEmptyRecord } from "../support/empty-record.ts";
import type { RunSql } from "../support/forge.ts";
import { ownKey } from "../support/own-key.ts";

/** Who is there: `owner` has made the agents, so that `ana` and `ben` are the ones to approve. */
export const PARTS = [
  "owner",
  "ana",
  "ben",
  "viewer",
  "script",
  "service",
  "scout",
  "rival",
  "outsider",
  "stranger",
] as const;
export type Part = (typeof PARTS)[number];

export interface Scene {
  readonly ctx: Context;
  readonly clock: FakeClock;
  readonly keys: Readonly<Record<Part, CreatedKey>>;
  /** Earshot by the key of this part; rejects with NOT_SIGNED_IN for a key that is good no more. */
  as(part: Part): Promise<Earshot>;
  bySecret(secret: string): Promise<Earshot>;
  /** Puts a policy of these rules in force. */
  rules(...rules: readonly JsonObject[]): Promise<void>;
  /** What scout seeks; people have to decide. */
  seek(over?: Partial<AuthorizeInput>): Promise<Shown<OpenAuthorization>>;
  /** The same, approved by ana. */
  approved(over?: Partial<AuthorizeInput>): Promise<Shown<ApprovedRequest>>;
  /** The same, with its grant. */
  granted(over?: Partial<AuthorizeInput>): Promise<Granted>;
  /** Runs one statement past the server. */
  readonly sql: RunSql;
  /** The whole record as it is now. */
  bytes(): Uint8Array;
  /** From now on another record is served, whose log is told. */
  serve(other: Pick<Context, "store">): void;
  /** All that has been logged, of both workspaces. */
  log(): Promise<readonly Event[]>;
  close(): Promise<void>;
}

export interface Granted {
  readonly request: Shown<ApprovedRequest>;
  readonly collected: CollectedGrant;
  /** What is to be redeemed, as it was approved. */
  readonly live: { readonly grant: string; readonly tool: string; readonly args: JsonObject };
}

export const ACTION = {
  tool: "send_mail",
  args: { to: "ana@example.org", subject: "Hello", copies: 1, list: ["a", "b"], note: "caf\u00e9" },
  reason: "The customer asked for it.",
} as const satisfies AuthorizeInput;

export const PASSPHRASE = "five wet horses ran home";

export async function openScene(): Promise<Scene> {
  const clock = createFakeClock();
  const database = await openEmptyRecord();
  const { ctx, close } = await openContext(clock, database);
  const authenticate = createAuthenticate(ctx);
  const keys = await inhabit(ctx);

  async function bySecret(secret: string): Promise<Earshot> {
    const caller = await authenticate(secret);
    if (caller === undefined) throw Object.assign(new Error("No key."), { code: "NOT_SIGNED_IN" });
    return createEarshot(ctx, caller);
  }
  let served: Pick<Context, "store"> = ctx;
  const as = (part: Part) => bySecret(keys[part].secret);

  async function seek(over: Partial<AuthorizeInput> = {}): Promise<Shown<OpenAuthorization>> {
    const { request } = await (await as("scout")).authorize({ ...ACTION, ...over });
    if (request.kind === "authorization" && request.status === "open") return request;
    throw new Error(`It was decided at once: ${request.status}.`);
  }

  async function approved(over: Partial<AuthorizeInput> = {}): Promise<Shown<ApprovedRequest>> {
    const { id, authorization } = await seek(over);
    const { digest } = authorization;
    const ana = await as("ana");
    return asApproved(await ana.approve({ id, digest, typed: digest.slice(0, 6) }, { via: "cli" }));
  }

  return {
    ctx,
    clock,
    keys,
    as,
    bySecret,
    seek,
    approved,
    sql: async (text) => database.prepare(text).all(),
    bytes: () => database.serialize(),
    async rules(...rules) {
      await (await as("owner")).applyPolicy({ source: { version: 1, rules } });
    },
    async granted(over = {}) {
      const request = await approved(over);
      const collected = await (await as("scout")).collect({ id: request.id });
      const { grant, tool, args } = collected;
      const { session, toolSchemaHash, resources } = over;
      const more = { session, toolSchemaHash, resources };
      const known = Object.entries(more).filter(([, value]) => value !== undefined);
      return { request, collected, live: { grant, tool, args, ...Object.fromEntries(known) } };
    },
    serve(other) {
      served = other;
    },
    async log() {
      const logs = ["default", "abroad"].map((workspace) =>
        served.store.readEvents({ workspace, after: 0, limit: 10_000 }),
      );
      return (await Promise.all(logs)).flat();
    },
    async close() {
      await close();
      database.close();
    },
  };
}

function asApproved(request: ShownRequest): Shown<ApprovedRequest> {
  if (request.status === "approved") return request;
  throw new Error(`${request.id} is ${request.status}.`);
}

async function inhabit(ctx: Context): Promise<Record<Part, CreatedKey>> {
  const home = await found(ctx, { owner: "owner", agent: "scout" });
  const abroad = await found(ctx, { owner: "outsider", agent: "stranger" }, "abroad");
  const caller = await createAuthenticate(ctx)(home.owner.secret);
  if (caller === undefined) throw new Error("The owner has no key.");
  const owner = createEarshot(ctx, caller);
  const ana = await ownKey(owner, { kind: "person", name: "ana" });
  const own = createEarshot(ctx, callerWithAllRights(ana.principal));
  return {
    owner: home.owner,
    scout: home.agent,
    outsider: abroad.owner,
    stranger: abroad.agent,
    ana,
    ben: await ownKey(owner, { kind: "person", name: "ben" }),
    viewer: await ownKey(owner, { kind: "person", name: "viewer", role: "viewer" }),
    script: await own.createKey({ kind: "person", name: "ana", unattended: true }),
    service: await owner.createKey({ kind: "service", name: "service" }),
    rival: await owner.createKey({ kind: "agent", name: "rival" }),
  };
}
