import { Argument, Option } from "commander";
import { CLIENT_IDS, type ClientId } from "../../init/client-ids.ts";
import { SCOPES } from "../../init/scope.ts";
import type { InitOptions } from "../../init/setup.ts";
import { addCommand, type CommandModule } from "../../terminal/command.ts";

export const init: CommandModule = {
  define: (program) =>
    addCommand(program, {
      usage: "init",
      summary: "Set up an MCP client, so that it can ask a person, or write a policy to start from",
      more: "Shows what it would write, asks, and writes: the client's configuration, a key of its own in the data folder, and for Claude Code a hook that asks the operator for permissions and a skill. What else is in the files stays. Starts a server where none runs. With --policy it writes one of the policies to start from as earshot.yaml beside the data folder instead; what is there stays, and nothing comes into force.",
      examples: [
        "npx earshot init --list",
        "npx earshot init claude-code",
        "npx earshot init cursor --scope user --dry-run",
        "npx earshot init codex --url https://earshot.example.com",
        "npx earshot init claude-code --remove",
        "npx earshot init --policy payments",
      ],
    })
      .addArgument(new Argument("[client]", "which client").choices(CLIENT_IDS))
      .option("--list", "list the clients and their files")
      .option("--policy <name>", "write this policy to start from as earshot.yaml")
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
    const [id] = command.processedArgs as [ClientId | undefined];
    const options = command.opts<InitOptions & { list?: boolean; policy?: string }>();
    if (options.policy !== undefined) {
      if (id !== undefined) return command.error("error: --policy goes without a client.");
      const { writeStartingPolicy } = await import("../../policy/starting-policy.ts");
      return writeStartingPolicy(context, options.policy);
    }
    // Loaded late: no other command has to wait for what reads so many formats.
    if (options.list === true) {
      const { listClients } = await import("../../init/list-clients.ts");
      return listClients(context);
    }
    if (id === undefined) return command.error("error: Say which client; --list shows them.");
    const { CLIENTS } = await import("../../init/clients.ts");
    const client = CLIENTS[id];
    const { setupOf } = await import("../../init/setup.ts");
    const setup = setupOf(context, client, options);
    if (options.remove === true) {
      const { takeOut } = await import("../../init/run-removal.ts");
      return await takeOut(context, setup, options);
    }
    const { setUp } = await import("../../init/run-init.ts");
    return await setUp(context, setup, options);
  },
};
