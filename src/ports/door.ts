import type { KeyId } from "../domain/id.ts";
import type { Caller } from "../domain/principal.ts";
import type { Earshot } from "./earshot.ts";
import type { Tally } from "./tally.ts";

/** What a door to the network needs of the server behind it. */
export interface Gate {
  /** Who calls with this secret; undefined for an unknown or revoked key. */
  authenticate(secret: string): Promise<Caller | undefined>;
  /** Hears of every key that is revoked, once that is on disk. */
  onRevoked(listener: (key: KeyId) => void): void;
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

export interface Figures {
  readonly openRequests: number;
  readonly waiters: number;
  readonly lastEvent: number;
}
