import type { ClientOptions, EarshotClient } from "../../client/client.ts";
import { type Environment, readEnvironment } from "../../compose/config.ts";
import { present } from "../../domain/present.ts";
import type { CallOptions } from "../../ports/earshot/call.ts";
import type { KeyFile } from "../../system/data-folder.ts";
import type { FoundFolder } from "../../system/find-folder.ts";
import { connect } from "./connect.ts";
import { folderHere } from "./folder-here.ts";
import { createOutput, type Output, type Streams } from "./output.ts";

/** The options that nearly every command takes, as given. */
export interface GivenOptions {
  readonly data?: string;
  readonly json?: boolean;
  readonly plain?: boolean;
  readonly idempotencyKey?: string;
}

/** The same, with the data folder that is meant. */
export interface CommonOptions extends GivenOptions {
  readonly data: string;
}

/** What a command works with. */
export interface RunContext {
  readonly output: Output;
  readonly options: CommonOptions;
  /** How the data folder was found. */
  readonly folder: FoundFolder;
  readonly environment: Environment;
  /**
   * The server of the data folder, or the one that the environment names, as agent or operator.
   * Says on standard error when it cannot be reached, unless a link reports that.
   */
  connectAs(as: KeyFile, link?: Pick<ClientOptions, "fetch">): EarshotClient;
  /** Whether a person types the command and reads what it says. */
  readonly isAtTerminal: boolean;
  /** What a changing call carries. */
  readonly call: CallOptions;
  /** Aborted on Ctrl-C and SIGTERM. */
  readonly signal: AbortSignal;
}

/** Standard output and error as the options want them, also where there is no more of a command. */
export function outputOf(
  options: GivenOptions,
  { stdout, stderr }: Streams,
  environment = readEnvironment(),
): Output {
  return createOutput({
    stdout,
    stderr,
    isJson: options.json === true,
    isPlain: options.plain === true,
    ...present({ data: options.data }),
    environment,
  });
}

interface Surroundings {
  readonly streams?: Streams;
  /** False: the command is about no data folder, so none is looked for. */
  readonly takesFolder?: boolean;
}

const NO_FOLDER: FoundFolder = { folder: "", source: "option" };

/** Throws NOT_ALLOWED if the data folder that is found here is not to be trusted. */
export function createRunContext(
  given: GivenOptions,
  signal: AbortSignal,
  { streams = process, takesFolder = true }: Surroundings = {},
): RunContext {
  const environment = readEnvironment();
  const output = outputOf(given, streams, environment);
  const folder = takesFolder ? folderHere(given.data, environment) : NO_FOLDER;
  const options = { ...given, data: folder.folder };
  let isTold = false;
  const onRetry = (error: Error) => {
    signal.throwIfAborted();
    if (!isTold) output.note(output.style.dim(`${error.message} Trying again …`));
    isTold = true;
  };
  return {
    output,
    options,
    folder,
    environment,
    signal,
    isAtTerminal: process.stdin.isTTY === true && streams.stderr.isTTY === true,
    connectAs: (as, link) =>
      connect({ dataFolder: options.data, environment, as, ...(link ?? { onRetry }) }),
    call: { signal, ...present({ idempotencyKey: options.idempotencyKey }) },
  };
}
