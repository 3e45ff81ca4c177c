import { appendFileSync, globSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import type { JsonObject } from "../../../src/domain/json.ts";
import type { ScriptedCall } from "../../suites/describe-bridge.ts";

/*
 * The agent of a rig without Earshot, in two processes: `begin` stops where a person is wanted and is killed there,
 * `decide` goes on with what a person said. Each run of its tool is a line in the log.
 */

/** A framework by itself. */
export interface Alone {
  /** Goes on until people are waited for. */
  begin(): Promise<unknown>;
  /** How many wait, as a new process finds them. */
  waiting(): Promise<number>;
  /** Decides all that wait in one way, and gives what the model was told. */
  decide(decision: AloneDecision): Promise<string>;
}

export interface AloneDecision {
  readonly approved: boolean;
  readonly reason?: string;
  /** Arguments that are to run instead. */
  readonly args?: JsonObject;
}

export interface AlonePlay {
  readonly folder: string;
  readonly calls: readonly ScriptedCall[];
  readonly ran: (args: JsonObject) => unknown;
}

const { FOLDER: folder = "", CALLS = "[]", PAIR } = process.env;
const [name = "", step = "", decision = "{}"] = process.argv.slice(2);
const [rig = ""] = globSync(join(import.meta.dirname, name, "alone.{ts,js}"));
const { alone } = (await import(pathToFileURL(rig).href)) as {
  readonly alone: (play: AlonePlay) => Alone;
};
const isOneOfTwo = PAIR !== undefined;
const store = join(folder, "store");
mkdirSync(store, { recursive: true });
/** As slow as tools are. */
const TOOL_MS = 2_000;

async function ran(args: JsonObject): Promise<void> {
  appendFileSync(join(folder, "log"), `${JSON.stringify(args)}\n`);
  if (isOneOfTwo) await sleep(TOOL_MS);
}

/** Two processes have both seen what waits before either decides. */
async function untilBothHaveSeen(): Promise<void> {
  writeFileSync(join(folder, `seen-${process.pid}`), "");
  while (globSync(join(folder, "seen-*")).length < 2) await sleep(10);
}

const framework = alone({ folder: store, calls: JSON.parse(CALLS), ran });
if (step === "begin") {
  await framework.begin();
  process.kill(process.pid, "SIGKILL");
}
const waits = await framework.waiting();
if (isOneOfTwo) await untilBothHaveSeen();
const told = waits === 0 ? "" : await framework.decide(JSON.parse(decision));
console.log(JSON.stringify({ waits, told }));
process.exit();
