import { z } from "zod";
import { inTime } from "../../domain/in-words.ts";
import { EMBED_LIFE_MS, END_USER_LIFE_MS, LINK_LIFE_MS } from "../../domain/limits.ts";
import { END_USER_ID, MAX_END_USER_ID } from "../../domain/people/end-user.ts";
import { END_USER_SCOPES } from "../../domain/people/principal.ts";
import type { OperationText } from "../schemas/operation.ts";
import { nothing } from "../schemas/parameters.ts";
import * as wire from "../schemas/requests.ts";
import { Principal } from "../schemas/requests.ts";
import {
  ConversationId,
  JsonObject,
  KeyId,
  PasskeyId,
  PrincipalId,
  RequestId,
  Timestamp,
} from "../schemas/values.ts";

/* What crosses the wire about the people who answer, and how they sign in. */

const Role = z.enum(["owner", "approver", "viewer"]);

const Operator = z
  .strictObject({
    principal: Principal,
    keys: z.int(),
    webSessions: z.int(),
    passkeys: z.int(),
    hasPassphrase: z.boolean().meta({
      description:
        "If false and they have no passkey either, anyone with their key passes for them.",
    }),
    invitedUntil: Timestamp.optional().meta({
      description: "Until when an unused link signs them in, if there is one.",
    }),
  })
  .meta({ id: "Operator", description: "A person who may sign in, with counts of what is valid." });

const SignInLink = z
  .strictObject({
    token: z
      .string()
      .meta({ description: `Behind /sign-in#, once, within ${inTime(LINK_LIFE_MS)}.` }),
    operator: Principal,
    atTerminal: z.boolean(),
    expiresAt: Timestamp,
  })
  .meta({ id: "SignInLink", description: "The first to post the token is signed in." });

const WebSession = z
  .strictObject({
    id: KeyId,
    operator: PrincipalId,
    name: z.string(),
    browser: z.string(),
    atTerminal: z.boolean(),
    createdAt: Timestamp,
    expiresAt: Timestamp,
    isCurrent: z.literal(true).optional(),
  })
  .meta({ id: "WebSession", description: "An operator signed in in one browser." });

const Passkey = z
  .strictObject({
    id: PasskeyId,
    operator: PrincipalId,
    name: z.string(),
    rpId: z.string().meta({ description: "The host name it is bound to." }),
    createdAt: Timestamp,
    lastUsedAt: Timestamp.optional(),
  })
  .meta({ id: "Passkey" });

/** What the door tells of it: the secret of the cookie goes there, and nowhere else. */
export const SignedIn = z
  .strictObject({
    session: WebSession,
    operator: Principal,
    pageSecret: z.string().meta({
      description: "What the page sends as the header `earshot-page` with every call.",
    }),
  })
  .meta({ id: "SignedIn", description: "A browser that has just signed in." });

const passphrase = z.string().optional().meta({ description: "Your own, if you have one." });

export const OPERATORS = {
  addOperator: {
    summary: "Make a person known who may sign in",
    input: z.strictObject({
      name: z.string(),
      role: Role.optional().meta({ description: "`approver` where absent." }),
      passphrase,
    }),
    output: wire.Principal,
  },
  listOperators: {
    summary: "The people who may sign in",
    input: nothing,
    output: z.strictObject({ items: z.array(Operator) }),
  },
  removeOperator: {
    summary: "Take every key, web session, link and passkey of a person, and their open votes",
    input: z.strictObject({ id: wire.PrincipalId, passphrase }),
    output: wire.Principal,
  },
  createEndUserToken: {
    summary: "Sign who a user of the calling service is, so that it can speak for them",
    input: z.strictObject({
      user_id: z
        .string()
        .min(1)
        .max(MAX_END_USER_ID)
        .regex(END_USER_ID)
        .meta({ description: "What the service calls the user." }),
      conversation_id: ConversationId.optional().meta({
        description: "It is then good for this conversation alone, and begins no other.",
      }),
      scopes: z.array(z.enum(END_USER_SCOPES)).min(1).max(END_USER_SCOPES.length).optional().meta({
        description:
          "What the user may do with requests that ask them. The token then lets in by itself.",
      }),
      request_id: RequestId.optional().meta({
        description: "It is then good for this request alone; it takes scopes.",
      }),
      ttl_s: z
        .int()
        .min(1)
        .max(END_USER_LIFE_MS / 1_000)
        .optional()
        .meta({
          description: `An hour if absent, or ${inTime(EMBED_LIFE_MS)} with scopes, which is the most.`,
        }),
    }),
    output: z
      .strictObject({ user_id: z.string(), token: z.string(), expires_at: Timestamp })
      .meta({ id: "EndUserToken" }),
  },
  createSignInLink: {
    summary: "Make a one-time sign-in link for yourself; for others it takes the right `keys`",
    input: z.strictObject({
      operator: z.string().optional().meta({ description: "Their name; yourself if absent." }),
      atTerminal: z
        .boolean()
        .optional()
        .meta({ description: "A person sits at the caller's controlling terminal." }),
      passphrase,
    }),
    output: SignInLink,
  },
  listWebSessions: {
    summary: "Your web sessions, or everybody's with the right `keys`",
    input: nothing,
    output: z.strictObject({ items: z.array(WebSession) }),
  },
  revokeWebSession: {
    summary: "Revoke a web session at once, and the votes given in it",
    input: z.strictObject({ id: wire.KeyId }),
    output: WebSession,
  },
  signOut: {
    summary: "End the web session you are in; what you decided in it stands",
    input: nothing,
    output: z.strictObject({ signedOut: z.literal(true) }),
  },
  passkeyCreation: {
    summary: "Begin to register a passkey: what `navigator.credentials.create` takes",
    input: z.strictObject({
      passphrase,
      proof: JsonObject.optional().meta({
        description:
          "Proof by a passkey of yours. Needed if your link was not made at a terminal, or if you have a passkey and no passphrase.",
      }),
    }),
    output: JsonObject,
  },
  passkeyProof: {
    summary: "Begin to prove yourself with a passkey, before you change what proves you",
    input: nothing,
    output: JsonObject,
  },
  addPasskey: {
    summary: "Register a passkey",
    input: z.strictObject({
      name: z.string(),
      response: JsonObject.meta({ description: "A RegistrationResponseJSON of WebAuthn." }),
    }),
    output: Passkey,
  },
  listPasskeys: {
    summary: "Your passkeys",
    input: nothing,
    output: z.strictObject({ items: z.array(Passkey) }),
  },
  removePasskey: {
    summary: "Remove one of your passkeys",
    input: z.strictObject({
      id: wire.PasskeyId,
      passphrase,
      proof: JsonObject.optional().meta({
        description: "Proof by a passkey of yours; needed if you have no passphrase.",
      }),
    }),
    output: Passkey,
  },
  passkeyStepUp: {
    summary: "Begin to approve with a passkey: its challenge is the digest",
    input: z.strictObject({
      digest: z
        .string()
        .meta({ description: "The digest of what is to be approved, 64 hexadecimal digits." }),
    }),
    output: JsonObject,
  },
} as const satisfies Record<string, OperationText>;
