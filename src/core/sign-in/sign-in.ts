import { EarshotError } from "../../domain/errors.ts";
import { DEFAULT_WORKSPACE } from "../../domain/id.ts";
import { inTime } from "../../domain/in-words.ts";
import type { JsonObject } from "../../domain/json.ts";
import { LINK_LIFE_MS } from "../../domain/limits.ts";
import type { EventDraft } from "../../domain/log/event.ts";
import type { PersonPrincipal } from "../../domain/people/principal.ts";
import { present } from "../../domain/present.ts";
import type { SignedIn, Site } from "../../ports/earshot/operators.ts";
import type { Ticket, Write } from "../../ports/store/store.ts";
import type { SignIn } from "../../ports/system/door.ts";
import type { Context } from "../call/context.ts";
import { type NewWebSession, newWebSession, toWebSession } from "../callers/web-session-key.ts";
import {
  acceptInvitation,
  findInvitation,
  type Invited,
  invitationEnded,
  isGoodInvitation,
  isWholeInvitation,
} from "./invitations.ts";
import { canGetIn } from "./last-way-in.ts";
import { inOperatorTurn, isStillGood } from "./operator-lock.ts";
import { checkAssertion, logRefusedPasskey } from "./passkey-assertion.ts";
import { findTicket, newTicket, takeTicket } from "./tickets.ts";

/** Lets browsers in. These calls have no caller yet, so each proves itself by what it brings. */
export function createSignIn(ctx: Context): SignIn {
  return {
    withLink: (input) => withLink(ctx, input),
    passkeyOptions: (site) => passkeyOptions(ctx, site),
    withPasskey: (input) => withPasskey(ctx, input),
    acceptInvitation: (input, options) => acceptInvitation(ctx, undefined, { input, options }),
  };
}

async function withLink(
  ctx: Context,
  { token, browser }: Parameters<SignIn["withLink"]>[0],
): Promise<SignedIn> {
  const invited = await findInvitation(ctx, token);
  if (invited !== undefined) return await withInvitation(ctx, invited, { token, browser });
  const ticket = await findTicket(ctx, { token, purpose: "sign_in_link" });
  const person = ticket === undefined ? undefined : await personOf(ctx, ticket);
  if (ticket === undefined || person === undefined) throw linkRefused();
  const { atTerminal = false } = ticket;
  const isFirst = !(await canGetIn(ctx, person));
  const madeWith = isFirst ? undefined : ticket.key;
  const session: NewWebSession = { browser, atTerminal, how: "link", madeWith };
  const writes = [takeTicket(ctx, ticket)];
  const isGood = async () =>
    ticket.key === undefined || (await isStillGood(ctx, person.workspace, ticket.key));
  const signedIn = await start(ctx, person, { session, writes, isGood });
  if (signedIn === undefined) throw linkRefused();
  return signedIn;
}

/** The session is the key that the person makes of it. Owners make invitations only at a terminal. */
async function withInvitation(
  ctx: Context,
  invited: Invited,
  { token, browser }: Parameters<SignIn["withLink"]>[0],
): Promise<SignedIn> {
  const { key, person } = invited;
  if (!isWholeInvitation(invited)) throw narrowInvitation();
  const ended = invitationEnded(ctx, invited);
  const session: NewWebSession = {
    browser,
    atTerminal: true,
    how: "invitation",
    invitedBy: key.madeBy,
  };
  const isGood = () => isGoodInvitation(ctx, token);
  const { write, event } = ended;
  const signedIn = await start(ctx, person, { session, writes: [write], events: [event], isGood });
  if (signedIn === undefined) throw linkRefused();
  return signedIn;
}

async function passkeyOptions(ctx: Context, site: Site): Promise<JsonObject> {
  const workspace = DEFAULT_WORKSPACE;
  const { token, writes } = newTicket(ctx, { workspace, purpose: "passkey_sign_in" });
  const done = await ctx.commit({ workspace, writes, events: [] });
  if (done.outcome !== "committed") {
    throw new EarshotError("CONFLICT", "No challenge could be made. Try again.");
  }
  return await ctx.passkeys.requestOptions({ site, challenge: token });
}

async function withPasskey(
  ctx: Context,
  { response, browser, site }: Parameters<SignIn["withPasskey"]>[0],
): Promise<SignedIn> {
  const challenge = ctx.passkeys.claimOf(response)?.challenge ?? "";
  const ticket = await findTicket(ctx, { token: challenge, purpose: "passkey_sign_in" });
  if (ticket === undefined) throw passkeyRefused();
  const { stored, use } = await checkAssertion(ctx, { response, challenge, site });
  const isHere = stored?.workspace === ticket.workspace;
  const operator = isHere ? stored.passkey.operator : undefined;
  const person = await personOf(ctx, {
    workspace: ticket.workspace,
    ...present({ principal: operator }),
  });
  if (use === undefined || person === undefined) {
    await logRefusedPasskey(ctx, {
      workspace: ticket.workspace,
      passkey: isHere ? stored.passkey : undefined,
      tried: { does: "signInWithPasskey" },
      writes: [takeTicket(ctx, ticket)],
    });
    throw passkeyRefused();
  }
  const session: NewWebSession = { browser, atTerminal: false, how: "passkey" };
  const writes = [takeTicket(ctx, ticket), use];
  const signedIn = await start(ctx, person, { session, writes });
  if (signedIn === undefined) throw passkeyRefused();
  return signedIn;
}

interface Start {
  readonly session: NewWebSession;
  readonly writes: readonly Write[];
  readonly events?: readonly EventDraft[];
  /** Whether what made the link, or the invitation, still lets somebody in. */
  readonly isGood?: () => Promise<boolean>;
}

/**
 * Undefined if the means of signing in was used or dropped meanwhile, or whatever made it has
 * ended.
 */
async function start(
  ctx: Context,
  person: PersonPrincipal,
  { session, writes, events = [], isGood = async () => true }: Start,
): Promise<SignedIn | undefined> {
  const { workspace } = person;
  const made = newWebSession(ctx, person, session);
  const done = await inOperatorTurn(ctx, workspace, async () =>
    (await isGood())
      ? await ctx.commit({
          workspace,
          writes: [...writes, ...made.writes],
          events: [...events, ...made.events],
        })
      : undefined,
  );
  if (done?.outcome !== "committed") return undefined;
  return {
    secret: made.secret,
    pageSecret: made.pageSecret,
    session: toWebSession(made.key, person.name, { key: made.key.id }),
    operator: person,
  };
}

async function personOf(
  ctx: Context,
  { workspace, principal }: Pick<Ticket, "workspace" | "principal">,
): Promise<PersonPrincipal | undefined> {
  const known =
    principal === undefined ? undefined : await ctx.store.findPrincipal(workspace, principal);
  return known?.kind === "person" ? known : undefined;
}

/** The same refusal for every bad link, so that guessing tokens reveals nothing. */
function linkRefused(): EarshotError {
  return new EarshotError(
    "NOT_SIGNED_IN",
    `This sign-in link is not good: it is unknown, was used, is older than ${inTime(LINK_LIFE_MS)}, or a key or web session of who made it, or of whom it signs in, has ended since. Make another: npx earshot open.`,
    { details: { reason: "link" } },
  );
}

function narrowInvitation(): EarshotError {
  return new EarshotError(
    "NOT_ALLOWED",
    "This invitation is to a key with less than all rights, and a browser session has them all. Accept it in a terminal: npx earshot keys accept.",
    { details: { reason: "partial_key" } },
  );
}

function passkeyRefused(): EarshotError {
  return new EarshotError(
    "NOT_SIGNED_IN",
    "This passkey signs nobody in here. Try again, or use a sign-in link: npx earshot open.",
    { details: { reason: "passkey" } },
  );
}
