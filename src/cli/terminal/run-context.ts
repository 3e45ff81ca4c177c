import type { ClientOptions, EarshotClient } from "../../client/client.ts";
import { type Environment, readEnvironment } from "../../compose/config.ts";
import { present } from "../../domain/present.ts";
import type { CallOptions } from "../../ports/earshot/call.ts";
import type { KeyFile } from "../../system/data-folder.ts";
import { connect } from "./connect.ts";
import { createOutput, type Output, type Streams } from "./output.ts";

/** The options that nearly every command takes; one without a data folder does not ask for it. */
export interface CommonOptions {
  readonly data: string;
  readonly json?: boolean;
  readonly plain?: boolean;
  readonly idempotencyKey?: string;
}

/** What a command works with. */
export interface RunContext {
  readonly output: Output;
  readonly options: CommonOptions;
  readonly environment: Environment;
  /**
   * The server of the data folder, or the one that the environment names, as agent or operator.
   * Says on standard error when it cannot be reached, unless a link reports that.
   */
  connectAs(as: KeyFile, link?: Pick<ClientOptions, "fetch">): EarshotClient;
  /** What a changing call carries. */
  readonly call: CallOptions;
  /** Aborted on Ctrl-C and SIGTERM. */
  readonly signal: AbortSignal;
}

export function createRunContext(
  options: CommonOptions,
  signal: AbortSignal,
  { stdout, stderr }: Streams = process,
): RunContext {
  const environment = readEnvironment();
  const output = createOutput({
    stdout,
    stderr,
    isJson: options.json === true,
    isPlain: options.plain === true,
    ...present({ data: options.data as string | undefined }),
    environment,
  });
  let isTold = false;
  const onRetry = (error: Error) => {
    signal.throwIfAborted();
    if (!isTold) output.note(output.style.dim(`${error.message} Trying again …`));
    isTold = true;
  };
  return {
    output,
    options,
    environment,
    signal,
    connectAs: (as, link) =>
      connect({ dataFolder: options.data, environment, as, ...(link ?? { onRetry }) }),
    call: { signal, ...present({ idempotencyKey: options.idempotencyKey }) },
  };
}
