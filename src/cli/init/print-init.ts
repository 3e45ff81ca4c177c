import { formatDuration } from "../../domain/duration.ts";
import { folderOf } from "../ensure-server.ts";
import type { RunContext } from "../run-context.ts";
import { KEY_VARIABLE } from "./clients.ts";
import { changes, type FileChange } from "./file-change.ts";
import { configFile, type Setup } from "./plan.ts";
import { changeLines } from "./show-change.ts";

/** Shows what would be written; a key that is there already is not shown with it. */
export function printChanges(
  { output }: RunContext,
  planned: readonly FileChange[],
  secret: string | undefined,
): void {
  for (const change of planned.filter(changes)) {
    const lines = changeLines(change, output.style).join("\n");
    output.note(`${secret === undefined ? lines : lines.replaceAll(secret, "ear_live_…")}\n`);
  }
}

/** Says for whom there will be a key. */
export function printNewKey({ output }: RunContext, { key: { file, agent, holdMs } }: Setup): void {
  const wait = `its tools wait ${formatDuration(holdMs)} for a person`;
  output.note(`${output.style.bold(`${file} (new)`)}\n    a key of agent ${agent}; ${wait}\n`);
}

/** What the person does now. */
export function printNext({ output, options }: RunContext, setup: Setup): void {
  const { client, isRemote, scope, key } = setup;
  const needsVariable =
    isRemote &&
    scope === "project" &&
    client.reached?.({ url: "", secret: undefined }, setup.name) !== undefined;
  output.note(`${client.title} is set up in ${configFile(setup)}.`);
  if (needsVariable) {
    output.note(`Start it with ${KEY_VARIABLE}="$(cat ${key.file})" in its environment.`);
  }
  output.note(`1. ${client.reload}`);
  output.note(`2. Answer on a terminal: npx earshot console${folderOf(options.data)}`);
  output.note("3. Try it: “Ask me which colour I like best, and wait for my answer.”");
}

/** For scripts: which files there are and what became of them. */
export function printResult(
  { output, options }: RunContext,
  { client, scope, name, key }: Setup,
  made: readonly FileChange[],
): void {
  if (options.json !== true) return;
  const files = made.map(({ path, before, after }) => ({ path, change: changeOf(before, after) }));
  output.json({ client: client.id, scope, server: name, agent: key.agent, key: key.file, files });
}

function changeOf(before: string | undefined, after: string | undefined) {
  if (before === after) return "unchanged";
  if (before === undefined) return "created";
  return after === undefined ? "removed" : "changed";
}
