import { AGENTS_FOLDER } from "../../sessions/defaults.ts";
import type { HostOptions } from "../../sessions/run-host.ts";
import {
  addCommand,
  type CommandModule,
  collect,
  duration,
  wholeNumber,
} from "../../terminal/command.ts";

export const host: CommandModule = {
  define: (program) =>
    addCommand(program, {
      usage: "host",
      summary: "Run the agents of a folder: their sessions, schedules and workers",
      more: "Each agent is a folder with an agent.yaml. What is said to it on its channels, its schedules and npx earshot sessions start begin sessions; a session that asks ends, and the answer begins the one that goes on from it. Any number of hosts may run the same agents. Finds the server of the data folder, or starts one; each agent gets a key of its own there, kept in agent-keys.json of the data folder. With EARSHOT_URL the server is elsewhere, and EARSHOT_AGENT_KEY is the key of the one agent. Ctrl-C stops it: sessions end their step and are taken up again by the next host.",
      examples: [
        "npx earshot host",
        "npx earshot host --agents /srv/agents --at-once 32",
        "npx earshot host --agent scout",
      ],
    })
      .option("--agents <folder>", "where the agents are", AGENTS_FOLDER)
      .option("--agent <name>", "run this one alone; may be given several times", collect)
      .option(
        "--at-once <number>",
        "sessions of all agents at once; 16 where absent",
        wholeNumber(1),
      )
      .option(
        "--grace <duration>",
        "how long sessions may go on when it stops; 20s where absent",
        duration,
      ),

  async run(context, command) {
    // Loaded late: no other command has to wait for what only a host needs.
    const { runHost } = await import("../../sessions/run-host.ts");
    return await runHost(context, command.opts<HostOptions>());
  },
};
