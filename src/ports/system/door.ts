import type { KeyId, PrincipalId } from "../../domain/id.ts";
import type { Caller } from "../../domain/people/principal.ts";
import type { Earshot } from "../earshot/earshot.ts";
import type { SignIn } from "../earshot/operators.ts";
import type { Figures } from "./figures.ts";
import type { Tally } from "./tally.ts";

/**
 * What a call by cookie brings beside it: the secret that its page was given, or nothing where the
 * operation is one that a browser opens without its page.
 */
export type PageProof = { readonly page: string | undefined } | "by_cookie_alone";

/** What a door to the network needs of the server behind it. */
export interface Gate {
  /** Who calls with this secret; undefined for an unknown or revoked key. */
  authenticate(secret: string): Promise<Caller | undefined>;
  /** Who may read the metrics with this secret, and nothing else; asks no store. */
  scraper(secret: string): Caller | undefined;
  /** Who calls in the web session of this cookie; undefined for one that is unknown, over or not proved. */
  authenticateWeb(secret: string, proof: PageProof): Promise<Caller | undefined>;
  /** Lets browsers in that have no web session yet. */
  readonly signIn: SignIn;
  /** Hears of every key that is revoked, and web session that ends, once that is on disk. */
  onRevoked(listener: (key: KeyId) => void): void;
  /** Hears of every agent that is halted, once that is on disk. */
  onHalted(listener: (agent: PrincipalId) => void): void;
  /** Earshot as this caller sees it. */
  open(caller: Caller): Earshot;
  /** Resolves where calls are served and the store can be written; rejects with the reason where not. */
  checkReady(): Promise<void>;
  isStopping(): boolean;
  /** Begins the graceful stop; returns at once. */
  stop(): void;
  /** Where the door counts its calls, and those it refuses. */
  readonly tally: Tally;
  /** Figures of this moment. */
  figures(caller: Caller): Promise<Figures>;
}
