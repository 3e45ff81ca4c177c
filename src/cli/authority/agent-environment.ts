import type { Environment } from "../../compose/config.ts";
import { EarshotError, isEarshotError } from "../../domain/errors.ts";
import { whyRefused } from "../../domain/why-refused.ts";
import { readPrivateFile } from "../../system/private-file.ts";

/** The key in a file that `earshot init` wrote. */
function readAgentKey(file: string): string {
  try {
    const key = readPrivateFile(file);
    if (key !== undefined) return key.trim();
  } catch (cause) {
    if (isEarshotError(cause)) throw cause;
    throw unreadable(file, whyRefused(cause), cause);
  }
  throw unreadable(file, "there is no such file");
}

function unreadable(file: string, why: string, cause?: unknown): EarshotError {
  return new EarshotError(
    "NOT_SIGNED_IN",
    `The key in ${file} cannot be read: ${why}. npx earshot init makes a new one.`,
    { cause, details: { file } },
  );
}

/** What the command line says about the agent. */
export interface AgentOptions {
  readonly key?: string;
  readonly keyFile?: string;
  readonly url?: string;
}

/**
 * What is given here wins over the environment, which may be somebody else's. The key in a file is
 * for the server that is given with it, or for the data folder's, and goes to no other.
 */
export function agentEnvironment(
  environment: Environment,
  { key, keyFile, url }: AgentOptions,
): Environment {
  if (keyFile !== undefined) return { ...environment, key: readAgentKey(keyFile), url };
  return { ...environment, key: key ?? environment.key, url: url ?? environment.url };
}
