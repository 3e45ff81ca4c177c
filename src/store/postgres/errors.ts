import { EarshotError, isEarshotError } from "../../domain/errors.ts";

/** What the driver throws; the fields of the server's answer are there only where it has answered. */
interface DriverError {
  readonly code?: unknown;
  readonly severity?: unknown;
  readonly message?: unknown;
  readonly cause?: unknown;
}

const SQL_STATE = /^[0-9A-Z]{5}$/;
const RETRIED = ["40P01", "40001"];

/** Too many locks, or too much else, for what the server has set apart for all. */
export const OUT_OF_LOCKS = "53200";
/** What the commit function raises where one change of a batch must be undone alone. */
export const UNDO = "EA001";

/** The five characters by which PostgreSQL names an error; undefined where it has not said anything. */
export function sqlState(error: unknown): string | undefined {
  const { code, severity, cause } = asDriverError(error);
  // Codes of Node, such as EPIPE, can look the same: only the server sends a severity.
  if (typeof code === "string" && typeof severity === "string" && SQL_STATE.test(code)) return code;
  return cause === undefined ? undefined : sqlState(cause);
}

/** Two transactions were in each other's way, and this one was undone: it may be tried again. */
export function isRetriable(error: unknown): boolean {
  return RETRIED.includes(sqlState(error) ?? "");
}

/** The whole store is in trouble, or the connection to it; not the one change that met it. */
export function isOfStore(error: unknown): boolean {
  const state = sqlState(error);
  return state === undefined || OF_STORE.test(state) || isOfSession(error);
}
/* Also spelt in the commit function, which must let these pass. */
const OF_STORE = /^(?:08|25|28|3D|40|42501|53|54|55|57|58|F0|XX)/;

/**
 * The connection is gone, or going: nobody has said whether what was under way is committed. A
 * server that ends a connection says so, but that can come behind a commit.
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

/** The error that callers see: what is in the way and what mends it. Never names the password. */
export function postgresError(error: unknown): EarshotError {
  if (isEarshotError(error)) return error;
  const state = sqlState(error);
  if (state !== undefined && isForGood(state)) return refusedForGood(state, textOf(error), error);
  return new EarshotError("STORE_UNAVAILABLE", messageFor(state, error), { cause: error });
}

/** Data that no column takes, and what the tables forbid: the same comes to the same end for ever. */
export function isForGood(state: string): boolean {
  return /^2[23]/.test(state);
}

/** Never to be tried again: a client that repeated it would do so without end. */
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

/** What is said where one connection meets what another has left in its session. */
export const NO_SESSIONS =
  "The address of PostgreSQL is that of a pooler in transaction mode: a connection does not keep its session. Give the address of the server itself, or of a pool that keeps sessions (PgBouncer: pool_mode=session).";

/**
 * What a session answers that serves no more: it began while the database took no writes, or a pooler
 * has put another in its place. A new one may serve.
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

/** What went wrong in a line; an address can be in it, a password never. */
function textOf(error: unknown): string {
  const { message, code } = asDriverError(error);
  const text = typeof message === "string" && message !== "" ? message : String(code ?? error);
  return text.replace(/(:\/\/[^:@/\s]*):[^@/\s]*@/g, "$1@").replace(/\.$/, "");
}

function asDriverError(error: unknown): DriverError {
  return typeof error === "object" && error !== null ? error : {};
}
