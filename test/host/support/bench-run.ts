import { join } from "node:path";
import { z } from "zod";
import type { Experiment } from "../../../src/host/experiment.ts";
import { type RunEnd, runExperiment } from "../../../src/host/run-experiment.ts";
import {
  createRun,
  type OpenRun,
  type RunFoldersOptions,
  resumeRun,
} from "../../../src/host/run-folders.ts";
import type { RunnerOptions } from "../../../src/host/run-tools.ts";
import type { Model, ModelInput, ModelReply } from "../../../src/ports/model/model.ts";
import { systemClock } from "../../../src/system/clock.ts";
import { createIds } from "../../../src/system/ids.ts";
import { takeLock } from "../../../src/system/lock.ts";
import { defineTool } from "../../../src/tools/registry/define-tool.ts";
import { createToolDispatcher } from "../../../src/tools/registry/dispatcher.ts";
import { createToolRegistry } from "../../../src/tools/registry/registry.ts";
import type { Tool } from "../../../src/tools/registry/tool.ts";
import { testFolder } from "../../support/cli.ts";
import type { Lab } from "./lab.ts";

/* A run in the process of the test, with tools and a model of its own. */

export const EXPERIMENT: Experiment = {
  name: "sample",
  model: { url: "http://127.0.0.1:1", name: "in-process", api: "openai" },
  system: "",
  prompt: "Cycle {{cycle}}.",
  tools: [],
  cycles: 1,
  limits: { steps: 10 },
};

const FILE = "/experiments/sample.yaml";

export function newFolders(): RunFoldersOptions {
  return { root: join(testFolder(), "runs"), takeLock, clock: systemClock };
}

export function begin(folders: RunFoldersOptions, experiment = EXPERIMENT): OpenRun {
  return createRun(folders, { file: FILE, experiment, run: createIds(systemClock).next("run") });
}

export function takeUp(folders: RunFoldersOptions, experiment = EXPERIMENT): OpenRun {
  const run = resumeRun(folders, { file: FILE, experiment });
  if (run === undefined) throw new Error("There is no run to take up.");
  return run;
}

/** A model that thinks in this process. */
export function modelOf(reply: (input: ModelInput) => Partial<ModelReply>): Model {
  const usage = { inputTokens: 1, outputTokens: 1 };
  return {
    name: "in-process",
    reply: async (input) => ({ text: "", calls: [], usage, finishReason: "stop", ...reply(input) }),
    structured: () => Promise.reject(new Error("Nobody asks for this.")),
  };
}

/** A tool without input that does this. */
export function toolOf(
  name: string,
  { repeatable, execute }: { repeatable: boolean; execute: Tool["execute"] },
): Tool {
  return defineTool({
    name,
    description: `Does ${name}.`,
    input: z.object({}),
    output: z.unknown(),
    annotations: { readOnly: false, repeatable },
    execute,
  });
}

export interface Parts {
  readonly lab: Lab;
  readonly run: OpenRun;
  readonly model: Model;
  readonly tools: readonly Tool[];
  readonly signal?: AbortSignal;
}

/** Runs it to its end and lets go of it. */
export async function conduct(
  { lab, run, model, tools, signal = new AbortController().signal }: Parts,
  more: Partial<RunnerOptions> = {},
): Promise<RunEnd> {
  const registry = createToolRegistry(tools);
  const { id: conversation } = await lab.agent.startConversation(
    { title: run.state.run },
    { idempotencyKey: run.state.run },
  );
  try {
    return await runExperiment({
      run,
      model,
      registry,
      dispatcher: createToolDispatcher({ registry }),
      earshot: lab.agent,
      conversation,
      signal,
      onRecord: () => {},
      onQuestion: () => {},
      ...more,
    });
  } finally {
    run.close();
  }
}
