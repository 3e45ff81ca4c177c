import type { IncomingMessage } from "node:http";
import type { OperationName } from "../contract/routes.ts";
import { EarshotError } from "../domain/errors.ts";
import { isMistyped, SECRET_PREFIX } from "../domain/people/key-secret.ts";
import type { Caller } from "../domain/people/principal.ts";
import type { Gate, PageProof } from "../ports/system/door.ts";
import { readCookies } from "./cookies.ts";
import { checkOwnPage } from "./csrf.ts";
import { siteOf } from "./site.ts";

const BEARER = /^Bearer +([\x21-\x7e]+)$/i;

function bearerIn(header: string | undefined): string | undefined {
  return header === undefined ? undefined : BEARER.exec(header)?.[1];
}

/**
 * The key that a call presents. Node keeps the first of two headers, and a proxy may have checked the other:
 * a call with two is refused.
 */
export function presented({ headers, rawHeaders }: IncomingMessage): string | undefined {
  const { authorization } = headers;
  if (authorization === undefined) return undefined;
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.toLowerCase() === "authorization") count += 1;
  }
  if (count === 1) return authorization;
  throw new EarshotError("NOT_SIGNED_IN", "This call carries two keys. Send one.");
}

/** A reader of the metrics, whose key is known without the store; everyone else signs in. */
export function scraperOf(incoming: IncomingMessage, gate: Gate): Caller | undefined {
  const secret = bearerIn(presented(incoming));
  return secret === undefined ? undefined : gate.scraper(secret);
}

/** What programs send for a variable that is not set. Keys begin otherwise. */
const UNSET: ReadonlySet<string> = new Set(["undefined", "null", "None"]);

/** Finds the caller. Throws NOT_SIGNED_IN without a valid key. */
export async function signIn(header: string | undefined, gate: Gate): Promise<Caller> {
  const secret = bearerIn(header);
  const caller = secret === undefined ? undefined : await gate.authenticate(secret);
  if (caller !== undefined) return caller;
  throw new EarshotError("NOT_SIGNED_IN", whyNot(secret));
}

function whyNot(secret: string | undefined): string {
  if (secret === undefined || UNSET.has(secret)) {
    return "This call carries no key. Send one as: Authorization: Bearer KEY. A client takes it from where you keep it, often EARSHOT_KEY: check that it is set.";
  }
  const how = secret.startsWith(SECRET_PREFIX) && isMistyped(secret);
  return how
    ? "This key is not whole: it was cut, or a character of it was changed, since it was made. Copy it again from where you keep it."
    : "This key is unknown, has ended or was revoked. Ask an operator for a new one (npx earshot keys create). If no owner can get in any more: docs/guides/locked-out.md.";
}

/**
 * Operations that a browser opens by address, with its cookie but no header of the page: the event stream and
 * documents. Nothing that changes anything may stand here.
 */
const BY_COOKIE_ALONE: ReadonlySet<OperationName> = new Set([
  "events",
  "exportAudit",
  // Seals at once what is sealed within seconds anyway.
  "proveAction",
  "runReport",
  "readAttachment",
  "readFile",
]);

/** A header that comes twice is refused: Node joins the two, which is no page's secret. */
export function pageProof({ headers }: IncomingMessage): { readonly page: string | undefined } {
  const page = headers["earshot-page"];
  return { page: typeof page === "string" ? page : undefined };
}

export interface SignInAnyhow {
  readonly gate: Gate;
  readonly publicUrl: string | undefined;
  readonly name: OperationName;
}

/**
 * The same, but also accepts the cookie of a web session with the secret of its page. A call that presents a
 * key is judged by the key alone.
 */
export function signInAnyhow(incoming: IncomingMessage, given: SignInAnyhow): Promise<Caller> {
  const authorization = presented(incoming);
  if (authorization === undefined) return signInByCookie(incoming, given);
  return signIn(authorization, given.gate);
}

async function signInByCookie(
  incoming: IncomingMessage,
  { gate, publicUrl, name }: SignInAnyhow,
): Promise<Caller> {
  const { cookie, host } = incoming.headers;
  const { secret } = readCookies(cookie, siteOf(host, publicUrl));
  if (secret === undefined) return signIn(undefined, gate);
  checkOwnPage(incoming, publicUrl);
  const proof: PageProof = BY_COOKIE_ALONE.has(name) ? "by_cookie_alone" : pageProof(incoming);
  const caller = secret === "unreadable" ? undefined : await gate.authenticateWeb(secret, proof);
  if (caller !== undefined) return caller;
  throw new EarshotError(
    "NOT_SIGNED_IN",
    "This web session is unknown or over, or the call lacks the secret of its page. Sign in again: npx earshot open.",
  );
}

/** The user for whom a service calls, if it says so; a header that comes twice is no token. */
export async function forWhom(
  gate: Gate,
  { headers }: IncomingMessage,
  caller: Caller,
): Promise<Caller> {
  const token = headers["earshot-end-user"];
  return token === undefined ? caller : await gate.asEndUser(caller, String(token));
}
