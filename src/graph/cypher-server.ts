import type { Driver } from "neo4j-driver";
import { EarshotError } from "../domain/errors.ts";
import { present } from "../domain/present.ts";
import { INDEXES } from "./cypher-statements.ts";

const CONNECT_MS = 5_000;
const PATIENCE_MS = 15_000;

export interface Neo4jOptions {
  /** `bolt://…` or `neo4j://…`, or the same with `+s`. */
  readonly url: string;
  /** Without one nobody signs in. */
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  /** By default the user's own database. */
  readonly database?: string | undefined;
}

export type CypherRow = Readonly<Record<string, unknown>>;
export type CypherValues = Readonly<Record<string, unknown>>;

/** A server that speaks Cypher over Bolt. */
export interface CypherServer {
  read(statement: string, values: CypherValues): Promise<readonly CypherRow[]>;
  write(statement: string, values: CypherValues): Promise<void>;
  close(): Promise<void>;
}

/**
 * Connects, and creates indexes if the server can. Throws INVALID_INPUT if the package is missing or the
 * address is invalid, and STORE_UNAVAILABLE if the server does not answer or refuses the sign-in.
 */
export async function openCypherServer(options: Neo4jOptions): Promise<CypherServer> {
  const place = placeOf(options.url);
  const driver = await driverFor(options, place);
  const { database } = options;

  async function run(
    statement: string,
    values: CypherValues,
    routing: "READ" | "WRITE",
  ): Promise<readonly CypherRow[]> {
    try {
      const { records } = await driver.executeQuery(statement, values, {
        routing,
        ...present({ database }),
      });
      return records.map((record) => record.toObject());
    } catch (cause) {
      throw unavailable(place, cause);
    }
  }

  try {
    await driver.verifyConnectivity(database === undefined ? {} : { database });
  } catch (cause) {
    await driver.close();
    throw unavailable(place, cause);
  }
  for (const statement of INDEXES) await run(statement, {}, "WRITE").catch(() => {});
  return {
    read: (statement, values) => run(statement, values, "READ"),
    async write(statement, values) {
      await run(statement, values, "WRITE");
    },
    close: () => driver.close(),
  };
}

async function driverFor({ url, user, password }: Neo4jOptions, place: string): Promise<Driver> {
  const { default: neo4j } = await loadDriver();
  const auth = user === undefined ? undefined : neo4j.auth.basic(user, password ?? "");
  try {
    return neo4j.driver(url, auth, {
      connectionTimeout: CONNECT_MS,
      connectionAcquisitionTimeout: PATIENCE_MS,
      maxTransactionRetryTime: PATIENCE_MS,
    });
  } catch (cause) {
    throw new EarshotError(
      "INVALID_INPUT",
      `The graph cannot be reached at ${place}: that is no address of a Neo4j server. One looks like bolt://127.0.0.1:7687.`,
      { cause },
    );
  }
}

async function loadDriver() {
  try {
    return await import("neo4j-driver");
  } catch (cause) {
    throw new EarshotError(
      "INVALID_INPUT",
      "The graph in Neo4j needs the package neo4j-driver, which is not installed. Install it: npm install neo4j-driver@6",
      { cause },
    );
  }
}

/** The address without its password, for messages. */
function placeOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : "the address that is given";
}

function unavailable(place: string, cause: unknown): EarshotError {
  const said = cause instanceof Error ? cause.message : String(cause);
  return new EarshotError(
    "STORE_UNAVAILABLE",
    `The graph at ${place} did not do what it was asked: ${said}. See that the server runs and lets this user in, then try again.`,
    { cause },
  );
}
