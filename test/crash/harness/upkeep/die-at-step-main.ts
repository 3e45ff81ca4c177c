import fs from "node:fs";
import promises from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { Socket } from "node:net";
import { DatabaseSync, StatementSync } from "node:sqlite";
import { isMainThread } from "node:worker_threads";

/*
 * node --import THIS PROGRAM: has the program kill itself before a step by which it changes a disk or a
 * database, EARSHOT_DIE_AT=fs.renameSync:2 before the second of that name; or write to the file of
 * EARSHOT_STEPS_TO how often it took each.
 */
const { EARSHOT_DIE_AT, EARSHOT_STEPS_TO } = process.env;
const taken: Record<string, number> = {};

function watch(of: string, holder: object, names: readonly string[]): void {
  const on = holder as Record<string, (...args: unknown[]) => unknown>;
  for (const name of names) {
    const step = on[name];
    if (step === undefined) throw new Error(`${of} has no ${name}.`);
    const label = `${of}.${name}`;
    on[name] = function watched(this: unknown, ...args: unknown[]) {
      taken[label] = (taken[label] ?? 0) + 1;
      if (`${label}:${taken[label]}` === EARSHOT_DIE_AT) process.kill(process.pid, "SIGKILL");
      return step.apply(this, args);
    };
  }
}

// Threads beside it only read.
if (isMainThread) {
  if (EARSHOT_STEPS_TO !== undefined) {
    const write = fs.writeFileSync.bind(fs);
    process.once("exit", () => write(EARSHOT_STEPS_TO, JSON.stringify(taken)));
  }
  watch("fs", fs, ["open", "write", "writev", "writeFileSync", "writeSync", "fsyncSync"]);
  watch("fs", fs, ["mkdirSync", "mkdtempSync", "renameSync", "rmSync"]);
  watch("promises", promises, ["open", "rename"]);
  watch("sqlite", DatabaseSync.prototype, ["exec"]);
  watch("sqlite", StatementSync.prototype, ["run", "all"]);
  watch("socket", Socket.prototype, ["write"]);
  syncBuiltinESMExports();
}
