import type { RunningServer, ServerOptions } from "./server.ts";

/**
 * Starts Earshot: alone over a file of its data folder, or as a node over PostgreSQL.
 * @example
 * ```ts
 * import { startServer } from "earshot";
 *
 * const server = await startServer({ dataFolder: "my-data", port: 0 });
 * console.log(server.url);
 * await server.stop();
 * ```
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  // Loaded late: a program that only asks has to wait for no part of a server.
  const compose = await import("./compose.ts");
  return await compose.startServer(options);
}
