import type { KeyId, PasskeyId, PrincipalId } from "../../domain/id.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { PersonPrincipal, Role } from "../../domain/people/principal.ts";
import type { Timestamp } from "../../domain/timestamp.ts";

/** A person who may sign in, as owners see them. */
export interface Operator {
  readonly principal: PersonPrincipal;
  /** Bearer keys that are good. */
  readonly keys: number;
  /** Web sessions that are good. */
  readonly webSessions: number;
  readonly passkeys: number;
  /** Whether they have a passphrase: without it or a passkey, a key of theirs is all that proves them. */
  readonly hasPassphrase: boolean;
  /** Until when an unused link signs them in, where one is good. */
  readonly invitedUntil?: Timestamp;
}

/** A one-time link: whoever posts its token first, within 10 minutes, is signed in as this operator. */
export interface SignInLink {
  /** Shown this once. The page at `/sign-in#TOKEN` posts it; as a fragment it reaches no log. */
  readonly token: string;
  readonly operator: PersonPrincipal;
  readonly atTerminal: boolean;
  readonly expiresAt: Timestamp;
}

/** An operator signed in in one browser. */
export interface WebSession {
  readonly id: KeyId;
  readonly operator: PrincipalId;
  readonly name: string;
  readonly browser: string;
  readonly atTerminal: boolean;
  readonly createdAt: Timestamp;
  readonly expiresAt: Timestamp;
  /** The one in which the caller asks. */
  readonly isCurrent?: true;
}

export interface Passkey {
  readonly id: PasskeyId;
  readonly operator: PrincipalId;
  /** As its owner calls it. */
  readonly name: string;
  /** The host name it is bound to. */
  readonly rpId: string;
  readonly createdAt: Timestamp;
  readonly lastUsedAt?: Timestamp;
}

export interface CreateSignInLinkInput {
  /** The operator's name; the caller where absent. For others it takes the right `keys`. */
  readonly operator?: string;
  /** As the caller tells it: a person sits at a terminal that controls it. */
  readonly atTerminal?: boolean;
  /** For others: the caller's own, where they have one. */
  readonly passphrase?: string;
}

/** A browser that has just been let in. */
export interface SignedIn {
  /** Goes into its cookie, and nowhere else. */
  readonly secret: string;
  /** Goes to its page, which sends it with every call: the cookie alone does not let in. */
  readonly pageSecret: string;
  readonly session: WebSession;
  readonly operator: PersonPrincipal;
}

/** Lets browsers in that have no key yet; what the door calls. */
export interface SignIn {
  /** Throws NOT_SIGNED_IN for a link that is unknown, used or too old. */
  withLink(input: { readonly token: string; readonly browser: string }): Promise<SignedIn>;
  /** What `navigator.credentials.get` takes: a PublicKeyCredentialRequestOptionsJSON. */
  passkeyOptions(site: Site): Promise<JsonObject>;
  /** Throws NOT_SIGNED_IN where the passkey proves nothing. */
  withPasskey(input: {
    readonly response: JsonObject;
    readonly browser: string;
    readonly site: Site;
  }): Promise<SignedIn>;
}

/** Where a page stands: what passkeys are bound to. */
export interface Site {
  /** Such as `http://localhost:4242`. */
  readonly origin: string;
  /** Its host name. */
  readonly rpId: string;
}

/** What is done about the people who answer; a part of `Earshot`. */
export interface Operators<O> {
  /** Makes a person known, without a key. INVALID_INPUT where the name has another role. */
  addOperator(
    input: { readonly name: string; readonly role?: Role; readonly passphrase?: string },
    options?: O,
  ): Promise<PersonPrincipal>;
  listOperators(): Promise<{ readonly items: readonly Operator[] }>;
  /**
   * Revokes every key, web session and passkey of theirs, and their links, in one commit; votes go
   * with them. NOT_ALLOWED for the last owner.
   */
  removeOperator(
    input: { readonly id: PrincipalId; readonly passphrase?: string },
    options?: O,
  ): Promise<PersonPrincipal>;

  createSignInLink(input?: CreateSignInLinkInput, options?: O): Promise<SignInLink>;
  /** The caller's own; with the right `keys` everybody's. */
  listWebSessions(): Promise<{ readonly items: readonly WebSession[] }>;
  /** The caller's own, or with the right `keys` any. Votes given in it go with it. */
  revokeWebSession(input: { readonly id: KeyId }, options?: O): Promise<WebSession>;
  /** Ends the session the caller is in; what was decided in it stands. */
  signOut(
    input?: Readonly<Record<string, never>>,
    options?: O,
  ): Promise<{ readonly signedOut: true }>;

  /**
   * What `navigator.credentials.create` takes. STEP_UP_NEEDED without their passphrase where they
   * have one. NOT_ALLOWED in a session whose link was not made at a terminal, and for whoever has a
   * passkey and no passphrase, unless a passkey of theirs proves them (`proof`, over the challenge of
   * `passkeyProof`).
   */
  passkeyCreation(
    input: { readonly passphrase?: string; readonly proof?: JsonObject },
    options?: O,
  ): Promise<JsonObject>;
  /**
   * What `navigator.credentials.get` takes to prove oneself before a passkey is registered or removed,
   * or a first passphrase set.
   */
  passkeyProof(input?: Readonly<Record<string, never>>, options?: O): Promise<JsonObject>;
  /** `response`: a RegistrationResponseJSON for the options given before, once. */
  addPasskey(
    input: { readonly name: string; readonly response: JsonObject },
    options?: O,
  ): Promise<Passkey>;
  /** The caller's own. */
  listPasskeys(): Promise<{ readonly items: readonly Passkey[] }>;
  /** NOT_ALLOWED without a `proof` of a passkey of theirs or their passphrase. */
  removePasskey(
    input: { readonly id: PasskeyId; readonly passphrase?: string; readonly proof?: JsonObject },
    options?: O,
  ): Promise<Passkey>;
  /** What `navigator.credentials.get` takes to approve the action of this digest. */
  passkeyStepUp(input: { readonly digest: string }, options?: O): Promise<JsonObject>;
}
