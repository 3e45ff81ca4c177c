import { EarshotError } from "../domain/errors.ts";

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/** Https, or http to this very machine, where nobody can listen in. */
export function isSafeUrl(url: URL): boolean {
  return url.protocol === "https:" || isLoopbackUrl(url);
}

export function isLoopbackUrl(url: URL): boolean {
  return url.protocol === "http:" && LOOPBACK.includes(url.hostname);
}

/**
 * The address by which others reach a server through a proxy, without a slash at its end. Throws
 * INVALID_INPUT for one that others on the way could read, and for one under which nothing is
 * served.
 */
export function checkPublicUrl(publicUrl: string): string {
  const url = URL.parse(publicUrl);
  if (url !== null && isSafeUrl(url) && url.href === `${url.origin}/`) return url.origin;
  throw new EarshotError(
    "INVALID_INPUT",
    "The public URL must be an https address without a path, such as https://earshot.example.com. http is taken only for this machine.",
  );
}
