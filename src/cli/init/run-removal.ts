import { isEarshotError } from "../../domain/errors.ts";
import { ensureServer } from "../ensure-server.ts";
import { EXIT_CODES } from "../exit-codes.ts";
import type { RunContext } from "../run-context.ts";
import { forgetClientKey, keptKeyId, readClientKey } from "./client-key.ts";
import { changes, makeChange } from "./file-change.ts";
import { removals, type Setup } from "./plan.ts";
import { printChanges, printResult } from "./print-init.ts";
import { declined, isWanted, operatorOf } from "./run-init.ts";
import type { InitOptions } from "./setup.ts";

/** Takes a client's set-up out again and revokes its key; returns the exit code. */
export async function takeOut(
  context: RunContext,
  setup: Setup,
  options: InitOptions,
): Promise<number> {
  const { output } = context;
  const planned = removals(setup);
  const id = keptKeyId(setup.key);
  if (id === undefined && !planned.some(changes)) {
    output.note("There is nothing to take out.");
    return EXIT_CODES.answered;
  }
  printChanges(context, planned, readClientKey(setup.key));
  if (id !== undefined) output.note(`Revokes ${id} of agent ${setup.key.agent}.`);
  if (options.dryRun === true) {
    output.note("Nothing was written: --dry-run.");
    return EXIT_CODES.answered;
  }
  if (!(await isWanted(context, options, "Take this out?"))) return declined(context);
  for (const change of planned) makeChange(change);
  if (id !== undefined) {
    if (setup.url === undefined) await ensureServer(context);
    await operatorOf(context, setup)
      .revokeKey({ id })
      .catch((error: unknown) => {
        // Of a server that was made anew; there it opens nothing.
        if (!isEarshotError(error, "NOT_FOUND")) throw error;
      });
    forgetClientKey(setup.key);
    output.note(`Revoked ${id}.`);
  }
  printResult(context, setup, planned);
  return EXIT_CODES.answered;
}
