import { EarshotError } from "../../domain/errors.ts";
import type { LiaisonReport } from "../../domain/liaison/calibration.ts";
import { liaisonReportOf } from "../../domain/liaison/calibration.ts";
import type { AgentFitness } from "../../domain/liaison/fitness.ts";
import { fitnessOf } from "../../domain/liaison/fitness.ts";
import { type Liaison, standingFeedback, taskOfRound } from "../../domain/liaison/liaison.ts";
import type { SelectionRecord } from "../../domain/liaison/selection-records.ts";
import { selectionRecordsOf } from "../../domain/liaison/selection-records.ts";
import { DEFAULT_HALF_LIFE_DAYS, DOUBTFUL_BELOW, MAX_HALF_LIFE_DAYS } from "../../domain/limits.ts";
import type { Caller } from "../../domain/people/principal.ts";
import { requireRight } from "../../domain/people/rights.ts";
import type { DoubtfulFeedback, DoubtfulInput, FitnessInput } from "../../ports/earshot/liaison.ts";
import { type Context, nowOf } from "../call/context.ts";
import { outcomesOf } from "../call/liaison-experience-cache.ts";
import { pageLimit } from "../call/page.ts";
import { maySee } from "../liaison-changes/liaison-access.ts";
import { eachLiaison } from "./list-liaisons.ts";

/** How reliable the confidence of specifications is, by the outcomes of all conversations that the caller reads. */
export async function liaisonReport(ctx: Context, caller: Caller): Promise<LiaisonReport> {
  requireRight(caller, "read");
  return liaisonReportOf(outcomesOf(await seenBy(ctx, caller)));
}

export async function fitness(
  ctx: Context,
  caller: Caller,
  input: FitnessInput = {},
): Promise<{ readonly items: readonly AgentFitness[] }> {
  requireRight(caller, "read");
  const half = input.half_life_days ?? DEFAULT_HALF_LIFE_DAYS;
  if (!(half > 0 && half <= MAX_HALF_LIFE_DAYS)) {
    throw new EarshotError(
      "INVALID_INPUT",
      `half_life_days is more than 0 and at most ${MAX_HALF_LIFE_DAYS}.`,
    );
  }
  const all = fitnessOf(await seenBy(ctx, caller), { now: nowOf(ctx), halfLifeDays: half });
  return { items: all.filter(({ agent }) => isWanted(agent, input)) };
}

/** One line per round with feedback, oldest first. */
export async function exportFitness(
  ctx: Context,
  caller: Caller,
  input: FitnessInput = {},
): Promise<AsyncIterable<SelectionRecord>> {
  requireRight(caller, "audit");
  return recordsOf(ctx, caller, input);
}

async function* recordsOf(
  ctx: Context,
  caller: Caller,
  input: FitnessInput,
): AsyncGenerator<SelectionRecord, void> {
  for await (const liaison of eachLiaison(ctx, caller.principal.workspace)) {
    if (liaison.erasedAt !== undefined) continue;
    for (const record of selectionRecordsOf([liaison])) {
      if (isWanted(record.agent, input)) yield record;
    }
  }
}

/** The newest first, of all conversations that the caller reads. */
export async function listDoubtfulFeedback(
  ctx: Context,
  caller: Caller,
  input: DoubtfulInput = {},
): Promise<{ readonly items: readonly DoubtfulFeedback[] }> {
  requireRight(caller, "read");
  const items = (await seenBy(ctx, caller)).flatMap(doubtfulOf);
  items.sort((one, other) => (one.at < other.at ? 1 : -1));
  return { items: items.slice(0, pageLimit(input.limit)) };
}

function doubtfulOf(liaison: Liaison): readonly DoubtfulFeedback[] {
  const { id, personName, title } = liaison;
  return standingFeedback(liaison)
    .filter(({ metrics }) => metrics.interpretation_confidence < DOUBTFUL_BELOW)
    .map(({ round, at, metrics }) => ({
      conversation_id: id,
      user_id: personName,
      title,
      task_id: taskOfRound(liaison, round),
      round,
      at,
      acceptance_status: metrics.acceptance_status,
      confidence: metrics.interpretation_confidence,
    }));
}

function isWanted(agent: string, input: FitnessInput): boolean {
  return input.agent === undefined || input.agent === agent;
}

async function seenBy(ctx: Context, caller: Caller): Promise<readonly Liaison[]> {
  const seen: Liaison[] = [];
  for await (const liaison of eachLiaison(ctx, caller.principal.workspace)) {
    if (liaison.erasedAt === undefined && maySee(caller, liaison)) seen.push(measured(liaison));
  }
  return seen;
}

/**
 * What the measures need, without the bulk of a conversation: all of a workspace are held at once.
 */
function measured(liaison: Liaison): Liaison {
  const results = liaison.results.map((one) => ({ ...one, result: null }));
  return { ...liaison, exchanges: [], progress: [], results };
}
