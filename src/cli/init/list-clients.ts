import { EXIT_CODES } from "../terminal/exit-codes.ts";
import type { RunContext } from "../terminal/run-context.ts";
import type { McpClient } from "./client.ts";
import { CLIENTS } from "./clients.ts";
import { findPlaces } from "./places.ts";
import { SCOPES, type Scope } from "./scope.ts";

/** Prints every client with its files; returns the exit code. */
export function listClients({ output, options }: RunContext): number {
  const places = findPlaces();
  const fileOf = ({ files }: McpClient, scope: Scope) => files[scope]?.(places, "earshot");
  if (options.json === true) {
    output.json({
      clients: Object.values(CLIENTS).map((client) => ({
        id: client.id,
        title: client.title,
        project: fileOf(client, "project"),
        user: fileOf(client, "user"),
      })),
    });
    return EXIT_CODES.answered;
  }
  for (const client of Object.values(CLIENTS)) {
    output.line(`${client.id.padEnd(16)}${client.title}`);
    for (const scope of SCOPES) {
      const file = fileOf(client, scope);
      if (file !== undefined) output.line(output.style.dim(`  ${scope.padEnd(9)}${file}`));
    }
  }
  return EXIT_CODES.answered;
}
