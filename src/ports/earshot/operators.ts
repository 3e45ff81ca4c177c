import type { ConversationId, KeyId, PasskeyId, PrincipalId, RequestId } from "../../domain/id.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { EndUserScope, PersonPrincipal, Role } from "../../domain/people/principal.ts";
import type { Timestamp } from "../../domain/timestamp.ts";

/** A person who may sign in, for owners to see. */
export interface Operator {
  readonly principal: PersonPrincipal;
  /** The number of valid bearer keys. */
  readonly keys: number;
  /** The number of valid web sessions. */
  readonly webSessions: number;
  readonly passkeys: number;
  /** Whether they have a passphrase: without it or a passkey, anyone with their key passes for them. */
  readonly hasPassphrase: boolean;
  /** Until when an unused link or invitation lets them in, if there is one. */
  readonly invitedUntil?: Timestamp;
}

/** A one-time link: the first to post its token, within 10 minutes, is signed in as this operator. */
export interface SignInLink {
  /** Shown only once. The page at `/sign-in#TOKEN` posts it; a fragment reaches no log. */
  readonly token: string;
  readonly operator: PersonPrincipal;
  readonly atTerminal: boolean;
  readonly expiresAt: Timestamp;
}

/** An operator's session in one browser. */
export interface WebSession {
  readonly id: KeyId;
  readonly operator: PrincipalId;
  readonly name: string;
  readonly browser: string;
  readonly atTerminal: boolean;
  readonly createdAt: Timestamp;
  readonly expiresAt: Timestamp;
  /** The one that the caller uses now. */
  readonly isCurrent?: true;
}

export interface Passkey {
  readonly id: PasskeyId;
  readonly operator: PrincipalId;
  /** The owner's name for it. */
  readonly name: string;
  /** The host name it is bound to. */
  readonly rpId: string;
  readonly createdAt: Timestamp;
  readonly lastUsedAt?: Timestamp;
}

export interface CreateSignInLinkInput {
  /**
   * The operator's name; the caller if absent. For others this needs the right `people`, and if they
   * can get in already, their yes.
   */
  readonly operator?: string;
  /** The caller's claim that a person sits at its controlling terminal. */
  readonly atTerminal?: boolean;
  /** For others: the caller's own passphrase, if they have one. */
  readonly passphrase?: string;
}

/** A browser that has just signed in. */
export interface EndUserTokenInput {
  /** What the service calls the user: 1 to 128 characters. */
  readonly user_id: string;
  /** It is then good for this conversation alone, and begins no other. */
  readonly conversation_id?: ConversationId;
  /**
   * What the user may do with requests that ask them, `to: ["SERVICE:USER"]`. Such a token lets in by
   * itself, for 900 seconds at most; without scopes it is for the liaison.
   */
  readonly scopes?: readonly EndUserScope[];
  /** It is then good for this request alone. */
  readonly request_id?: RequestId;
  /** At most 3,600, or 900 with `scopes`; the most if absent. */
  readonly ttl_s?: number;
}

/** By it and its own key together, a service speaks for one of its users; with scopes by it alone. */
export interface EndUserToken {
  readonly user_id: string;
  readonly token: string;
  readonly expires_at: Timestamp;
}

export interface SignedIn {
  /** Goes into its cookie, and nowhere else. */
  readonly secret: string;
  /** Goes to its page, which sends it with every call: the cookie alone is not enough. */
  readonly pageSecret: string;
  readonly session: WebSession;
  readonly operator: PersonPrincipal;
}

/** A page's site, to which passkeys are bound. */
export interface Site {
  /** Such as `http://localhost:4242`. */
  readonly origin: string;
  /** Its host name. */
  readonly rpId: string;
}

/** Manages the people who answer; a part of `Earshot`. */
export interface Operators<O> {
  /** Signs, for an hour at most, who a user of the calling service is. NOT_ALLOWED for all others. */
  createEndUserToken(input: EndUserTokenInput): Promise<EndUserToken>;
  /** Makes a person known, without a key. INVALID_INPUT if the name has another role. */
  addOperator(
    input: { readonly name: string; readonly role?: Role; readonly passphrase?: string },
    options?: O,
  ): Promise<PersonPrincipal>;
  listOperators(): Promise<{ readonly items: readonly Operator[] }>;
  /**
   * Revokes all their keys, web sessions, passkeys and links in one commit, and drops their votes.
   * NOT_ALLOWED for the last owner.
   */
  removeOperator(
    input: { readonly id: PrincipalId; readonly passphrase?: string },
    options?: O,
  ): Promise<PersonPrincipal>;

  createSignInLink(input?: CreateSignInLinkInput, options?: O): Promise<SignInLink>;
  /** The caller's own, or everybody's with the right `people`. */
  listWebSessions(): Promise<{ readonly items: readonly WebSession[] }>;
  /** The caller's own, or any with the right `people`. It drops the votes given in it. */
  revokeWebSession(input: { readonly id: KeyId }, options?: O): Promise<WebSession>;
  /** Ends the caller's session; the decisions made in it stand. */
  signOut(
    input?: Readonly<Record<string, never>>,
    options?: O,
  ): Promise<{ readonly signedOut: true }>;

  /**
   * What `navigator.credentials.create` takes. STEP_UP_NEEDED without their passphrase if they have
   * one. NOT_ALLOWED in a session whose link was not made at a terminal, and for a person with a
   * passkey and no passphrase, unless one of their passkeys proves them: `proof` is its answer to
   * `passkeyProof`.
   */
  passkeyCreation(
    input: { readonly passphrase?: string; readonly proof?: JsonObject },
    options?: O,
  ): Promise<JsonObject>;
  /**
   * What `navigator.credentials.get` takes for the proof that is needed before registering or removing
   * a passkey, or setting a first passphrase.
   */
  passkeyProof(input?: Readonly<Record<string, never>>, options?: O): Promise<JsonObject>;
  /** `response`: a RegistrationResponseJSON for the options given before; works once. */
  addPasskey(
    input: { readonly name: string; readonly response: JsonObject },
    options?: O,
  ): Promise<Passkey>;
  /** The caller's own. */
  listPasskeys(): Promise<{ readonly items: readonly Passkey[] }>;
  /** NOT_ALLOWED without a `proof` by one of their passkeys or their passphrase. */
  removePasskey(
    input: { readonly id: PasskeyId; readonly passphrase?: string; readonly proof?: JsonObject },
    options?: O,
  ): Promise<Passkey>;
  /** What `navigator.credentials.get` takes to approve the action of this digest. */
  passkeyStepUp(input: { readonly digest: string }, options?: O): Promise<JsonObject>;
}
