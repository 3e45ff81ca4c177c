import type { Actor } from "../../domain/surface.ts";
import type { Timestamp } from "../../domain/timestamp.ts";

/**
 * Which entries are meant. `own`: one agent's entries, which no other agent's key can reach, separate
 * for each run (and for no run). `people`: entries that only people write and every agent of the
 * workspace reads.
 */
export interface MemoryScope {
  /** `own` if absent. */
  readonly namespace?: "own" | "people";
  /** Name of an agent, for people; an agent's key always means itself. */
  readonly agent?: string;
  /** If absent: what the agent keeps over all runs. */
  readonly run?: string;
}

export interface MemoryEntry {
  readonly key: string;
  readonly value: string;
  /** 1 for the first; every write, restore and deletion makes the next. */
  readonly version: number;
  readonly writtenAt: Timestamp;
  readonly writtenBy: Actor;
  /** The version that was restored. */
  readonly restoredFrom?: number;
}

/** An entry without its value. */
export interface MemoryItem extends Omit<MemoryEntry, "value"> {
  readonly bytes: number;
}

/** One version in the history of a key; a deletion has no value. */
export interface MemoryVersion extends Omit<MemoryEntry, "value"> {
  readonly value?: string;
}

export interface MemoryMatch {
  readonly key: string;
  /** The first line that matches, cut to 200 characters around the match. */
  readonly excerpt: string;
  /** Counted from 1; 0 if the key matches and no line does. */
  readonly line: number;
}

export interface MemorySearch {
  readonly matches: readonly MemoryMatch[];
  /** More entries match than are shown, or the time ran out before all were read. */
  readonly isPartial: boolean;
}
