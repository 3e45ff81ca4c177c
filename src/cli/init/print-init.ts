import { formatDuration } from "../../domain/duration.ts";
import { hideSecrets } from "../../domain/people/key-secret.ts";
import { visibleText } from "../../render/visible-text.ts";
import type { Style } from "../terminal/output.ts";
import type { RunContext } from "../terminal/run-context.ts";
import { folderOf } from "../terminal/with-folder.ts";
import { KEY_VARIABLE } from "./clients.ts";
import { changes, type FileChange } from "./file-change.ts";
import { configFile, type Setup } from "./plan.ts";
import type { UsedKey } from "./used-key.ts";

/** Shows what would be written, without any key. */
export function printChanges({ output }: RunContext, planned: readonly FileChange[]): void {
  for (const change of planned.filter(changes)) {
    const lines = changeLines(change, output.style).join("\n");
    output.note(`${hideSecrets(lines)}\n`);
  }
}

/** Says for whom a key will be made. */
export function printNewKey({ output }: RunContext, { key: { file, agent, holdMs } }: Setup): void {
  const wait = `its tools wait ${formatDuration(holdMs)} for a person`;
  output.note(`${output.style.bold(`${file} (new)`)}\n    a key of agent ${agent}; ${wait}\n`);
}

/** What the person has to do next; `left` is the key that the client used before. */
export function printNext(context: RunContext, setup: Setup, left: UsedKey | undefined): void {
  const { output, options } = context;
  const { client, isRemote, scope, key } = setup;
  const needsVariable =
    isRemote &&
    scope === "project" &&
    client.reached?.({ url: "", secret: undefined }, setup.name) !== undefined;
  output.note(`${client.title} is set up in ${configFile(setup)}.`);
  if (left !== undefined) printLeftKey(context, left);
  if (needsVariable) {
    output.note(`Start it with ${KEY_VARIABLE}="$(cat ${key.file})" in its environment.`);
  }
  if (scope === "project" && (!needsVariable || setup.hasHook)) {
    output.note(
      "The project's files hold paths of this machine: leave them out of what you commit.",
    );
  }
  output.note(`1. ${client.reload}`);
  output.note(`2. Answer on a terminal: npx earshot console${folderOf(options.data)}`);
  output.note("3. Try it: “Ask me which colour I like best, and wait for my answer.”");
}

/** Says that a key stays valid, and how to revoke it. */
export function printLeftKey(
  { output }: RunContext,
  { id, key: { agent }, place, data, url }: UsedKey,
): void {
  const [before, folder] =
    url === undefined ? ["", folderOf(data)] : [`EARSHOT_URL=${url} ${KEY_VARIABLE}=… `, ""];
  const revoke = (which: string) => `${before}npx earshot keys revoke ${which}${folder}`;
  const how =
    id === undefined
      ? `its id is not kept. Find it among those of agent ${agent} with ${before}npx earshot keys list${folder}, then ${revoke("ID")}.`
      : `other set-ups may use it. To revoke it: ${revoke(id)}.`;
  output.note(`The key in ${place} was not revoked: ${how}`);
}

/** Says which entries used the revoked key: their client would be refused without a word of why. */
export function printDead({ output, options }: RunContext, others: readonly Setup[]): void {
  for (const other of others) {
    const { client, scope, name } = other;
    const which = name === "earshot" ? "" : ` --name ${name}`;
    const line = `npx earshot init ${client.id} --scope ${scope}${which}${folderOf(options.data)}`;
    output.note(
      `The server ${name} in ${configFile(other)} used that key and is dead now. ${line} gives it a new one, ${line} --remove takes it out.`,
    );
  }
}

/** For scripts: which files are involved and what became of them. */
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

const CONTEXT_LINES = 3;

/** The change as lines for a terminal: removed lines, added lines, and a little around them. */
function changeLines({ path, before, after }: FileChange, style: Style): string[] {
  const old = linesOf(before);
  const now = linesOf(after);
  const head = commonLength(old, now);
  const tail = commonLength(old.slice(head).reverse(), now.slice(head).reverse());
  const around = (lines: readonly string[]) => lines.map((line) => style.dim(`    ${show(line)}`));
  return [
    style.bold(title(path, { before, after })),
    ...around(old.slice(Math.max(head - CONTEXT_LINES, 0), head)),
    ...old.slice(head, old.length - tail).map((line) => style.bad(`  - ${show(line)}`)),
    ...now.slice(head, now.length - tail).map((line) => style.good(`  + ${show(line)}`)),
    ...around(old.slice(old.length - tail).slice(0, CONTEXT_LINES)),
  ];
}

function title(path: string, { before, after }: Pick<FileChange, "before" | "after">): string {
  if (before === undefined) return `${path} (new)`;
  return after === undefined ? `${path} (goes)` : path;
}

function linesOf(text: string | undefined): string[] {
  return text === undefined ? [] : text.replace(/\n$/, "").split("\n");
}

function commonLength(one: readonly string[], other: readonly string[]): number {
  const different = one.findIndex((line, at) => line !== other[at]);
  return different === -1 ? one.length : different;
}

function show(line: string): string {
  return visibleText(line.replace(/\r$/, "").replaceAll("\t", "  "), { keepLines: false });
}
