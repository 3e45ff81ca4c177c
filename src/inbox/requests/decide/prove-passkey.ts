import type { PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/browser";
import type { JsonObject } from "../../../domain/json.ts";
import { api } from "../../server/api.ts";

/** Has a passkey of the operator sign exactly this digest. Loaded when it is used for the first time. */
export async function provePasskey(digest: string): Promise<JsonObject> {
  const options = (await api.passkeyStepUp({ digest })) as unknown;
  const { startAuthentication } = await import("@simplewebauthn/browser");
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
  const response: unknown = await startAuthentication({ optionsJSON });
  return response as JsonObject;
}
