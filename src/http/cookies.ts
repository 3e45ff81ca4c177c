import { isMistyped, WEB_SECRET_PREFIX } from "../domain/people/key-secret.ts";
import type { OwnSite } from "./site.ts";

/*
 * All ports of a host share cookies, so their names hold the port. Browsers take a name that begins with
 * __Host- only with Secure, and only for this one host. Some refuse it on http://localhost: the probe finds
 * out.
 */

const PROBE_SECONDS = 600;

interface Names {
  readonly safe: string;
  readonly plain: string;
  readonly probe: string;
}

function namesFor({ port }: OwnSite): Names {
  return {
    safe: `__Host-earshot-${port}`,
    plain: `earshot-${port}`,
    probe: `__Host-earshot-probe-${port}`,
  };
}

/** Our cookies in a call. */
export interface OwnCookies {
  /** The secret of its web session; `unreadable` if a cookie of that name cannot be one. */
  readonly secret: string | "unreadable" | undefined;
  /** Whether the browser keeps cookies whose names begin with __Host-. */
  readonly isProbed: boolean;
}

/** Reads the header strictly: if a name is there twice, nobody can say which one is ours. */
export function readCookies(header: string | undefined, site: OwnSite | undefined): OwnCookies {
  if (header === undefined || site === undefined) return { secret: undefined, isProbed: false };
  const { safe, plain, probe } = namesFor(site);
  const given = valuesOf(header);
  const name = given.has(safe) || !site.isPlainLoopback ? safe : plain;
  const values = given.get(name) ?? [];
  const [value] = values;
  const isGood = values.length === 1 && value !== undefined && isWebSecret(value);
  const secret = isGood ? value : "unreadable";
  return {
    secret: values.length === 0 ? undefined : secret,
    isProbed: given.has(probe),
  };
}

function isWebSecret(text: string): boolean {
  return text.startsWith(WEB_SECRET_PREFIX) && !isMistyped(text);
}

function valuesOf(header: string): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, string[]>();
  for (const part of header.split(";")) {
    const pair = part.trim();
    const equals = pair.indexOf("=");
    if (equals === -1) continue;
    const name = pair.slice(0, equals);
    values.set(name, [...(values.get(name) ?? []), pair.slice(equals + 1)]);
  }
  return values;
}

const SCOPE = "Path=/; HttpOnly; SameSite=Strict";

/** Whether a cookie can be kept: without the prefix only on this machine and without TLS. */
export function canKeep(site: OwnSite, { isProbed }: OwnCookies): boolean {
  return isProbed || site.isPlainLoopback;
}

/** The cookies that keep a web session. Call it only if `canKeep`. */
export function sessionCookies(
  site: OwnSite,
  { secret, seconds, isProbed }: { secret: string; seconds: number; isProbed: boolean },
): readonly string[] {
  const { safe, plain } = namesFor(site);
  const kept = `Max-Age=${seconds}; ${SCOPE}`;
  if (!isProbed) return [`${plain}=${secret}; ${kept}`];
  // An earlier sign-in may have had to use the plain name: that cookie is of no more use.
  return [`${safe}=${secret}; ${kept}; Secure`, ...(site.isPlainLoopback ? [gone(plain)] : [])];
}

/** The cookies that make the browser forget its web session. */
export function noSessionCookies(site: OwnSite): readonly string[] {
  const { safe, plain } = namesFor(site);
  return [`${gone(safe)}; Secure`, ...(site.isPlainLoopback ? [gone(plain)] : [])];
}

function gone(name: string): string {
  return `${name}=; Max-Age=0; ${SCOPE}`;
}

/** Comes back with the sign-in if the browser keeps such cookies. */
export function probeCookie(site: OwnSite): string {
  return `${namesFor(site).probe}=1; Max-Age=${PROBE_SECONDS}; ${SCOPE}; Secure`;
}
