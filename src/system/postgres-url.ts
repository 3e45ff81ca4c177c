import { EarshotError } from "../domain/errors.ts";

const PROTOCOLS: readonly string[] = ["postgres:", "postgresql:"];
const DEFAULT_PORT = "5432";

export interface PostgresOptions {
  readonly url: string;
  /** How many connections serve reads. */
  readonly poolSize?: number | undefined;
  /** A file with the deployment key, or the key itself; the data folder's key by default. */
  readonly deploymentKey?: string | undefined;
  /** How long a start waits for a database that does not answer yet; 30,000 by default. */
  readonly patienceMs?: number | undefined;
  /** Hears that the start waits, and for what. */
  readonly onWait?: ((message: string) => void) | undefined;
}

/**
 * Throws INVALID_INPUT if the text is not the address of a PostgreSQL database; never repeats it.
 */
export function checkPostgresUrl(text: string, from: string): string {
  const isUrl = URL.canParse(text) && PROTOCOLS.includes(new URL(text).protocol);
  if (isUrl) return text;
  throw new EarshotError(
    "INVALID_INPUT",
    `${from} is not the address of a PostgreSQL database. Write it as postgres://user:password@host:5432/database, with characters of the password such as @ and / percent-encoded.`,
  );
}

/** Host, port and database of an address, for people: without user and password. */
export function postgresPlace(url: string): string {
  const { hostname, port, searchParams } = new URL(url);
  const host = searchParams.get("host") ?? (hostname === "" ? "localhost" : hostname);
  const where = host.startsWith("/")
    ? host
    : `${host}:${searchParams.get("port") ?? (port === "" ? DEFAULT_PORT : port)}`;
  return `${where}/${databaseOf(url)}`;
}

export function databaseOf(url: string): string {
  const { pathname, username } = new URL(url);
  const name = decodeURIComponent(pathname.slice(1));
  return name === "" ? decodeURIComponent(username) : name;
}

/** The password in each spelling in which a text may contain it. */
export function passwordsOf(url: string): readonly string[] {
  const { password, searchParams } = new URL(url);
  const given = [password, searchParams.get("password") ?? ""].filter((text) => text !== "");
  return [...new Set(given.flatMap((text) => [text, decoded(text)]))];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
