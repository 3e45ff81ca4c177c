const LOOPBACK = ["127.0.0.1", "[::1]"];

/**
 * Where a sign-in link leads. A passkey is bound to a host name, so the loopback address goes by
 * its name. The token is in the fragment, which browsers send to nobody.
 */
export function signInAddress(server: string, token: string): string {
  const url = new URL("/sign-in", server);
  if (url.protocol === "http:" && LOOPBACK.includes(url.hostname)) url.hostname = "localhost";
  url.hash = token;
  return url.href;
}
