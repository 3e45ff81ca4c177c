import { isId, type RunId } from "../../domain/id.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import type { ListedRun, RunTranscript } from "../../ports/earshot/runs.ts";
import { notFound } from "../call/access.ts";
import { asPerson } from "../call/as-person.ts";
import type { Context } from "../call/context.ts";

const MAX_RUNS = 100;
const MAX_ENTRIES = 200;

/** The experiment runs of the data folder, for people. */
export async function listRuns(
  ctx: Context,
  caller: Caller,
): Promise<{ readonly items: readonly ListedRun[] }> {
  assertReader(caller);
  return { items: await ctx.runs.list(MAX_RUNS) };
}

export async function showRun(
  ctx: Context,
  caller: Caller,
  { id, after = 0 }: { readonly id: RunId; readonly after?: number },
): Promise<RunTranscript> {
  assertReader(caller);
  return found(id, await ctx.runs.show(checked(id), after, MAX_ENTRIES));
}

export async function runReport(
  ctx: Context,
  caller: Caller,
  { id }: { readonly id: RunId },
): Promise<{ readonly html: string }> {
  assertReader(caller);
  return { html: found(id, await ctx.runs.report(checked(id))) };
}

function assertReader(caller: Caller): void {
  requireRight(caller, "read");
  asPerson(caller);
}

/** What is no id must not reach the reader, which makes the name of a folder of it. */
function checked(id: RunId): RunId {
  if (isId("run", id)) return id;
  throw notFound("run", id);
}

function found<T>(id: RunId, run: T | undefined): T {
  if (run === undefined) throw notFound("run", id);
  return run;
}
