import { isEarshotError } from "../../domain/errors.ts";
import { readKeyFile } from "../../system/data-folder.ts";
import { ensureServer } from "../terminal/ensure-server.ts";
import { EXIT_CODES } from "../terminal/exit-codes.ts";
import type { RunContext } from "../terminal/run-context.ts";
import { forgetClientKey } from "./client-key.ts";
import { changes, makeChange } from "./file-change.ts";
import { dropOrigins } from "./origin.ts";
import { removals, type Setup } from "./plan.ts";
import { printChanges, printDead, printLeftKey, printResult } from "./print-init.ts";
import { declined, isWanted, operatorOf } from "./run-init.ts";
import type { InitOptions } from "./setup.ts";
import { entriesWith, type UsedKey, usedKey } from "./used-key.ts";

/** Removes a client's set-up and revokes the key that it uses; returns the exit code. */
export async function takeOut(
  context: RunContext,
  setup: Setup,
  options: InitOptions,
): Promise<number> {
  const { output } = context;
  const used = usedKey(setup);
  const data = used?.data ?? setup.data;
  const planned = removals({ ...setup, data });
  if (used === undefined && !planned.some(changes)) {
    output.note("There is nothing to take out.");
    return EXIT_CODES.answered;
  }
  printChanges(context, planned);
  if (used?.id !== undefined) {
    const { id, key, url } = used;
    const server = url === undefined ? "" : ` at ${url}`;
    output.note(`Revokes ${id} of agent ${key.agent}${server}.`);
  }
  if (options.dryRun === true) {
    output.note("Nothing was written: --dry-run.");
    return EXIT_CODES.answered;
  }
  if (!(await isWanted(context, options, "Take this out?"))) return declined(context);
  const end = await endOf(context, used);
  for (const change of planned) makeChange(change);
  dropOrigins(data, planned);
  await end();
  if (used?.id !== undefined) printDead(context, entriesWith(setup, used.key));
  printResult(context, setup, planned);
  return EXIT_CODES.answered;
}

/**
 * How to revoke the key after the files are written. Its server is found before that, so that a key
 * which cannot be revoked is not lost sight of.
 */
async function endOf(context: RunContext, used: UsedKey | undefined): Promise<() => Promise<void>> {
  const { output } = context;
  if (used === undefined) {
    return async () =>
      output.note("No key was revoked: the removed entry names no key of its own.");
  }
  const { id, key } = used;
  if (id === undefined) return async () => printLeftKey(context, used);
  const operator = await operatorFor(context, used);
  return async () => {
    try {
      await operator.revokeKey({ id });
    } catch (error) {
      // A key of a server that was since made new; it opens nothing there.
      if (!isEarshotError(error, "NOT_FOUND")) {
        printLeftKey(context, used);
        throw error;
      }
    }
    forgetClientKey(key);
    output.note(`Revoked ${id}.`);
  };
}

/** The operator of the server that accepts the key; the environment may name another server. */
async function operatorFor(context: RunContext, { data, url }: UsedKey) {
  if (url !== undefined) return operatorOf(context, { data, url });
  const key = readKeyFile(data, "operator") ?? context.environment.key;
  const environment = { ...context.environment, key, url };
  const own = { ...context, environment, options: { ...context.options, data } };
  await ensureServer(own);
  return operatorOf(own, { data, url });
}
