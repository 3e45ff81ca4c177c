import type { Level } from "../../domain/authority/action.ts";
import type { Surface } from "../../domain/surface.ts";

/** How a request was closed. */
export type DecisionOutcome = "answered" | "approved" | "rejected" | "cancelled" | "expired";

/** How many values lay at or below each bound and above the one before; the last count is of the rest. */
export interface Histogram {
  readonly bounds: readonly number[];
  readonly counts: readonly number[];
  readonly sum: number;
}

export interface DecisionCount {
  readonly outcome: DecisionOutcome;
  /** Where somebody decided; absent where a rule or the time did. */
  readonly via?: Surface;
  readonly count: number;
}

/** From when it was asked until somebody decided it. */
export interface AnswerTimes {
  /** Of an authorization; absent of a question. */
  readonly level?: Level;
  readonly via: Surface;
  readonly seconds: Histogram;
}

export type DeliveryOutcome = "sent" | "seen" | "retried" | "failed" | "resent" | "dropped";

export interface DeliveryCount {
  readonly channel: string;
  readonly outcome: DeliveryOutcome;
  readonly count: number;
}

/** Connections to a database. */
export interface PoolFigures {
  readonly size: number;
  readonly open: number;
  readonly busy: number;
  /** Statements that wait for a connection. */
  readonly waiting: number;
}

export interface NoticeFigures {
  readonly heard: number;
  /** Times that notices may have been missed: the connection that hears them was lost. */
  readonly interruptions: number;
  readonly catchUps: number;
  readonly isHearing: boolean;
}

/** What one process has counted since it began, and how it is now. Nothing here grows without bound. */
export interface NodeFigures {
  readonly batchSizes: Histogram;
  readonly commitSeconds: Histogram;
  /** Batches of which the store took nothing. */
  readonly failedBatches: number;
  /** Those that this process has committed. */
  readonly decisions: readonly DecisionCount[];
  readonly answerTimes: readonly AnswerTimes[];
  readonly deliveries: readonly DeliveryCount[];
  /** Absent where the process is alone over its store. */
  readonly notices?: NoticeFigures;
  /** Names of the leases that this process holds. */
  readonly leases: readonly string[];
  readonly pool?: PoolFigures;
  /** By how much the clock of the store is before that of this machine; 0 where they are one. */
  readonly clockOffsetMs: number;
}
