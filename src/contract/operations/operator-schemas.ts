import { z } from "zod";
import { Principal } from "../schemas/requests.ts";
import { KeyId, PasskeyId, PrincipalId, Timestamp } from "../schemas/values.ts";

/* What crosses the wire about the people who answer, and how they sign in. */

export const Role = z.enum(["owner", "approver", "viewer"]);

export const Operator = z
  .strictObject({
    principal: Principal,
    keys: z.int(),
    webSessions: z.int(),
    passkeys: z.int(),
    hasPassphrase: z.boolean().meta({
      description: "False: without a passkey too, whoever has a key of theirs is taken for them.",
    }),
    invitedUntil: Timestamp.optional().meta({
      description: "Until when an unused link signs them in, where one is good.",
    }),
  })
  .meta({ id: "Operator", description: "A person who may sign in; counts of what is good." });

export const SignInLink = z
  .strictObject({
    token: z.string().meta({ description: "Behind /sign-in#, once, within 10 minutes." }),
    operator: Principal,
    atTerminal: z.boolean(),
    expiresAt: Timestamp,
  })
  .meta({ id: "SignInLink", description: "Whoever posts the token first is signed in." });

export const WebSession = z
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

export const Passkey = z
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
  .meta({ id: "SignedIn", description: "A browser that has just been let in." });
