import type { Context } from "../../src/core/call/context.ts";
import { createAuthenticate } from "../../src/core/callers/authenticate.ts";
import { createAuthenticateWeb } from "../../src/core/callers/authenticate-web.ts";
import { callerWithAllRights, found } from "../../src/core/callers/bootstrap.ts";
import { newKey } from "../../src/core/callers/new-key.ts";
import { createEarshot } from "../../src/core/create-earshot.ts";
import { canGetIn } from "../../src/core/sign-in/last-way-in.ts";
import { createSignIn } from "../../src/core/sign-in/sign-in.ts";
import { isEarshotError } from "../../src/domain/errors.ts";
import type { Event, EventType } from "../../src/domain/log/event.ts";
import type { Caller, PersonPrincipal } from "../../src/domain/people/principal.ts";
import {
  type AuthorizationRequest,
  asAuthorization,
  type Shown,
} from "../../src/domain/requests/request.ts";
import type { CreatedKey, Earshot } from "../../src/ports/earshot/earshot.ts";
import type { SignedIn, Site } from "../../src/ports/earshot/operators.ts";
import type { SignIn } from "../../src/ports/system/door.ts";
import { createFakeClock, type FakeClock } from "../../src/testing/fake-clock.ts";
import { openContext } from "./context.ts";
import { createSoftwarePasskey, ORIGIN, type SoftwarePasskey } from "./software-passkey.ts";

export const SITE: Site = { origin: ORIGIN, rpId: "localhost" };
/** What the server's network layer adds to a call of our page. */
export const ON_PAGE = { origin: ORIGIN };

/** A browser in which somebody is signed in. */
export interface Browser extends SignedIn {
  readonly caller: Caller;
  readonly earshot: Earshot;
}

/** An owner, ana, with her agent, and ben, an approver without a key. Nobody else decides. */
export interface House {
  readonly ctx: Context;
  readonly clock: FakeClock;
  readonly ana: CreatedKey;
  readonly ben: PersonPrincipal;
  /** By their keys. */
  readonly owner: Earshot;
  readonly agent: Earshot;
  readonly agentKey: CreatedKey;
  readonly signIn: SignIn;
  authenticate(secret: string): Promise<Caller | undefined>;
  /** By the cookie alone, which needs fewer checks. */
  authenticateWeb(secret: string): Promise<Caller | undefined>;
  open(caller: Caller): Earshot;
  /** Signs somebody in by a link from ana; ben has one of his own once he is in. */
  enter(name: "ana" | "ben", options?: { readonly atTerminal?: boolean }): Promise<Browser>;
  /** A key of ben's own, however he is signed in. */
  bensKey(): Promise<Pick<CreatedKey, "key" | "secret">>;
  /** The browser at its next call; throws if it is not let in. */
  again(browser: SignedIn): Promise<Browser>;
  /**
   * Registers a passkey in a browser whose link was made at a terminal, confirmed by another one.
   */
  withPasskey(
    browser: Browser,
    passkey?: SoftwarePasskey,
    provedBy?: SoftwarePasskey,
  ): Promise<SoftwarePasskey>;
  seek(tool: string, args?: AuthorizeArgs): Promise<Shown<AuthorizationRequest>>;
  eventsOf(...types: readonly EventType[]): Promise<readonly Event[]>;
  close(): Promise<void>;
}

type AuthorizeArgs = Parameters<Earshot["authorize"]>[0]["args"];

/** Tools whose level needs no policy. */
export const MEDIUM_TOOL = "deploy";
export const HIGH_TOOL = "delete_user_data";
export const CRITICAL_TOOL = "admin_reset_system";

export async function openHouse(): Promise<House> {
  const clock = createFakeClock();
  const { ctx, close } = await openContext(clock);
  const { owner: ana, agent: agentKey } = await found(ctx, { owner: "ana", agent: "scout" });
  const authenticate = createAuthenticate(ctx);
  const enterWeb = createAuthenticateWeb(ctx);
  const authenticateWeb = (secret: string) => enterWeb(secret, "by_cookie_alone");
  const open = (caller: Caller) => createEarshot(ctx, caller);
  const byKey = async (secret: string) => open(known(await authenticate(secret)));
  const owner = await byKey(ana.secret);
  const agent = await byKey(agentKey.secret);
  const ben = await owner.addOperator({ name: "ben" });
  const signIn = createSignIn(ctx);
  const again = async (signedIn: SignedIn): Promise<Browser> => {
    const caller = known(await enterWeb(signedIn.secret, { page: signedIn.pageSecret }));
    return { ...signedIn, caller, earshot: open(caller) };
  };
  return {
    ctx,
    clock,
    ana,
    ben,
    owner,
    agent,
    agentKey,
    signIn,
    close,
    authenticate,
    authenticateWeb,
    open,
    again,
    async enter(operator, { atTerminal = true } = {}) {
      // Once they are in, another link is theirs to make.
      const own = open(callerWithAllRights(ben));
      const by = operator === "ben" && (await canGetIn(ctx, ben)) ? own : owner;
      const { token } = await by.createSignInLink({ operator, atTerminal });
      return await again(await signIn.withLink({ token, browser: "Firefox" }));
    },
    async bensKey() {
      const { key, secret, writes, events } = newKey(ctx, ben, { actor: ben.id });
      await ctx.commit({ workspace: ben.workspace, writes, events });
      return { key, secret };
    },
    async withPasskey({ earshot }, passkey = createSoftwarePasskey(), provedBy = undefined) {
      const proof = provedBy?.assert(await earshot.passkeyProof({}, ON_PAGE));
      const options = await earshot.passkeyCreation(proof === undefined ? {} : { proof }, ON_PAGE);
      const response = passkey.register(options);
      await earshot.addPasskey({ name: "laptop", response }, ON_PAGE);
      return passkey;
    },
    async seek(tool, args = { user_id: "user123" }) {
      return asAuthorization((await agent.authorize({ tool, args, reason: "So." })).request);
    },
    async eventsOf(...types) {
      const events = await ctx.store.readEvents({ workspace: "default", after: 0, limit: 1_000 });
      return events.filter(({ type }) => types.includes(type));
    },
  };
}

function known(caller: Caller | undefined): Caller {
  if (caller === undefined) throw new Error("Nobody is let in with this.");
  return caller;
}

/** Why a call was refused: its reason if it has one, else its code; undefined if it succeeded. */
export async function refusalOf(call: Promise<unknown>): Promise<unknown> {
  try {
    await call;
    return undefined;
  } catch (error) {
    if (!isEarshotError(error)) throw error;
    return error.details?.["reason"] ?? error.code;
  }
}
