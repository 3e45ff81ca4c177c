import { EarshotError } from "../domain/errors.ts";
import type { Experiment } from "../host/experiment.ts";
import { readVariable } from "./config.ts";

/** The key of a model's server; throws NOT_SIGNED_IN if its variable is not set. */
export function modelKey({ key_from, url }: Experiment["model"]): string | undefined {
  if (key_from === undefined) return undefined;
  const key = readVariable(key_from);
  if (key !== undefined) return key;
  throw new EarshotError(
    "NOT_SIGNED_IN",
    `The key of ${url} is to come from the environment variable ${key_from}, which is not set. Set it, or take key_from out of the file.`,
    { details: { variable: key_from } },
  );
}
