import type { Level } from "../../domain/authority/action.ts";
import type { RemoteChannel } from "../../domain/channel-kind.ts";
import type { RetentionKind } from "../../domain/policy/retention.ts";
import type { SessionStatus } from "../../domain/sessions/session.ts";
import type { Surface } from "../../domain/surface.ts";
import type { HearingState } from "../channels/channel-hearing.ts";
/** What is measured of the process that serves. */
export interface ProcessFigures {
  read(): {
    /** Since the process began. */
    readonly uptimeMs: number;
    /** Resident memory. */
    readonly memoryBytes: number;
    /** Of one processor, over the last minute or since the process began. */
    readonly cpuPercent: number;
  };
}

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

/** What this process has done of what a server does by itself. */
export interface JobFigures {
  readonly retention: {
    /** What was erased of each kind. */
    readonly erased: Readonly<Record<RetentionKind, number>>;
    /** Sweeps that were broken off. */
    readonly failures: number;
    /** When one last went through all; absent where none has. */
    readonly sweptMs?: number;
  };
  /** Absent where it takes none by itself. */
  readonly backups?: {
    readonly failures: number;
  };
}

/** Figures of this moment, and of the store those that could be had in time. */
export interface Figures {
  readonly waiters: number;
  /** How this process hears each channel; without those that another one hears. */
  readonly channels: readonly ChannelFigures[];
  /** How often the log of a workspace was found shorter than it had been. */
  readonly logSetBacks: number;
  /** Absent where the store has not been read since the process began. */
  readonly store?: StoreFigures;
  /** How old they are; 0 where they were read now. */
  readonly storeAgeMs?: number;
  readonly node?: NodeFigures;
  readonly jobs?: JobFigures;
  readonly machine?: MachineFigures;
}

export interface ChannelFigures {
  readonly channel: RemoteChannel;
  readonly state: HearingState | "failed";
  /** In milliseconds since 1970. */
  readonly lastHeardMs?: number;
}

/** What the store holds of one workspace. */
export interface StoreFigures {
  readonly openRequests: number;
  readonly lastEvent: number;
  /** How long the oldest open request has been waiting; 0 where none is open. */
  readonly oldestOpenMs: number;
  /** The same of authorizations of each level. */
  readonly oldestByLevel: readonly { readonly level: Level; readonly ms: number }[];
  readonly unsealedEvents: number;
  /** Steps that made its tables; a newer version, on another node, may have added some. */
  readonly migrations: { readonly known: number; readonly unknown: number };
  readonly sessions: readonly { readonly status: SessionStatus; readonly count: number }[];
  readonly deliveries: readonly DeliveryFigures[];
}

export interface DeliveryFigures {
  readonly channel: RemoteChannel;
  readonly queued: number;
  /** Dead letters. */
  readonly failed: number;
  /** How long the first has been waiting that is held for nothing; 0 where none is. */
  readonly oldestMs: number;
}

/** Of the machine that the data folder is on. */
export interface MachineFigures {
  readonly freeBytes: number;
  /** Of the record; absent where it is in a database elsewhere. */
  readonly recordBytes?: number;
  /** Of the newest backup that was taken from here; absent where none is noted. */
  readonly backupAgeMs?: number;
  /** Since a backup was last restored for practice; absent where none was. */
  readonly drillAgeMs?: number;
  /** Whether that one failed. */
  readonly hasDrillFailed?: boolean;
}
