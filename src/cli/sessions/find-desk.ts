import { findTerminal, type Terminal } from "../../channels/console/terminal.ts";
import { isEarshotError } from "../../domain/errors.ts";
import type { Experiment } from "../../host/experiment.ts";
import type { Earshot } from "../../ports/earshot/earshot.ts";
import type { RunContext } from "../terminal/run-context.ts";

/** A terminal and the operator at it. */
export interface FoundDesk {
  readonly terminal: Terminal;
  readonly earshot: Earshot;
}

/**
 * The operator of a run at the terminal of this process; undefined where there is no terminal, or
 * nobody at it whom the experiment asks.
 */
export async function findDesk(
  context: RunContext,
  { operator }: Experiment,
  link: { readonly fetch: typeof fetch },
): Promise<FoundDesk | undefined> {
  const stream = context.options.json === true ? "stderr" : "stdout";
  if (!process.stdin.isTTY || !process[stream].isTTY) return undefined;
  const found = await signIn(context, link);
  if (found === undefined) return undefined;
  const { earshot, name } = found;
  if (operator !== undefined && !operator.includes(name)) {
    context.output.note(`The questions of this run do not ask ${name}; they are not shown here.`);
    return undefined;
  }
  return { terminal: findTerminal(process, stream), earshot };
}

async function signIn(context: RunContext, link: { readonly fetch: typeof fetch }) {
  try {
    const earshot = context.connectAs("operator", link);
    const { principal, rights } = await earshot.whoami();
    if (rights.includes("answer")) return { earshot, name: principal.name };
  } catch (error) {
    if (!isEarshotError(error, "NOT_SIGNED_IN")) throw error;
  }
  context.output.note("There is no operator's key here; questions wait for an answer elsewhere.");
  return undefined;
}
