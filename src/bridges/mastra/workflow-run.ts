import { present } from "../../domain/present.ts";
import type { Earshot } from "../../ports/earshot/earshot.ts";
import type { OnAskedBack } from "../answer-asked.ts";
import { questionIn } from "../model-question.ts";
import { putToPeople } from "../put-to-people.ts";
import { type RunOptions, toldWithBytes } from "./agent-run.ts";

/** A workflow of Mastra, with a storage that outlives a process. */
export interface MastraWorkflow<Result> {
  getWorkflowRunById(runId: string): Promise<WorkflowState | null>;
  createRun(options: { runId: string }): Promise<{
    start(options: never): Promise<Result>;
    resume(options: never): Promise<Result>;
    restart(options?: never): Promise<Result>;
  }>;
}

interface WorkflowState {
  readonly status: string;
  readonly steps?: Readonly<Record<string, unknown>> | undefined;
}

/** In what a killed process leaves a run that it was at work on. */
const CUT_OFF: readonly string[] = ["running", "pending", "waiting"];

interface WorkflowRunOptions extends RunOptions {
  readonly inputData: unknown;
  readonly onAskedBack: OnAskedBack | undefined;
}

export async function workflowToItsEnd<R>(
  earshot: Pick<Earshot, "ask" | "authorize" | "waitMany" | "answerBack" | "readFile">,
  workflow: MastraWorkflow<R>,
  { inputData, onAskedBack, ...options }: WorkflowRunOptions,
): Promise<R> {
  const { runId, conversation, expiresInMs, signal } = options;
  let state = await workflow.getWorkflowRunById(runId);
  const run = await workflow.createRun({ runId });
  let result = state as R;
  if (state === null) result = await run.start({ inputData } as never);
  else if (CUT_OFF.includes(state.status)) result = await run.restart();
  for (;;) {
    state = await workflow.getWorkflowRunById(runId);
    const open = state?.status === "suspended" ? suspendedSteps(state) : [];
    if (open.length === 0) return result;
    const matters = open.map(({ path, suspendedAt, payload }) => ({
      // A step in a loop asks anew each time that it is suspended.
      key: [runId, ...path, suspendedAt],
      question: { ...questionIn(payload), ...present({ conversation, expiresInMs }) },
    }));
    const outcomes = await putToPeople(earshot, matters, { signal, onAskedBack });
    for (const [index, { path: step }] of open.entries()) {
      const given = outcomes[index];
      if (given === undefined) continue;
      const resumeData = await toldWithBytes(earshot, given);
      result = await run.resume({ step, resumeData } as never);
    }
  }
}

/** A step that waits, once for each time that it is suspended. */
interface SuspendedStep {
  readonly path: readonly string[];
  readonly suspendedAt: string;
  readonly payload: unknown;
}

/** The innermost ones: a workflow within another is kept as a step, beside its own steps under its name. */
function suspendedSteps({ steps = {} }: WorkflowState): readonly SuspendedStep[] {
  const suspended = Object.entries(steps).flatMap(([name, step]) => {
    const kept = Object(step) as Readonly<Record<string, unknown>>;
    if (kept["status"] !== "suspended") return [];
    return [{ name, suspendedAt: `${kept["suspendedAt"]}`, payload: kept["suspendPayload"] }];
  });
  return suspended
    .filter(({ name }) => !suspended.some((other) => other.name.startsWith(`${name}.`)))
    .map(({ name, ...step }) => ({ path: name.split("."), ...step }));
}
