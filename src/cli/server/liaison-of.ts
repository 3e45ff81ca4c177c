import type { Command } from "commander";
import { type Environment, readVariable } from "../../compose/config.ts";
import type { LiaisonOptions as ServerLiaison, ServerOptions } from "../../compose/server.ts";
import { parseDuration } from "../../domain/duration.ts";
import { EarshotError } from "../../domain/errors.ts";
import { present } from "../../domain/present.ts";

/** What the command line says about the liaison; the environment supplies the rest. */
export interface LiaisonOptions {
  readonly liaisonModel?: string;
  readonly liaisonModelUrl?: string;
  readonly liaisonModelApi?: string;
  readonly liaisonKeyFrom?: string;
  readonly liaisonThreshold?: string;
  readonly liaisonUnderstanding?: string;
  readonly liaisonTimeout?: string;
  readonly liaisonEncoder?: string;
}

export function addLiaisonOptions(command: Command): Command {
  return command
    .option("--liaison-model <name>", "model that reads what people say to the liaison")
    .option("--liaison-model-url <url>", "address of its server, such as http://127.0.0.1:11434/v1")
    .option("--liaison-model-api <kind>", "openai, or ollama for Ollama's own; openai where absent")
    .option("--liaison-key-from <variable>", "environment variable that holds its key")
    .option(
      "--liaison-threshold <number>",
      "confidence from which on a task begins; 0.8 where absent",
    )
    .option(
      "--liaison-understanding <module>",
      "module, or address of a service, that reads what people say; the embedded engine stands in",
    )
    .option(
      "--liaison-timeout <duration>",
      "how long reading may take before the embedded engine replies; 20s where absent",
    )
    .option(
      "--liaison-encoder <address>",
      "server for embeddings with #MODEL, or a folder with one, that helps to tell the kind of a task",
    );
}

/**
 * How the liaison of a server reads people's words. Throws INVALID_INPUT if a model is only half
 * given.
 */
export function liaisonOf(given: LiaisonOptions, environment: Environment): ServerLiaison {
  const name = given.liaisonModel ?? environment.liaisonModel;
  const baseUrl = given.liaisonModelUrl ?? environment.liaisonModelUrl;
  const threshold = given.liaisonThreshold ?? environment.liaisonThreshold;
  const timeout = given.liaisonTimeout ?? environment.liaisonTimeout;
  return {
    ...present({
      timeoutMs: timeout === undefined ? undefined : parseDuration(timeout),
      model:
        name === undefined && baseUrl === undefined
          ? undefined
          : modelOf({ name, baseUrl }, given, environment),
      threshold: threshold === undefined ? undefined : thresholdOf(threshold),
      encoder: given.liaisonEncoder ?? environment.liaisonEncoder,
      encoderKey: environment.liaisonEncoderKey,
    }),
  };
}

/** What reads people's words in place of the engine: a module, by its path, or an address. */
export function understandingOf(
  given: LiaisonOptions,
  environment: Environment,
): Pick<ServerOptions, "understanding"> {
  return { understanding: given.liaisonUnderstanding ?? environment.liaisonUnderstanding };
}

/** The graph database that the environment names; a password does not belong on a command line. */
export function neo4jOf(environment: Environment): Pick<ServerOptions, "neo4j"> {
  const { neo4jUrl: url, neo4jUser: user, neo4jPassword: password } = environment;
  if (url === undefined) return {};
  const { neo4jDatabase: database } = environment;
  return {
    neo4j: { url, ...present({ user, password, database }) },
  };
}

function modelOf(
  { name, baseUrl }: { readonly name: string | undefined; readonly baseUrl: string | undefined },
  given: LiaisonOptions,
  environment: Environment,
): NonNullable<ServerLiaison["model"]> {
  if (name === undefined || baseUrl === undefined) {
    throw new EarshotError(
      "INVALID_INPUT",
      "The liaison's model has an address and a name: give --liaison-model-url and --liaison-model, or EARSHOT_LIAISON_MODEL_URL and EARSHOT_LIAISON_MODEL.",
    );
  }
  const apiKey = keyOf(given) ?? environment.liaisonModelKey;
  const api = given.liaisonModelApi ?? environment.liaisonModelApi;
  return { name, baseUrl, ...present({ apiKey, api: api === undefined ? undefined : apiOf(api) }) };
}

function keyOf({ liaisonKeyFrom: variable }: LiaisonOptions): string | undefined {
  if (variable === undefined) return undefined;
  const key = readVariable(variable);
  if (key !== undefined) return key;
  throw new EarshotError(
    "NOT_SIGNED_IN",
    `The key of the liaison's model is to come from the environment variable ${variable}, which is not set. Set it, or leave --liaison-key-from out.`,
    { details: { variable } },
  );
}

function apiOf(api: string): "openai" | "ollama" {
  if (api === "openai" || api === "ollama") return api;
  throw new EarshotError(
    "INVALID_INPUT",
    `The liaison's model speaks "openai" or "ollama", not ${JSON.stringify(api)}.`,
  );
}

function thresholdOf(text: string): number {
  const value = Number(text);
  if (text.trim() !== "" && value > 0 && value <= 1) return value;
  throw new EarshotError(
    "INVALID_INPUT",
    `The confidence from which a task begins is more than 0 and at most 1, not ${JSON.stringify(text)}.`,
  );
}
