import { EarshotError, isEarshotError } from "../../domain/errors.ts";
import type { JsonObject } from "../../domain/json.ts";
import { api } from "../server/api.ts";
import { say } from "./messages/messages.ts";

/** Has the browser make a passkey for what `passkeyCreation` returned. */
export async function createPasskey(options: JsonObject): Promise<JsonObject> {
  const { startRegistration } = await import("@simplewebauthn/browser");
  return ask(() => startRegistration({ optionsJSON: as(options) }));
}

export interface PasskeyProof {
  readonly proof?: JsonObject;
}

/** Tries without a proof, and with that of a passkey if one is needed. */
export async function withPasskeyProof<T>(change: (proof: PasskeyProof) => Promise<T>): Promise<T> {
  try {
    return await change({});
  } catch (error) {
    const isNeeded =
      isEarshotError(error, "NOT_ALLOWED") && error.details?.["reason"] === "passkey_needed";
    if (!isNeeded) throw error;
    return await change({ proof: await provePasskey(await api.passkeyProof()) });
  }
}

/** Has a passkey prove its owner over what `passkeyProof` returned. */
async function provePasskey(options: JsonObject): Promise<JsonObject> {
  const { startAuthentication } = await import("@simplewebauthn/browser");
  return ask(() => startAuthentication({ optionsJSON: as(options) }));
}

/** The server makes it in the form that the browser takes, but its type does not say so. */
function as<T>(options: JsonObject): T {
  return options as unknown as T;
}

async function ask(start: () => Promise<object>): Promise<JsonObject> {
  try {
    return (await start()) as JsonObject;
  } catch (error) {
    throw new EarshotError("NOT_ALLOWED", refusalText(error), { cause: error });
  }
}

function refusalText(error: unknown): string {
  const name = error instanceof Error ? error.name : "";
  if (name === "InvalidStateError") return say("passkey.known");
  if (name === "NotAllowedError") return say("passkey.cancelled");
  return error instanceof Error
    ? say("passkey.failed-why", { why: error.message })
    : say("passkey.failed");
}
