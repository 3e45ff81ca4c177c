import { readStoreMark } from "../../system/data-folder.ts";
import { checkPostgresUrl } from "../../system/postgres-url.ts";
import { type Finding, unknown } from "../terminal/finding.ts";
import type { RunContext } from "../terminal/run-context.ts";

const CHECK = "postgresql";

/** The database of a node; nothing if the record is in the data folder itself. */
export async function examinePostgres(
  context: RunContext,
  given: { readonly postgres?: string; readonly deploymentKey?: string },
): Promise<Finding[]> {
  const { environment, options } = context;
  const text = given.postgres ?? environment.postgres;
  if (text === undefined) {
    const mark = readStoreMark(options.data);
    if (mark === undefined) return [];
    const detail = `The record is at ${mark.place}. Not checked. Give --postgres URL or EARSHOT_POSTGRES.`;
    return [{ check: CHECK, state: "warning", detail }];
  }
  try {
    const url = checkPostgresUrl(
      text,
      given.postgres === undefined ? "EARSHOT_POSTGRES" : "--postgres",
    );
    const { checkDatabase } = await import("./check-database.ts");
    return await checkDatabase({
      url,
      data: options.data,
      deploymentKey: given.deploymentKey ?? environment.deploymentKey,
    });
  } catch (error) {
    return [unknown(CHECK, error)];
  }
}
