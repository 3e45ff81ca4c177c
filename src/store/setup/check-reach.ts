import { setTimeout as pause } from "node:timers/promises";
import { EarshotError, isEarshotError } from "../../domain/errors.ts";
import { present } from "../../domain/present.ts";
import {
  type ConnectOptions,
  connect,
  loadPg,
  type OpenConnection,
} from "../postgres/connection.ts";

/** With the options of the connection, which is always the owner's. */
export interface ReachOptions extends Omit<ConnectOptions, "as"> {
  /** Host, port and database, for messages. */
  readonly place: string;
  readonly database: string;
  /** How long to wait for a server that is still starting. */
  readonly patienceMs: number;
  /** Ends the waiting: rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called once if it has to wait, with the reason. */
  readonly onWait: (reason: string) => void;
}

const POLL_MS = 250;

/** Codes of PostgreSQL and of the network that may go away with time. */
const NOT_YET: ReadonlySet<string> = new Set([
  "57P03",
  "57P01",
  "57P02",
  "53300",
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ETIMEDOUT",
  "EAI_AGAIN",
]);

/**
 * Opens the first connection to the database; waits for a server that is still starting. Throws an error
 * that says what to do.
 */
export async function reachPostgres(options: ReachOptions): Promise<OpenConnection> {
  await loadPg();
  const deadline = Date.now() + options.patienceMs;
  let isTold = false;
  for (;;) {
    const failure = await connect({ ...options, as: "owner" }).catch(failureOf);
    if (!(failure instanceof Error)) return failure;
    if (!isPassing(failure) || Date.now() >= deadline) throw told(failure, options);
    if (!isTold) options.onWait(reasonOf(failure));
    isTold = true;
    await pause(POLL_MS, undefined, options.signal === undefined ? {} : { signal: options.signal });
  }
}

/** As the driver has it: for example, a certificate file of the address may be missing. */
function failureOf(error: unknown): Failure {
  return (isEarshotError(error) ? (error.cause ?? error) : error) as Failure;
}

/** Errors of `pg`: those of the server have a code of five characters, those of the network a word. */
interface Failure extends Error {
  readonly code?: string;
  readonly errors?: readonly Failure[];
}

/** If a name has several addresses, each fails in its own way and the outer error has no code. */
function codeOf({ code, errors }: Failure): string {
  return code ?? errors?.[0]?.code ?? "";
}

function isPassing(failure: Failure): boolean {
  return NOT_YET.has(codeOf(failure)) || failure.message.includes("timeout expired");
}

/** Errors of certificates and their files, which Node names in many ways. */
function isOfTls(failure: Failure): boolean {
  return /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO|ENOENT|EACCES/.test(
    `${codeOf(failure)} ${failure.message}`,
  );
}

function reasonOf(failure: Failure): string {
  if (codeOf(failure) === "57P03") return "the database system is starting up";
  return codeOf(failure) || failure.message;
}

function told(failure: Failure, { place, database }: ReachOptions): EarshotError {
  const code = codeOf(failure);
  const details = { place, ...present({ code: code === "" ? undefined : code }) };
  const told = (kind: "NOT_SIGNED_IN" | "NOT_FOUND" | "STORE_UNAVAILABLE", message: string) =>
    new EarshotError(kind, message, { details });
  switch (code) {
    case "28P01":
    case "28000":
      return told(
        "NOT_SIGNED_IN",
        `PostgreSQL at ${place} refuses the user or the password of the address. Look at both, and at pg_hba.conf of the server, which may want TLS: ?sslmode=verify-full. Characters such as @ and / must be percent-encoded.`,
      );
    case "3D000":
      return told(
        "NOT_FOUND",
        `PostgreSQL at ${place} has no database "${database}". Make it: createdb ${database}, or create database ${database};`,
      );
    case "42501":
      return told(
        "NOT_SIGNED_IN",
        `The user of the address may not connect to ${place}. Grant it: grant connect on database ${database} to USER;`,
      );
    case "ENOTFOUND":
      return told(
        "STORE_UNAVAILABLE",
        `The host of ${place} is not known. Look at the address, and at the name service of this machine.`,
      );
  }
  if (isOfTls(failure)) {
    return told(
      "STORE_UNAVAILABLE",
      `The connection to PostgreSQL at ${place} cannot be secured by TLS (${reasonOf(failure)}). Name the authority of its certificate, ?sslmode=verify-full&sslrootcert=FILE, and call the server as its certificate does; where it has no TLS: ?sslmode=disable.`,
    );
  }
  return told(
    "STORE_UNAVAILABLE",
    `PostgreSQL at ${place} does not answer (${reasonOf(failure)}). Is it running, and does a firewall stand between? Start it, or mend the address.`,
  );
}
