import { z } from "zod";

/*
 * The log of a run: one JSON object a line, each on disk before anything follows from it. A resumed
 * run is rebuilt from it, `earshot runs` shows it, and docs/reference/run-log.md is made from these
 * schemas.
 */

const base = {
  v: z.literal(1),
  /** Counted from 1, without gaps. */
  seq: z.int().min(1),
  at: z.iso.datetime(),
};
const cycle = z.int().min(1).meta({ description: "Counted from 1." });
const step = z.int().min(1).meta({ description: "A call of the model within the cycle, from 1." });
const ms = z.number().min(0);
const usage = z.strictObject({ inputTokens: z.int().min(0), outputTokens: z.int().min(0) });
const call = z.strictObject({ id: z.string(), name: z.string(), args: z.unknown() });
const at = { cycle, step };

export const RUN_RECORDS = {
  "run.started": z.strictObject({
    ...base,
    type: z.literal("run.started"),
    run: z.string(),
    name: z.string(),
    file: z.string().meta({ description: "The experiment file, as an absolute path." }),
    experiment: z
      .unknown()
      .meta({ description: "The experiment as it was read, defaults filled in." }),
  }),
  "run.resumed": z.strictObject({
    ...base,
    type: z.literal("run.resumed"),
    cycle,
    limits: z.unknown().optional().meta({
      description: "Those of the experiment file at that moment, which hold from then on.",
    }),
  }),
  "cycle.started": z.strictObject({
    ...base,
    type: z.literal("cycle.started"),
    cycle,
    prompt: z.string(),
  }),
  "model.called": z.strictObject({ ...base, type: z.literal("model.called"), ...at }),
  "model.replied": z.strictObject({
    ...base,
    type: z.literal("model.replied"),
    ...at,
    text: z.string(),
    calls: z.array(call),
    usage,
    finishReason: z.string(),
    ms,
  }),
  "model.failed": z.strictObject({
    ...base,
    type: z.literal("model.failed"),
    ...at,
    code: z.string(),
    message: z.string(),
    ms,
  }),
  "tool.started": z.strictObject({
    ...base,
    type: z.literal("tool.started"),
    ...at,
    call: z.string(),
    tool: z.string(),
    args: z.unknown(),
  }),
  "tool.succeeded": z.strictObject({
    ...base,
    type: z.literal("tool.succeeded"),
    ...at,
    call: z.string(),
    tool: z.string(),
    text: z.string().meta({ description: "What the model is given." }),
    ms,
  }),
  "tool.failed": z.strictObject({
    ...base,
    type: z.literal("tool.failed"),
    ...at,
    call: z.string(),
    tool: z.string(),
    text: z.string(),
    errorType: z.string(),
    ms,
  }),
  "operator.asked": z.strictObject({
    ...base,
    type: z.literal("operator.asked"),
    ...at,
    call: z.string(),
    message: z.string(),
  }),
  "operator.answered": z.strictObject({
    ...base,
    type: z.literal("operator.answered"),
    ...at,
    call: z.string(),
    text: z.string(),
    ms: ms.meta({ description: "How long the operator took." }),
  }),
  "cycle.finished": z.strictObject({
    ...base,
    type: z.literal("cycle.finished"),
    cycle,
    notes: z.string().meta({ description: "Carried into the next cycle." }),
    steps: z.int().min(0),
    usage,
    ms,
  }),
  "run.finished": z.strictObject({ ...base, type: z.literal("run.finished"), usage, ms }),
  "run.stopped": z.strictObject({
    ...base,
    type: z.literal("run.stopped"),
    reason: z.enum(["interrupted", "budget", "failed"]),
    message: z.string(),
  }),
} as const;

export type RunRecordType = keyof typeof RUN_RECORDS;
export type RunRecordOf<T extends RunRecordType> = z.output<(typeof RUN_RECORDS)[T]>;
export type RunRecord = { [T in RunRecordType]: RunRecordOf<T> }[RunRecordType];

/** A record before it has its place in the log. */
export type RunFact = {
  [T in RunRecordType]: Omit<RunRecordOf<T>, "v" | "seq" | "at">;
}[RunRecordType];
