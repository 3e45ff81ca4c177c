import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import { environment, PROGRAM, ROOT, type Variables } from "./cli.ts";
import { type SpeakingHere, speakInProcess } from "./in-process.ts";

/*
 * `earshot proxy` and `earshot mcp` within the process of the test, behind a client of MCP that writes and reads
 * the same lines: a tenth of the work of a process of its own.
 */

/** What a client connects with; closing it is the end of the command's input, and waits for the command. */
export function spokenTransport(args: readonly string[], env: Variables = {}): Transport {
  let command: SpeakingHere | undefined;
  const transport: Transport = {
    async start() {
      const surroundings = { env: environment(env), cwd: ROOT, program: PROGRAM };
      command = await speakInProcess(args, surroundings);
      let begun = "";
      command.stdout.setEncoding("utf8").on("data", (text: string) => {
        const lines = (begun + text).split("\n");
        begun = lines.pop() ?? "";
        for (const line of lines) transport.onmessage?.(JSON.parse(line) as JSONRPCMessage);
      });
      void command.finished.then(() => transport.onclose?.());
    },
    async send(message) {
      command?.stdin.write(`${JSON.stringify(message)}\n`);
    },
    async close() {
      command?.stdin.end();
      await command?.finished;
    },
  };
  return transport;
}
