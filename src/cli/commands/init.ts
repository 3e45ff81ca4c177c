import { Argument, Option } from "commander";
import { addCommand, type CommandModule } from "../command.ts";
import { EXIT_CODES } from "../exit-codes.ts";
import type { McpClient, Scope } from "../init/client.ts";
import { CLIENTS } from "../init/clients.ts";
import { findPlaces } from "../init/places.ts";
import type { InitOptions } from "../init/setup.ts";
import type { RunContext } from "../run-context.ts";

const SCOPES: readonly Scope[] = ["project", "user"];

export const init: CommandModule = {
  define: (program) =>
    addCommand(program, {
      usage: "init",
      summary: "Set up an MCP client, so that it can ask a person",
      more: "Shows what it would write, asks, and writes: the client's configuration, a key of its own in the data folder, and for Claude Code a hook that asks the operator for permissions and a skill. What else is in the files stays. Starts a server where none runs.",
      examples: [
        "npx earshot init --list",
        "npx earshot init claude-code",
        "npx earshot init cursor --scope user --dry-run",
        "npx earshot init codex --url https://earshot.example.com",
        "npx earshot init claude-code --remove",
      ],
    })
      .addArgument(new Argument("[client]", "which client").choices(CLIENTS.map(({ id }) => id)))
      .option("--list", "list the clients and their files")
      .addOption(
        new Option(
          "--scope <scope>",
          "for this folder, or for you in all; project where it can",
        ).choices(SCOPES),
      )
      .option(
        "--url <url>",
        "a server elsewhere, over HTTP; EARSHOT_KEY is an operator's key of it",
      )
      .option("--name <name>", "of the server in the client's file", "earshot")
      .option("--no-hook", "without the hook for permissions")
      .option("--no-skill", "without the skill")
      .option("--remove", "take it out again and revoke the key")
      .option("--dry-run", "show it, and write nothing")
      .option("--yes", "write without asking"),

  async run(context, command) {
    const [id] = command.processedArgs as [string | undefined];
    const options = command.opts<InitOptions & { list?: boolean }>();
    if (options.list === true) return list(context);
    const client =
      CLIENTS.find((one) => one.id === id) ??
      command.error("error: Say which client; --list shows them.");
    // Loaded late: no other command has to wait for what reads so many formats.
    const { setupOf } = await import("../init/setup.ts");
    const setup = setupOf(context, client, options);
    if (options.remove === true) {
      const { takeOut } = await import("../init/run-removal.ts");
      return await takeOut(context, setup, options);
    }
    const { setUp } = await import("../init/run-init.ts");
    return await setUp(context, setup, options);
  },
};

function list({ output, options }: RunContext): number {
  const places = findPlaces();
  const fileOf = ({ files }: McpClient, scope: Scope) => files[scope]?.(places, "earshot");
  if (options.json === true) {
    output.json({
      clients: CLIENTS.map((client) => ({
        id: client.id,
        title: client.title,
        project: fileOf(client, "project"),
        user: fileOf(client, "user"),
      })),
    });
    return EXIT_CODES.answered;
  }
  for (const client of CLIENTS) {
    output.line(`${client.id.padEnd(16)}${client.title}`);
    for (const scope of SCOPES) {
      const file = fileOf(client, scope);
      if (file !== undefined) output.line(output.style.dim(`  ${scope.padEnd(9)}${file}`));
    }
  }
  return EXIT_CODES.answered;
}
