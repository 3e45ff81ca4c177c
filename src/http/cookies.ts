import type { OwnSite } from "./site.ts";

/*
 * Cookies are shared between the ports of a host, so the port stands in their names. A name that
 * begins with __Host- is taken by browsers only with Secure, for the whole host and nothing beside
 * it; some refuse that on http://localhost, which the probe finds out.
 */

/** 256 random bits behind the prefix of a web session. */
const SECRET = /^ear_web_[\w-]{43}$/;
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

/** What a call brings of ours. */
export interface OwnCookies {
  /** Of its web session; `unreadable` where a cookie of that name is there and cannot be one. */
  readonly secret: string | "unreadable" | undefined;
  /** The browser keeps cookies whose name begins with __Host-. */
  readonly isProbed: boolean;
}

/** Reads the header strictly: of a name that is there twice, nobody can say which one is ours. */
export function readCookies(header: string | undefined, site: OwnSite | undefined): OwnCookies {
  if (header === undefined || site === undefined) return { secret: undefined, isProbed: false };
  const { safe, plain, probe } = namesFor(site);
  const given = valuesOf(header);
  const name = given.has(safe) || !site.isPlainLoopback ? safe : plain;
  const values = given.get(name) ?? [];
  const [value] = values;
  const isGood = values.length === 1 && value !== undefined && SECRET.test(value);
  const secret = isGood ? value : "unreadable";
  return {
    secret: values.length === 0 ? undefined : secret,
    isProbed: given.has(probe),
  };
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

/** Whether a cookie can be kept at all: without the prefix only on this machine and without TLS. */
export function canKeep(site: OwnSite, { isProbed }: OwnCookies): boolean {
  return isProbed || site.isPlainLoopback;
}

/** What makes the browser keep a web session. Only where `canKeep`. */
export function sessionCookies(
  site: OwnSite,
  { secret, seconds, isProbed }: { secret: string; seconds: number; isProbed: boolean },
): readonly string[] {
  const { safe, plain } = namesFor(site);
  const kept = `Max-Age=${seconds}; ${SCOPE}`;
  if (!isProbed) return [`${plain}=${secret}; ${kept}`];
  // One that an earlier sign-in had to leave under the plain name is of no more use.
  return [`${safe}=${secret}; ${kept}; Secure`, ...(site.isPlainLoopback ? [gone(plain)] : [])];
}

/** What makes the browser forget its web session. */
export function noSessionCookies(site: OwnSite): readonly string[] {
  const { safe, plain } = namesFor(site);
  return [`${gone(safe)}; Secure`, ...(site.isPlainLoopback ? [gone(plain)] : [])];
}

function gone(name: string): string {
  return `${name}=; Max-Age=0; ${SCOPE}`;
}

/** Comes back with the sign-in where the browser keeps such cookies. */
export function probeCookie(site: OwnSite): string {
  return `${namesFor(site).probe}=1; Max-Age=${PROBE_SECONDS}; ${SCOPE}; Secure`;
}
