import { EarshotError, isEarshotError } from "../../domain/errors.ts";

/** An error of the driver. It has the fields of the server's answer only if there was one. */
interface DriverError {
  readonly code?: unknown;
  readonly severity?: unknown;
  readonly message?: unknown;
  readonly cause?: unknown;
}

const SQL_STATE = /^[0-9A-Z]{5}$/;
const RETRIED = ["40P01", "40001"];

/** Too many locks, or too much else, for the shared memory of the server. */
export const OUT_OF_LOCKS = "53200";
/** Raised by the commit function if one change of a batch must be undone alone. */
export const UNDO = "EA001";

/** PostgreSQL's five-character code of an error; undefined if the server did not answer. */
export function sqlState(error: unknown): string | undefined {
  const { code, severity, cause } = asDriverError(error);
  // Codes of Node, such as EPIPE, can look the same: only the server sends a severity.
  if (typeof code === "string" && typeof severity === "string" && SQL_STATE.test(code)) return code;
  return cause === undefined ? undefined : sqlState(cause);
}

/** Two transactions were in each other's way and this one was undone; it may be tried again. */
export function isRetriable(error: unknown): boolean {
  return RETRIED.includes(sqlState(error) ?? "");
}

/** The whole store or the connection is in trouble, not only this change. */
export function isOfStore(error: unknown): boolean {
  const state = sqlState(error);
  return state === undefined || OF_STORE.test(state) || isOfSession(error);
}
/* The commit function lists these too, and must let them pass. */
const OF_STORE = /^(?:08|25|28|3D|40|42501|53|54|55|57|58|F0|XX)/;

/**
 * The connection is gone or going, and nobody knows whether the work under way was committed. A server
 * announces the end of a connection, but possibly after a commit.
 */
export function isLost(error: unknown): boolean {
  const state = sqlState(error);
  return state === undefined || /^(?:08|57P)/.test(state) || isFatal(error);
}

function isFatal(error: unknown): boolean {
  const { severity, cause } = asDriverError(error);
  if (severity === "FATAL" || severity === "PANIC") return true;
  return cause !== undefined && isFatal(cause);
}

/** The error for callers: what is wrong and what fixes it. Never names the password. */
export function postgresError(error: unknown): EarshotError {
  if (isEarshotError(error)) return error;
  const state = sqlState(error);
  if (state !== undefined && isForGood(state)) return refusedForGood(state, textOf(error), error);
  return new EarshotError("STORE_UNAVAILABLE", messageFor(state, error), { cause: error });
}

/** Data that no column takes or the tables forbid: the same data will always fail. */
export function isForGood(state: string): boolean {
  return /^2[23]/.test(state);
}

/** Must not be tried again: a client would repeat it forever. */
export function refusedForGood(state: string, text: string, cause?: unknown): EarshotError {
  const reason = `(${state}): ${text.replace(/\.$/, "")}`;
  if (state.startsWith("23")) {
    return new EarshotError("INTERNAL", `PostgreSQL forbids what was to be stored ${reason}.`, {
      cause,
    });
  }
  return new EarshotError(
    "INVALID_INPUT",
    `PostgreSQL takes no such value ${reason}. Nothing was stored, and the same call fails again: change the value.`,
    { cause },
  );
}

/** The error if one connection meets what another left in its session. */
export const NO_SESSIONS =
  "The address of PostgreSQL is that of a pooler in transaction mode: a connection does not keep its session. Give the address of the server itself, or of a pool that keeps sessions (PgBouncer: pool_mode=session).";

/**
 * Errors of a session that is no longer usable: it began while the database was read-only, or a pooler
 * replaced it. A new one may work.
 */
export function isOfSession(error: unknown): boolean {
  return ["25006", "42P05", "26000"].includes(sqlState(error) ?? "");
}

const MESSAGES: Readonly<Record<string, string>> = {
  "28P01": "PostgreSQL refused the password: check the one in the URL.",
  "28000": "PostgreSQL refused the role: check the URL, and pg_hba.conf of the server.",
  "3D000": "PostgreSQL has no such database: create it, or mend its name in the URL.",
  "42501":
    "PostgreSQL refused because the role in the URL lacks a right: run earshot doctor, which names it.",
  "53100":
    "PostgreSQL's disk is full: nothing was stored. Free some space; Earshot goes on by itself.",
  "53200":
    "PostgreSQL is out of memory: nothing was stored. It is tried again by whoever repeats it.",
  "54000":
    "PostgreSQL holds no more of what it was given: nothing was stored. Run earshot doctor: it says whether notices pile up.",
  "53300":
    "PostgreSQL takes no more connections: raise max_connections there, or lower --pool here.",
  "25006":
    "PostgreSQL takes no writes now: the URL is that of a standby, or an administrator has set default_transaction_read_only. Earshot goes on by itself when that ends.",
  "42P05": NO_SESSIONS,
  "26000": NO_SESSIONS,
  "57014": "PostgreSQL took too long, and the statement was given up: nothing was stored.",
  "55P03": "Something else holds what this needs in PostgreSQL for too long: nothing was stored.",
  "57P03": "PostgreSQL is starting or stopping. Try again in a moment; Earshot goes on by itself.",
  "42P01": "The tables of Earshot are not in this database: start Earshot once over it.",
};

function messageFor(state: string | undefined, error: unknown): string {
  const known = MESSAGES[state ?? ""];
  if (known !== undefined) return known;
  if (state === undefined || isLost(error)) {
    return `PostgreSQL cannot be reached: ${textOf(error)}. Check that it runs; Earshot goes on by itself.`;
  }
  return `PostgreSQL failed (${state}): ${textOf(error)}.`;
}

/** The failure in one line. It can contain an address, never a password. */
function textOf(error: unknown): string {
  const { message, code } = asDriverError(error);
  const text = typeof message === "string" && message !== "" ? message : String(code ?? error);
  return text.replace(/(:\/\/[^:@/\s]*):[^@/\s]*@/g, "$1@").replace(/\.$/, "");
}

function asDriverError(error: unknown): DriverError {
  return typeof error === "object" && error !== null ? error : {};
}
