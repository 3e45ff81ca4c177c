import { checkPostgresUrl, postgresPlace } from "../../system/postgres-url.ts";
import type { RunContext } from "./run-context.ts";

export interface PostgresAddress {
  readonly url: string;
  /** Host, port and database. */
  readonly place: string;
  /** Who has named it: a variable that is set permanently is easily forgotten. */
  readonly from: "--postgres" | "EARSHOT_POSTGRES";
}

/** The address that `--postgres` or the environment gives. */
export function postgresAddress(
  { environment }: Pick<RunContext, "environment">,
  given: string | undefined,
): PostgresAddress | undefined {
  const text = given ?? environment.postgres;
  if (text === undefined) return undefined;
  const from = given === undefined ? "EARSHOT_POSTGRES" : "--postgres";
  const url = checkPostgresUrl(text, from);
  return { url, place: postgresPlace(url), from };
}

export function postgresUrl(
  context: Pick<RunContext, "environment">,
  given: string | undefined,
): string | undefined {
  return postgresAddress(context, given)?.url;
}
