import type { ReadStream } from "node:tty";
import { createLineReader } from "../../channels/console/line-reader.ts";
import { isYes } from "../../channels/console/yes-no.ts";
import { createClient } from "../../client/client.ts";
import { EarshotError } from "../../domain/errors.ts";
import { HIDDEN_SECRET } from "../../domain/people/key-secret.ts";
import { servingOf } from "../../system/data-folder.ts";
import { connect } from "../terminal/connect.ts";
import { ensureServer } from "../terminal/ensure-server.ts";
import { EXIT_CODES } from "../terminal/exit-codes.ts";
import type { RunContext } from "../terminal/run-context.ts";
import { isUsable, makeClientKey, readClientKey } from "./client-key.ts";
import { changes, type FileChange, makeChange } from "./file-change.ts";
import { keepOrigin } from "./origin.ts";
import { additions, type Setup } from "./plan.ts";
import { printChanges, printNewKey, printNext, printResult } from "./print-init.ts";
import { type InitOptions, isOwnServer } from "./setup.ts";
import { leftKey } from "./used-key.ts";

const NOTHING_TO_CHANGE = "There is nothing to change.";

/** Sets a client up; returns the exit code. */
export async function setUp(
  context: RunContext,
  setup: Setup,
  options: InitOptions,
): Promise<number> {
  const { output } = context;
  const kept = readClientKey(setup.key);
  const planned = additions(setup, kept ?? HIDDEN_SECRET);
  const isNeeded = kept === undefined || planned.some(changes);
  const left = leftKey(setup);
  printChanges(context, planned);
  if (kept === undefined) printNewKey(context, setup);
  if (options.dryRun === true) {
    output.note(isNeeded ? "Nothing was written: --dry-run." : NOTHING_TO_CHANGE);
    return EXIT_CODES.answered;
  }
  if (isNeeded && !(await isWanted(context, options, "Write this?"))) return declined(context);
  const secret = await usableKey(context, setup, { kept, options });
  if (secret === undefined) return declined(context);
  const made = write(setup, secret);
  if (isNeeded || secret !== kept) printNext(context, setup, left);
  else output.note(NOTHING_TO_CHANGE);
  printResult(context, setup, made);
  return EXIT_CODES.answered;
}

/** Writes, and reads the result back the way the client will. */
function write(setup: Setup, secret: string): FileChange[] {
  const made = additions(setup, secret);
  for (const change of made) {
    keepOrigin(setup.data, change);
    makeChange(change);
  }
  const wrong = additions(setup, secret).find(changes);
  if (wrong === undefined) return made;
  throw new EarshotError(
    "CONFLICT",
    `${wrong.path} does not say what was written: something else has written it too. Close ${setup.client.title} and run this again.`,
    { details: { path: wrong.path } },
  );
}

export async function isWanted(
  context: RunContext,
  { yes }: InitOptions,
  question: string,
): Promise<boolean> {
  return yes === true || (await confirm(context, question));
}

export function declined({ output }: RunContext): number {
  output.note("Nothing was written.");
  return EXIT_CODES.error;
}

/** The operator, who makes keys and revokes them. */
export function operatorOf(
  { environment }: RunContext,
  { data, url }: Pick<Setup, "data" | "url">,
) {
  // A folder's key goes to that folder's server and nowhere else.
  if (environment.key === undefined && !isOwnServer({ data, url })) {
    throw new EarshotError(
      "NOT_SIGNED_IN",
      `Making or revoking a key at ${url} takes an operator's key of that server: put it into EARSHOT_KEY for this command.`,
    );
  }
  return connect({ dataFolder: data, environment: { ...environment, url }, as: "operator" });
}

/**
 * The stored key if the server accepts it, otherwise a new one; undefined if a new one is not
 * wanted.
 */
async function usableKey(
  context: RunContext,
  setup: Setup,
  { kept, options }: { kept: string | undefined; options: InitOptions },
): Promise<string | undefined> {
  if (setup.url === undefined) await ensureServer(context);
  if (kept !== undefined) {
    const url = setup.url ?? servingOf(setup.data)?.url ?? "";
    if (await isUsable(createClient({ url, key: kept }), setup.key)) return kept;
    const question = `The key in ${setup.key.file} is not valid any more. Make a new one?`;
    if (!(await isWanted(context, options, question))) return undefined;
  }
  return await makeClientKey(operatorOf(context, setup), setup.data, setup.key);
}

/** Asks the person at the terminal; only a clear yes counts. */
async function confirm({ signal }: RunContext, question: string): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    throw new EarshotError(
      "NO_TERMINAL",
      "Nothing was written, since there is no terminal to ask on. Give --yes to write what is shown, or --dry-run to look only.",
    );
  }
  const reader = createLineReader({ input: process.stdin as ReadStream, output: process.stderr });
  try {
    // The end of input is no answer, and no answer means no.
    const typed = await reader.read(`${question} [y/N] `, signal);
    return typed.kind === "line" && isYes(typed.text);
  } finally {
    reader.close();
  }
}
