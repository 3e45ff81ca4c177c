import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { stringify } from "yaml";
import { createClient, type EarshotClient } from "../../../src/client/client.ts";
import { isId } from "../../../src/domain/id.ts";
import type { ShownRequest } from "../../../src/domain/requests/request.ts";
import { asQuestion } from "../../../src/domain/requests/request.ts";
import { readLog } from "../../../src/host/log-file.ts";
import { runPaths } from "../../../src/host/run-folders.ts";
import type { RunRecord, RunRecordOf, RunRecordType } from "../../../src/host/run-log.ts";
import {
  earshot,
  eventually,
  type Finished,
  makeFolder,
  ROOT,
  type Running,
  removeFolder,
  spawnEarshot,
} from "../../support/cli.ts";
import { startModelServer } from "../../support/model-server/model-server.ts";
import type { ModelServer, Script, Turn, WireFormat } from "../../support/model-server/script.ts";
import { startHomeServer } from "../../support/server.ts";

/* A server, and around it what an experiment needs: a folder for its file, a model that says what it is told. */

export interface Lab {
  /** The data folder of the server. */
  readonly data: string;
  readonly agent: EarshotClient;
  readonly operator: EarshotClient;
  close(): Promise<void>;
}

/** Whoever opens it closes it. */
export async function openLab(): Promise<Lab> {
  const server = await startHomeServer();
  const clientOf = (key: string) => createClient({ url: server.url, key });
  return {
    data: server.folder,
    agent: clientOf(server.agent),
    operator: clientOf(server.operator),
    close: () => server.close(),
  };
}

export interface Setup {
  /** The experiment file. */
  readonly file: string;
  readonly model: ModelServer;
  /** Writes the file anew with other values. */
  change(values: Readonly<Record<string, unknown>>): void;
}

export interface SetupOptions {
  readonly format?: WireFormat;
  /** What the file says beside what every experiment needs. */
  readonly values?: Readonly<Record<string, unknown>>;
}

/** A model with its script and an experiment file that names it, for one test. */
export async function setUp(
  script: Script | readonly Turn[],
  { format = "openai", values = {} }: SetupOptions = {},
): Promise<Setup> {
  const model = await startModelServer(script);
  const folder = makeFolder();
  onTestFinished(async () => {
    await model.close();
    removeFolder(folder);
  });
  const file = join(folder, "experiment.yaml");
  const url = format === "openai" ? `${model.url}/v1` : model.url;
  const usual = {
    name: "sample",
    model: { url, name: "scripted", api: format },
    system: "You are a careful researcher.",
    prompt: "Cycle {{cycle}} of {{cycles}}.",
    cycles: 1,
  };
  const change = (more: Readonly<Record<string, unknown>>) =>
    writeFileSync(file, stringify({ ...usual, ...values, ...more }));
  change({});
  return { file, model, change };
}

/** Starts `earshot run`; it is killed with the test at the latest. */
export function startRun({ data }: Pick<Lab, "data">, args: readonly string[]): Running {
  return spawnEarshot(["run", "--data", data, ...args]);
}

/** Runs it to its end, without a terminal; with surroundings of its own, as it may start a server. */
export function run({ data }: Pick<Lab, "data">, ...args: readonly string[]): Promise<Finished> {
  return earshot(["run", "--data", data, ...args], { cwd: ROOT });
}

/** The runs of a file, oldest first. */
export function runsOf({ data }: Pick<Lab, "data">, file: string): string[] {
  const root = join(data, "runs");
  if (!existsSync(root)) return [];
  const ids = readdirSync(root).filter((name) => isId("run", name));
  // A run that was killed before its first record has no file.
  return ids.sort().filter((id) => {
    const { log } = runPaths(root, id);
    return existsSync(log) && ofType(readLog(log), "run.started")[0]?.file === file;
  });
}

export function recordsOf(
  { data }: Pick<Lab, "data">,
  id: string,
): [RunRecordOf<"run.started">, ...RunRecord[]] {
  const records = readLog(runPaths(join(data, "runs"), id).log);
  return records as [RunRecordOf<"run.started">, ...RunRecord[]];
}

/** The records of the only run of a file. */
export function recordsOfOnly(lab: Pick<Lab, "data">, file: string): RunRecord[] {
  const [id, ...more] = runsOf(lab, file);
  if (id === undefined || more.length > 0) throw new Error(`${file} has ${more.length + 1} runs.`);
  return recordsOf(lab, id);
}

export function ofType<T extends RunRecordType>(
  records: readonly RunRecord[],
  type: T,
): RunRecordOf<T>[] {
  return records.filter(
    (record): record is Extract<RunRecord, { type: T }> => record.type === type,
  ) as RunRecordOf<T>[];
}

/** The open question with this text, once it is there. */
export async function openQuestion({ operator }: Lab, text: string): Promise<ShownRequest> {
  return await eventually(
    async () => {
      const { items } = await operator.list({ status: "open" });
      return items.find((request) => asQuestion(request).question.text === text);
    },
    () => `the question ${text}`,
  );
}
