import { z } from "zod";
import { nothing } from "../schemas/common-errors.ts";
import type { Operation } from "../schemas/operation.ts";
import * as wire from "../schemas/requests.ts";
import { JsonObject } from "../schemas/values.ts";
import * as operator from "./operator-schemas.ts";

const passphrase = z.string().optional().meta({ description: "Your own, where you have one." });

export const OPERATORS = {
  addOperator: {
    method: "POST",
    path: "/v1/operators",
    right: "keys",
    summary: "Make a person known who may sign in",
    input: z.strictObject({
      name: z.string(),
      role: operator.Role.optional().meta({ description: "`approver` where absent." }),
      passphrase,
    }),
    output: wire.Principal,
    status: 201,
    media: "application/json",
  },
  listOperators: {
    method: "GET",
    path: "/v1/operators",
    right: "keys",
    summary: "The people who may sign in",
    input: nothing,
    output: z.strictObject({ items: z.array(operator.Operator) }),
    status: 200,
    media: "application/json",
  },
  removeOperator: {
    method: "POST",
    path: "/v1/operators/{id}/remove",
    right: "keys",
    summary: "Take every key, web session, link and passkey of a person, and their open votes",
    input: z.strictObject({ id: wire.PrincipalId, passphrase }),
    output: wire.Principal,
    status: 200,
    media: "application/json",
  },
  createSignInLink: {
    method: "POST",
    path: "/v1/sign-in-links",
    right: "key",
    summary: "Make a one-time sign-in link for yourself; for others it takes the right `keys`",
    input: z.strictObject({
      operator: z.string().optional().meta({ description: "Their name; you where absent." }),
      atTerminal: z
        .boolean()
        .optional()
        .meta({ description: "A person sits at a terminal that controls the caller." }),
      passphrase,
    }),
    output: operator.SignInLink,
    status: 201,
    media: "application/json",
  },
  listWebSessions: {
    method: "GET",
    path: "/v1/web-sessions",
    right: "key",
    summary: "Your web sessions; with the right `keys` everybody's",
    input: nothing,
    output: z.strictObject({ items: z.array(operator.WebSession) }),
    status: 200,
    media: "application/json",
  },
  revokeWebSession: {
    method: "POST",
    path: "/v1/web-sessions/{id}/revoke",
    right: "key",
    summary: "Revoke a web session at once, and the votes given in it",
    input: z.strictObject({ id: wire.KeyId }),
    output: operator.WebSession,
    status: 200,
    media: "application/json",
  },
  signOut: {
    method: "POST",
    path: "/v1/sign-out",
    right: "key",
    summary: "End the web session you are in; what you decided in it stands",
    input: nothing,
    output: z.strictObject({ signedOut: z.literal(true) }),
    status: 200,
    media: "application/json",
  },
  passkeyCreation: {
    method: "POST",
    path: "/v1/passkeys/creation",
    right: "key",
    summary: "Begin to register a passkey: what `navigator.credentials.create` takes",
    input: z.strictObject({
      passphrase,
      proof: JsonObject.optional().meta({
        description:
          "Of a passkey you have; needed where your link was not made at a terminal, and where you have a passkey and no passphrase.",
      }),
    }),
    output: JsonObject,
    status: 200,
    media: "application/json",
  },
  passkeyProof: {
    method: "POST",
    path: "/v1/passkeys/proof",
    right: "key",
    summary: "Begin to prove yourself by a passkey before what proves you is changed",
    input: nothing,
    output: JsonObject,
    status: 200,
    media: "application/json",
  },
  addPasskey: {
    method: "POST",
    path: "/v1/passkeys",
    right: "key",
    summary: "Register a passkey",
    input: z.strictObject({
      name: z.string(),
      response: JsonObject.meta({ description: "A RegistrationResponseJSON of WebAuthn." }),
    }),
    output: operator.Passkey,
    status: 201,
    media: "application/json",
  },
  listPasskeys: {
    method: "GET",
    path: "/v1/passkeys",
    right: "key",
    summary: "Your passkeys",
    input: nothing,
    output: z.strictObject({ items: z.array(operator.Passkey) }),
    status: 200,
    media: "application/json",
  },
  removePasskey: {
    method: "POST",
    path: "/v1/passkeys/{id}/remove",
    right: "key",
    summary: "Remove a passkey of yours",
    input: z.strictObject({
      id: wire.PasskeyId,
      passphrase,
      proof: JsonObject.optional().meta({
        description: "Of a passkey you have; needed where you have no passphrase.",
      }),
    }),
    output: operator.Passkey,
    status: 200,
    media: "application/json",
  },
  passkeyStepUp: {
    method: "POST",
    path: "/v1/passkeys/step-up",
    right: "key",
    summary: "Begin to approve by a passkey: its challenge is the digest",
    input: z.strictObject({
      digest: z.string().meta({ description: "Of what is to be approved, 64 hexadecimal digits." }),
    }),
    output: JsonObject,
    status: 200,
    media: "application/json",
  },
} as const satisfies Record<string, Operation>;
