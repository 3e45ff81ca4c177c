import type { KeyId, PrincipalId } from "../../domain/id.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { Caller } from "../../domain/people/principal.ts";
import type { Earshot } from "../earshot/earshot.ts";
import type { SignedIn, Site } from "../earshot/operators.ts";
import type { Figures } from "./figures.ts";
import type { Tally } from "./tally.ts";

/**
 * What comes with a cookie: the secret of the page, or nothing if the operation is one that a browser
 * opens without its page.
 */
export type PageProof = { readonly page: string | undefined } | "by_cookie_alone";

/** Signs in browsers that have no key yet; the door calls this. */
export interface SignIn {
  /** Throws NOT_SIGNED_IN for a link or an invitation that is unknown, used or too old. */
  withLink(input: { readonly token: string; readonly browser: string }): Promise<SignedIn>;
  /** What `navigator.credentials.get` takes: a PublicKeyCredentialRequestOptionsJSON. */
  passkeyOptions(site: Site): Promise<JsonObject>;
  /** Throws NOT_SIGNED_IN if the passkey proves nothing. */
  withPasskey(input: {
    readonly response: JsonObject;
    readonly browser: string;
    readonly site: Site;
  }): Promise<SignedIn>;
  /** See `Earshot.acceptInvitation`. */
  readonly acceptInvitation: Earshot["acceptInvitation"];
}

/** What a door to the network needs from the server. */
export interface Gate {
  /** Who calls with this secret; undefined for an unknown or revoked key. */
  authenticate(secret: string): Promise<Caller | undefined>;
  /** The user of a service for whom it calls with this token. Rejects with NOT_ALLOWED for a bad one. */
  asEndUser(caller: Caller, token: string): Promise<Caller>;
  /** Who may read only the metrics with this secret; asks no store. */
  scraper(secret: string): Caller | undefined;
  /** Who calls in the web session of this cookie; undefined if it is unknown, ended or not proved. */
  authenticateWeb(secret: string, proof: PageProof): Promise<Caller | undefined>;
  /** Signs in browsers that have no web session yet. */
  readonly signIn: SignIn;
  /** Hears of every revoked key and ended web session, once that is on disk. */
  onRevoked(listener: (key: KeyId) => void): void;
  /** Hears of every key that was given an end, in milliseconds since 1970, once that is on disk. */
  onExpiring(listener: (key: KeyId, atMs: number) => void): void;
  /** Hears of every halted agent, once that is on disk. */
  onHalted(listener: (agent: PrincipalId) => void): void;
  /** Earshot for this caller. */
  open(caller: Caller): Earshot;
  /** Resolves if calls are served and the store can be written; otherwise rejects with the reason. */
  checkReady(): Promise<{
    /** What is not served meanwhile, and why; absent if everything is. */
    readonly held?: string;
  }>;
  isStopping(): boolean;
  /** Throws where nothing but a new start helps; a store that is away for a time is no such case. */
  checkAlive(): void;
  /** Begins the graceful stop; returns at once. */
  stop(): void;
  /** Notes that the caller's key was used; nothing waits for it. */
  noteUse(caller: Caller): void;
  /** Counts the door's calls and refusals. */
  readonly tally: Tally;
  /** Figures of this moment. */
  figures(caller: Caller): Promise<Figures>;
}
