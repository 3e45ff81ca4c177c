import { z } from "zod";
import type { OperationText } from "../schemas/operation.ts";
import { nothing } from "../schemas/parameters.ts";
import { JsonObject } from "../schemas/values.ts";
import { SignedIn } from "./people.ts";

/** Signs a browser in that has no key yet. Only the page of the inbox may call these. */
export const SIGN_IN = {
  signInWithLink: {
    summary: "Sign in with the token of a one-time link; sets the cookie of the web session",
    input: z.strictObject({ token: z.string() }),
    output: SignedIn,
  },
  passkeySignInOptions: {
    summary: "Begin to sign in with a passkey: what `navigator.credentials.get` takes",
    input: nothing,
    output: JsonObject,
  },
  signInWithPasskey: {
    summary: "Sign in with a passkey; sets the cookie of the web session",
    input: z.strictObject({
      response: JsonObject.meta({ description: "An AuthenticationResponseJSON of WebAuthn." }),
    }),
    output: SignedIn,
  },
} as const satisfies Record<string, OperationText>;
