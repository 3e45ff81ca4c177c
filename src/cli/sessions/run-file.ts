import { join, resolve } from "node:path";
import { modelKey } from "../../compose/model-key.ts";
import type { Experiment } from "../../host/experiment.ts";
import { readExperiment } from "../../host/read-experiment.ts";
import { type RunEnd, runExperiment } from "../../host/run-experiment.ts";
import {
  createRun,
  type OpenRun,
  type RunFoldersOptions,
  resumeRun,
} from "../../host/run-folders.ts";
import type { Earshot } from "../../ports/earshot/earshot.ts";
import { systemClock } from "../../system/clock.ts";
import { dataPaths } from "../../system/data-folder.ts";
import { digest } from "../../system/digest.ts";
import { createIds } from "../../system/ids.ts";
import { takeLock } from "../../system/lock.ts";
import { createToolDispatcher } from "../../tools/registry/dispatcher.ts";
import { recordToolCalls } from "../../tools/registry/record-tool-calls.ts";
import { ensureServer, folderOf } from "../terminal/ensure-server.ts";
import { EXIT_CODES } from "../terminal/exit-codes.ts";
import { createLink } from "../terminal/reconnect.ts";
import type { RunContext } from "../terminal/run-context.ts";
import { KNOWN_TOOLS, registryOf } from "./experiment-tools.ts";
import { findDesk } from "./find-desk.ts";
import { openModel } from "./open-model.ts";
import { openScreen, type RunScreen } from "./run-screen.ts";

/** Runs the experiment of a file, or takes its unfinished run up; returns the exit code. */
export async function runFile(
  context: RunContext,
  { path, isNew }: { readonly path: string; readonly isNew: boolean },
): Promise<number> {
  const file = resolve(path);
  const experiment = readExperiment(file, KNOWN_TOOLS);
  modelKey(experiment.model);
  await ensureServer(context);
  const folders = {
    root: join(dataPaths(context.options.data).root, "runs"),
    takeLock,
    clock: systemClock,
  };
  const opened = open(folders, { file, experiment, isNew });
  try {
    const end = await conduct(context, opened);
    return farewell(context, { path, end });
  } finally {
    opened.close();
  }
}

function open(
  folders: RunFoldersOptions,
  { isNew, ...now }: { file: string; experiment: Experiment; isNew: boolean },
): OpenRun {
  const resumed = isNew ? undefined : resumeRun(folders, now);
  return resumed ?? createRun(folders, { ...now, run: createIds(systemClock).next("run") });
}

/** Runs it before the eyes of the operator. */
async function conduct(context: RunContext, opened: OpenRun): Promise<RunEnd> {
  const { output, options } = context;
  const interrupted = new AbortController();
  const signal = AbortSignal.any([context.signal, interrupted.signal]);
  const link = createLink();
  const desk = await findDesk(context, opened.state.experiment, link);
  const screen = await openScreen({
    output,
    isJson: options.json === true,
    hasProgress: process.stderr.isTTY === true && options.plain !== true,
    stderr: process.stderr,
    desk,
    signal,
    onInterrupt: () => interrupted.abort(),
  });
  link.onChange((isUp) =>
    screen.note(isUp ? "The server is back." : "The server is away; trying again …"),
  );
  try {
    greet(screen, opened);
    const earshot = context.connectAs("agent", link);
    return await runOn(screen, { opened, earshot, signal });
  } finally {
    interrupted.abort();
    await screen.close();
  }
}

function greet(screen: RunScreen, { state, record, resumed }: OpenRun): void {
  screen.record(record, state);
  if (resumed === undefined) return;
  screen.line(`Resuming ${state.run} at cycle ${resumed.cycle}.`);
  if (!resumed.hasChanged) return;
  screen.note(
    `${state.file} has changed since; this run goes on as it began, with the limits of now. The changed one: --new.`,
  );
}

interface Parts {
  readonly opened: OpenRun;
  readonly earshot: Earshot;
  readonly signal: AbortSignal;
}

async function runOn(screen: RunScreen, { opened, earshot, signal }: Parts): Promise<RunEnd> {
  const { run: id, experiment } = opened.state;
  const onFault = (error: unknown) => screen.note(`A fault in a tool: ${String(error)}`);
  const recorder = recordToolCalls(earshot, { digest: digest.json, onFault });
  const registry = registryOf(experiment);
  const dispatcher = createToolDispatcher({ registry, listeners: [recorder], onFault });
  const model = openModel(opened.state);
  const { id: conversation } = await earshot.startConversation(
    { title: `${experiment.name} (${id})` },
    { idempotencyKey: id, signal },
  );
  try {
    return await runExperiment({
      run: opened,
      model,
      registry,
      dispatcher,
      earshot,
      conversation,
      signal,
      onRecord: screen.record,
      onQuestion: screen.question,
    });
  } finally {
    await recorder.settled();
  }
}

/** Says how it ended, and returns the exit code. */
function farewell(
  { output, options }: RunContext,
  { path, end }: { readonly path: string; readonly end: RunEnd },
): number {
  if (end.end === "finished") return EXIT_CODES.answered;
  const again = `npx earshot run${folderOf(options.data)} ${path}`;
  if (end.end === "interrupted") {
    output.note(`Stopped; nothing is lost. ${again} goes on from here.`);
    return EXIT_CODES.interrupted;
  }
  output.error(new Error(end.message));
  output.note(`The run stopped; nothing is lost. ${again} goes on from here.`);
  return EXIT_CODES.error;
}
