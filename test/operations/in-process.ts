import { Command } from "commander";
import { verifyAudit } from "../../src/cli/commands/log/audit.ts";
import { start } from "../../src/cli/commands/server/start.ts";
import { backup, checkBackupFile } from "../../src/cli/commands/upkeep/backup.ts";
import { drillBackup } from "../../src/cli/commands/upkeep/backup-drill.ts";
import { sqliteToPostgres } from "../../src/cli/commands/upkeep/migrate.ts";
import { restore } from "../../src/cli/commands/upkeep/restore.ts";
import { retention } from "../../src/cli/commands/upkeep/retention.ts";
import type { CommandModule } from "../../src/cli/terminal/command.ts";
import { exitCodeOf } from "../../src/cli/terminal/exit-codes.ts";
import type { Output } from "../../src/cli/terminal/output.ts";
import type { CommonOptions, RunContext } from "../../src/cli/terminal/run-context.ts";
import { readEnvironment } from "../../src/compose/config.ts";
import type { Finished, Variables } from "../support/cli.ts";

/* Commands without the start of a process, which takes longer than what most of them do. */

const COMMANDS = {
  backup,
  restore,
  retention,
  start,
  "audit verify": verifyAudit,
  "backup check": checkBackupFile,
  "backup drill": drillBackup,
  "sqlite-to-postgres": sqliteToPostgres,
};

/** Runs a command of this name as the program does, and resolves with what it said and its exit code. */
export async function runInProcess(
  name: keyof typeof COMMANDS,
  args: readonly string[],
  env: Variables = {},
): Promise<Pick<Finished, "code" | "stdout" | "stderr">> {
  const said = { stdout: "", stderr: "" };
  const module: CommandModule = COMMANDS[name];
  const command = module.define(new Command().exitOverride()).exitOverride();
  let code = 0;
  command.action(async () => {
    const context = contextOf(command.opts<CommonOptions>(), { env, said });
    try {
      code = await module.run(context, command);
    } catch (error) {
      context.output.error(error);
      code = exitCodeOf(error);
    }
  });
  await command.parseAsync(args, { from: "user" });
  return { code, ...said };
}

interface Said {
  stdout: string;
  stderr: string;
}

function contextOf(
  options: CommonOptions,
  { env, said }: { readonly env: Variables; readonly said: Said },
): RunContext {
  const { signal } = new AbortController();
  return {
    output: outputTo(said),
    options: { ...options, plain: true },
    folder: { folder: options.data, source: "option" },
    environment: readEnvironment(env),
    connectAs: () => {
      throw new Error("These commands call no server.");
    },
    signal,
    isAtTerminal: false,
    call: { signal },
  };
}

function outputTo(said: Said): Output {
  const same = (text: string) => text;
  const to = (stream: keyof Said) => (text: string) => {
    said[stream] += `${text}\n`;
  };
  return {
    line: to("stdout"),
    json: (value) => to("stdout")(JSON.stringify(value)),
    note: to("stderr"),
    error: (error) => to("stderr")(`error: ${error instanceof Error ? error.message : error}`),
    style: { dim: same, bold: same, good: same, bad: same },
    columns: undefined,
  };
}
