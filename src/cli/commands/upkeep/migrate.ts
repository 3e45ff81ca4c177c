import type { Command } from "commander";
import { EarshotError } from "../../../domain/errors.ts";
import { addCommand, type CommandModule } from "../../terminal/command.ts";
import { EXIT_CODES } from "../../terminal/exit-codes.ts";
import { postgresUrl } from "../../terminal/postgres-url.ts";
import { folderOf } from "../../terminal/with-folder.ts";

/** The group; its command follows. */
export function defineMigrate(program: Command): Command {
  return program
    .command("migrate")
    .summary("Move a deployment to another store")
    .description("Move a deployment to another store.");
}

export const sqliteToPostgres: CommandModule = {
  define: (migrate) =>
    addCommand(migrate, {
      usage: "sqlite-to-postgres",
      summary: "Move a data folder's record, with its log and keys, into an empty database",
      more: "The server of the folder has to be stopped: npx earshot stop. Everything is copied in one transaction and read back; each log must end with the same event. The keys go along, sealed by deployment.key, which is made in the folder. The file of SQLite stays as it is, and no server starts on it any more. Whenever the move is broken off it can be run again; requests stay open, and clients that wait find them on the first node.",
      examples: [
        "npx earshot migrate sqlite-to-postgres --postgres postgres://earshot@db.example.com/earshot",
        "npx earshot migrate sqlite-to-postgres --data /srv/earshot",
      ],
    })
      .option("--postgres <url>", "an empty database; EARSHOT_POSTGRES where absent")
      .option("--deployment-key <file>", "use this key instead of one in the data folder"),

  async run(context, command) {
    const { postgres, deploymentKey } = command.opts<{
      postgres?: string;
      deploymentKey?: string;
    }>();
    const url = postgresUrl(context, postgres);
    if (url === undefined) {
      throw new EarshotError(
        "INVALID_INPUT",
        "Say where to: --postgres postgres://user:password@host:5432/database, or EARSHOT_POSTGRES.",
      );
    }
    const { moveToPostgres } = await import("../../backup/move-to-postgres.ts");
    const { place, copied } = await moveToPostgres(context, { url, deploymentKey });
    const { output, options } = context;
    const rows = copied?.tables.reduce((sum, table) => sum + table.rows, 0);
    if (options.json === true) output.json({ place, isNew: copied !== undefined, rows });
    else if (copied === undefined) output.line(`moved: it is at ${place} already`);
    else output.line(`moved: ${rows} rows to ${place}; every log ends with the same event`);
    if (options.json !== true) {
      output.note(
        `Start the first node: npx earshot start --postgres URL${folderOf(options.data)}`,
      );
    }
    return EXIT_CODES.answered;
  },
};
