import { EarshotError, isErrorCode } from "../../domain/errors.ts";

/** An error of ours that a thread threw has lost its class on the way here; any other stays as it is. */
export function errorOfThread(error: unknown): unknown {
  if (!(error instanceof Error) || error.name !== "EarshotError" || !("code" in error))
    return error;
  return isErrorCode(error.code) ? new EarshotError(error.code, error.message) : error;
}
