import type { IncomingMessage, ServerResponse } from "node:http";
import { EarshotError, isEarshotError } from "../domain/errors.ts";
import { present } from "../domain/present.ts";
import { toMs } from "../domain/timestamp.ts";
import type { SignedIn } from "../ports/earshot/operators.ts";
import type { Gate } from "../ports/system/door.ts";
import { browserName } from "./browser-name.ts";
import type { LimitedSignIn } from "./call-limit.ts";
import {
  canKeep,
  noSessionCookies,
  type OwnCookies,
  readCookies,
  sessionCookies,
} from "./cookies.ts";
import { checkOwnPage } from "./csrf.ts";
import { readCall } from "./read-input.ts";
import { sendJson } from "./respond.ts";
import type { Match } from "./router.ts";
import { pageProof } from "./sign-in.ts";
import { type OwnSite, passkeySite, siteOf } from "./site.ts";

export interface WebSignInDeps {
  readonly gate: Gate;
  readonly publicUrl: string | undefined;
  /** Limits callers who prove nothing; rejects beyond that. */
  readonly limit: (what: LimitedSignIn) => Promise<void>;
}

export interface WebSignInExchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly match: Match;
  readonly query: string;
}

/** Serves the sign-in of a browser. The caller has no key, so everything is proved here. */
export async function serveSignIn(deps: WebSignInDeps, exchange: WebSignInExchange): Promise<void> {
  const { incoming, outgoing, match } = exchange;
  checkOwnPage(incoming, deps.publicUrl);
  const site = siteOf(incoming.headers.host, deps.publicUrl);
  if (site === undefined) throw new EarshotError("NOT_ALLOWED", "No browser signs in here.");
  const { signIn } = deps.gate;
  const call = await readCall(incoming, match, exchange.query);
  const browser = browserName(incoming.headers["user-agent"]);
  const { status } = match.operation;
  switch (call.name) {
    case "passkeySignInOptions": {
      const asked = passkeySite(site);
      await deps.limit("passkey_challenge");
      return sendJson(outgoing, status, await signIn.passkeyOptions(asked));
    }
    case "signInWithLink": {
      const cookies = keeping(incoming, site);
      const { token } = call.input;
      const signedIn = await countFailed(deps, signIn.withLink({ token, browser }));
      await endFormer(deps, incoming, cookies);
      return letIn(exchange, cookies, signedIn);
    }
    case "signInWithPasskey": {
      const cookies = keeping(incoming, site);
      const { response } = call.input;
      const proof = { response, browser, site: passkeySite(site) };
      const signedIn = await countFailed(deps, signIn.withPasskey(proof));
      await endFormer(deps, incoming, cookies);
      return letIn(exchange, cookies, signedIn);
    }
  }
}

/** Serves the call by which an invited person makes their own key, without a browser. */
export async function serveInvitation(
  deps: WebSignInDeps,
  { incoming, outgoing, match, query }: WebSignInExchange,
): Promise<void> {
  const call = await readCall(incoming, match, query);
  if (call.name !== "acceptInvitation") throw new EarshotError("INTERNAL", "It needs a caller.");
  const key = incoming.headers["idempotency-key"];
  const options = present({ idempotencyKey: typeof key === "string" ? key : undefined });
  const accepted = deps.gate.signIn.acceptInvitation(call.input, options);
  sendJson(outgoing, match.operation.status, await countFailed(deps, accepted));
}

/** Success is never counted, so failing often keeps nobody else out. */
async function countFailed<T>({ limit }: WebSignInDeps, attempt: Promise<T>): Promise<T> {
  try {
    return await attempt;
  } catch (error) {
    if (isEarshotError(error, "NOT_SIGNED_IN")) await limit("failed");
    throw error;
  }
}

/** Ends the browser's former web session: its cookie is about to be replaced, and nobody could end it then. */
async function endFormer(
  { gate }: WebSignInDeps,
  incoming: IncomingMessage,
  { secret }: Keeping,
): Promise<void> {
  if (secret === undefined || secret === "unreadable") return;
  const former = await gate.authenticateWeb(secret, pageProof(incoming));
  if (former !== undefined) await gate.open(former).signOut();
}

interface Keeping extends OwnCookies {
  readonly site: OwnSite;
}

/** Refuses a browser that would not keep the cookie, before its link is used up. */
function keeping({ headers }: IncomingMessage, site: OwnSite): Keeping {
  const cookies = readCookies(headers.cookie, site);
  if (canKeep(site, cookies)) return { site, ...cookies };
  throw new EarshotError(
    "NOT_ALLOWED",
    "This browser has not kept the cookie that /sign-in sets. Allow cookies of this site, then open the link again.",
  );
}

function letIn(
  { outgoing, match }: WebSignInExchange,
  { site, isProbed }: Keeping,
  { secret, pageSecret, session, operator }: SignedIn,
): void {
  const seconds = Math.floor((toMs(session.expiresAt) - toMs(session.createdAt)) / 1_000);
  setCookies(outgoing, sessionCookies(site, { secret, seconds, isProbed }));
  sendJson(outgoing, match.operation.status, { session, operator, pageSecret });
}

/** Makes the browser forget the web session that has just ended. */
export function forgetSession(
  { headers }: IncomingMessage,
  outgoing: ServerResponse,
  publicUrl: string | undefined,
): void {
  const site = siteOf(headers.host, publicUrl);
  if (site !== undefined) setCookies(outgoing, noSessionCookies(site));
}

function setCookies(outgoing: ServerResponse, cookies: readonly string[]): void {
  outgoing.setHeader("set-cookie", cookies);
}
