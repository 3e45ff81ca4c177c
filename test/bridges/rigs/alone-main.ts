import { appendFileSync, globSync, mkdirSync } from "node:fs";
import { join } from "node:path";
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

const { FOLDER: folder = "", CALLS = "[]", SLOW } = process.env;
const [name = "", step = "", decision = "{}"] = process.argv.slice(2);
const [rig = ""] = globSync(join(import.meta.dirname, name, "alone.{ts,js}"));
const { alone } = (await import(pathToFileURL(rig).href)) as {
  readonly alone: (play: AlonePlay) => Alone;
};
const store = join(folder, "store");
mkdirSync(store, { recursive: true });
/** As slow as tools are: whoever takes the same call up meanwhile does so at once. */
const TOOL_MS = 4_000;
async function ran(args: JsonObject): Promise<void> {
  appendFileSync(
    join(folder, "log"),
    `${JSON.stringify(args)}
`,
  );
  if (SLOW !== undefined) await new Promise((resolve) => setTimeout(resolve, TOOL_MS));
}
const framework = alone({ folder: store, calls: JSON.parse(CALLS), ran });
if (step === "begin") {
  await framework.begin();
  process.kill(process.pid, "SIGKILL");
}
const waits = await framework.waiting();
const told = waits === 0 ? "" : await framework.decide(JSON.parse(decision));
console.log(JSON.stringify({ waits, told }));
process.exit();
