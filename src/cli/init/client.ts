import type { JsonObject } from "../../domain/json.ts";
import type { HoldPreset } from "../../domain/requests/holds.ts";
import type { ClientId } from "./client-ids.ts";
import type { ConfigFormat } from "./config-format.ts";
import type { ConfigPath } from "./config-tree.ts";
import type { Places } from "./places.ts";
import type { Scope } from "./scope.ts";

/** How a client starts the stdio server. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** How a client reaches a server over HTTP. */
export interface Remote {
  readonly url: string;
  /** Absent in files that may be committed: the client takes the key from EARSHOT_KEY. */
  readonly secret: string | undefined;
}

/**
 * A program that speaks MCP, and how its configuration is written according to its maker's
 * documentation.
 */
export interface McpClient {
  /** As given on the command line; the agent of its key has the same name. */
  readonly id: ClientId;
  readonly title: string;
  readonly hold: HoldPreset;
  readonly format: ConfigFormat;
  /** The file, for each scope that the client has. */
  readonly files: Readonly<Partial<Record<Scope, (places: Places, name: string) => string>>>;
  /** The path of the entry in the file. */
  path(name: string): ConfigPath;
  launched(launch: Launch, name: string): JsonObject | readonly JsonObject[];
  /**
   * Absent, or empty for a remote without a secret, if the client cannot do it: then it launches a
   * server.
   */
  reached?(remote: Remote, name: string): JsonObject | readonly JsonObject[] | undefined;
  /** What else belongs at the beginning of a new file. */
  readonly frame?: JsonObject;
  /** What makes it read its configuration again. */
  readonly reload: string;
}
