import { join, resolve } from "node:path";
import { findTerminal, type Terminal } from "../../channels/console/terminal.ts";
import type { Voice } from "../../channels/console/voice.ts";
import type { Fetch } from "../../client/transport.ts";
import { modelKey } from "../../compose/model-key.ts";
import { parseDuration } from "../../domain/duration.ts";
import { EarshotError, isEarshotError } from "../../domain/errors.ts";
import type { ConversationId } from "../../domain/id.ts";
import { present } from "../../domain/present.ts";
import type { Experiment } from "../../host/experiment.ts";
import { readExperiment } from "../../host/read-experiment.ts";
import { type RunEnd, runExperiment } from "../../host/run-experiment.ts";
import {
  createRun,
  type OpenRun,
  type RunFoldersOptions,
  resumeRun,
} from "../../host/run-folders.ts";
import type { RunState } from "../../host/run-state.ts";
import type { KnownTools } from "../../host/tool-faults.ts";
import { type Budget, withBudget } from "../../model/budget.ts";
import { createModel } from "../../model/create-model.ts";
import type { Earshot } from "../../ports/earshot/earshot.ts";
import type { Model } from "../../ports/model/model.ts";
import { systemClock } from "../../system/clock.ts";
import { dataPaths } from "../../system/data-folder.ts";
import { digest } from "../../system/digest.ts";
import { createIds } from "../../system/ids.ts";
import { takeLock } from "../../system/lock.ts";
import { checkSchema } from "../../system/schema-check.ts";
import { createToolDispatcher } from "../../tools/registry/dispatcher.ts";
import { recordToolCalls } from "../../tools/registry/record-tool-calls.ts";
import { createToolRegistry, type ToolRegistry } from "../../tools/registry/registry.ts";
import type { Tool } from "../../tools/registry/tool.ts";
import { TOOL_SETS } from "../../tools/sets.ts";
import { ensureServer } from "../terminal/ensure-server.ts";
import { EXIT_CODES } from "../terminal/exit-codes.ts";
import { createLink } from "../terminal/reconnect.ts";
import type { RunContext } from "../terminal/run-context.ts";
import { voiceHere } from "../terminal/voice-here.ts";
import { folderOf } from "../terminal/with-folder.ts";
import { openScreen, type RunScreen } from "./run-screen.ts";

/** Runs the experiment of a file, or resumes its unfinished run; returns the exit code. */
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

/** Runs it while the operator watches. */
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
  const conversation = await conversationOf(earshot, { run: id, name: experiment.name, signal });
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

/** The conversation of a run, made once. */
export async function conversationOf(
  earshot: Pick<Earshot, "startConversation">,
  {
    run,
    name,
    signal,
  }: { readonly run: string; readonly name: string; readonly signal: AbortSignal },
): Promise<ConversationId> {
  const titled = (title: string) =>
    earshot.startConversation({ title }, { idempotencyKey: run, signal });
  try {
    return (await titled(name)).id;
  } catch (error) {
    if (!isEarshotError(error, "KEY_REUSED")) throw error;
    // The run was begun by a version that put its id in the title.
    return (await titled(`${name} (${run})`)).id;
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

/** The tools of an agent host work on its sessions, which an experiment does not have. */
const { host: _, ...OF_EXPERIMENTS } = TOOL_SETS;
const SETS: Readonly<Record<string, readonly Tool[]>> = OF_EXPERIMENTS;
/** Two sets may have a tool of the same name: alone, the name means that of the earlier set. */
const TOOLS = Object.values(SETS)
  .flat()
  .filter((tool, index, all) => all.findIndex(({ name }) => name === tool.name) === index);

/** The sets from which an experiment can choose its tools. */
const KNOWN_TOOLS: KnownTools = {
  names: TOOLS.map(({ name }) => name),
  sets: Object.keys(SETS),
};

/** The tools that the model of an experiment may call. */
function registryOf({ tools }: Experiment): ToolRegistry {
  if (typeof tools !== "string") {
    return createToolRegistry(TOOLS.filter(({ name }) => tools.includes(name)));
  }
  const set = Object.hasOwn(SETS, tools) ? SETS[tools] : undefined;
  if (set !== undefined) return createToolRegistry(set);
  throw new EarshotError(
    "INVALID_INPUT",
    `There is no set of tools named ${JSON.stringify(tools)} in this version. Start another run with --new.`,
  );
}

/** A terminal and the operator at it. */
interface FoundDesk {
  readonly terminal: Terminal;
  readonly voice: Voice;
  readonly earshot: Earshot;
}

/**
 * The operator of a run at the terminal of this process; undefined if there is no terminal, or
 * nobody at it whom the experiment asks.
 */
async function findDesk(
  context: RunContext,
  { operator }: Experiment,
  link: { readonly fetch: Fetch },
): Promise<FoundDesk | undefined> {
  const stream = context.options.json === true ? "stderr" : "stdout";
  if (!process.stdin.isTTY || !process[stream].isTTY) return undefined;
  const found = await signIn(context, link);
  if (found === undefined) return undefined;
  const { earshot, name } = found;
  if (operator !== undefined && !operator.includes(name)) {
    context.output.note(`The questions of this run are not for ${name} and are not shown here.`);
    return undefined;
  }
  const terminal = findTerminal(process, stream);
  return { terminal, earshot, voice: await voiceHere(context, earshot) };
}

async function signIn(context: RunContext, link: { readonly fetch: Fetch }) {
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

/** The model of a run within what is left of its budget. */
function openModel(state: RunState): Model {
  const { url, name, api } = state.experiment.model;
  const apiKey = modelKey(state.experiment.model);
  const model = createModel({ baseUrl: url, name, api, checkSchema, ...present({ apiKey }) });
  return withBudget(model, budgetOf(state), systemClock);
}

function budgetOf({ experiment, usage, modelMs, modelCalls }: RunState): Budget {
  const { tokens, time, calls } = experiment.limits;
  return {
    ...present({
      maxTokens: tokens,
      maxMs: time === undefined ? undefined : parseDuration(time),
      maxCalls: calls,
    }),
    spent: {
      tokens: usage.inputTokens + usage.outputTokens,
      ms: modelMs,
      calls: modelCalls,
    },
  };
}
