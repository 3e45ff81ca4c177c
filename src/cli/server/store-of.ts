import { existsSync } from "node:fs";
import type { ServerOptions } from "../../compose/server.ts";
import { EarshotError } from "../../domain/errors.ts";
import { dataPaths, readStoreMark } from "../../system/data-folder.ts";
import { checkPostgresUrl } from "../../system/postgres-url.ts";
import type { RunContext } from "../terminal/run-context.ts";
import { halfMoved } from "../terminal/store-mark.ts";

export interface StoreOptions {
  readonly postgres?: string;
  readonly deploymentKey?: string;
  readonly postgresWait: number;
}

/**
 * The database that the command line or the environment names; none for a file in the data folder.
 */
export function storeOf(
  { output, options, environment }: RunContext,
  given: StoreOptions,
  poolSize: number | undefined,
): Pick<ServerOptions, "postgres"> {
  const text = given.postgres ?? environment.postgres;
  if (text === undefined) {
    requireOwnStore(options.data);
    return {};
  }
  requireNoOwnRecord(options.data);
  const from = given.postgres === undefined ? "EARSHOT_POSTGRES" : "--postgres";
  return {
    postgres: {
      url: checkPostgresUrl(text, from),
      poolSize,
      deploymentKey: given.deploymentKey ?? environment.deploymentKey,
      patienceMs: given.postgresWait,
      onWait: (message) => output.note(output.style.dim(message)),
    },
  };
}

/** The content of the folder would be left behind unseen, with everything that waits in it. */
function requireNoOwnRecord(data: string): void {
  const { database } = dataPaths(data);
  const mark = readStoreMark(data);
  if (mark?.isMoving === true) throw halfMoved(data, mark);
  if (mark !== undefined || !existsSync(database)) return;
  throw new EarshotError(
    "INVALID_INPUT",
    `${data} holds a record of its own. Move it: npx earshot migrate sqlite-to-postgres. Or choose another folder for the node with --data.`,
    { details: { database } },
  );
}

/**
 * Without its database a node would begin its own record and could not answer for anything it has
 * said.
 */
function requireOwnStore(data: string): void {
  const mark = readStoreMark(data);
  if (mark === undefined) return;
  if (mark.isMoving === true) throw halfMoved(data, mark);
  throw new EarshotError(
    "INVALID_INPUT",
    `The record of ${data} is in PostgreSQL at ${mark.place}. Start it with --postgres URL or EARSHOT_POSTGRES, or choose another folder with --data for a server with a record of its own.`,
    { details: { place: mark.place } },
  );
}
