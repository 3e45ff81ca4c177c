import type { Level } from "../../domain/authority/action.ts";
import type { RemoteChannel } from "../../domain/channel-kind.ts";
import type { RetentionKind } from "../../domain/policy/retention.ts";
import type { ClosedRequest, RequestKind } from "../../domain/requests/request.ts";
import type { SessionStatus } from "../../domain/sessions/session.ts";
import type { Surface } from "../../domain/surface.ts";
import type { HearingState } from "../channels/channel-hearing.ts";
import type { ClockStanding } from "./clock.ts";

/** Measurements of the process that serves. */
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
export type DecisionOutcome = ClosedRequest["status"];

/** Counts of values up to each bound and above the previous one; the last count is the rest. */
export interface Histogram {
  readonly bounds: readonly number[];
  readonly counts: readonly number[];
  readonly sum: number;
}

export interface DecisionCount {
  readonly kind: RequestKind;
  readonly outcome: DecisionOutcome;
  /** Where somebody decided; absent if a rule or the time did. */
  readonly via?: Surface;
  readonly count: number;
}

/** Times from asking to deciding. */
export interface AnswerTimes {
  /** The level of an authorization; absent for a question. */
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
  /** How often notices may have been missed, since the connection that hears them was lost. */
  readonly interruptions: number;
  readonly catchUps: number;
  readonly isHearing: boolean;
}

/** The counts of one process since it began, and its present state. Nothing here grows without bound. */
export interface NodeFigures {
  readonly batchSizes: Histogram;
  readonly commitSeconds: Histogram;
  /** Batches that the store rejected whole. */
  readonly failedBatches: number;
  /** The decisions that this process committed. */
  readonly decisions: readonly DecisionCount[];
  readonly answerTimes: readonly AnswerTimes[];
  /** The same of nobody, with the same bounds. */
  readonly noTimes: Histogram;
  readonly deliveries: readonly DeliveryCount[];
  /** How often it noted of a request that nobody could be reached. */
  readonly undeliverable: number;
  /** Absent if the process is alone over its store. */
  readonly notices?: NoticeFigures;
  /** The names of this process's leases. */
  readonly leases: readonly string[];
  readonly pool?: PoolFigures;
  /** How far the store's clock is ahead of this machine's; 0 if they are the same clock. */
  readonly clockOffsetMs: number;
}

/** What this process has done of a server's own jobs. */
export interface JobFigures {
  readonly retention: {
    /** How many were erased of each kind. */
    readonly erased: Readonly<Record<RetentionKind, number>>;
    /** Sweeps that failed. */
    readonly failures: number;
    /** When a sweep was last completed; absent if none was. */
    readonly sweptMs?: number;
  };
  /** Absent if it takes none by itself. */
  readonly backups?: {
    readonly failures: number;
  };
  /** Absent if it writes its anchor nowhere else. */
  readonly anchoring?: {
    readonly failures: number;
  };
}

/** Present figures, and those of the store that could be read in time. */
export interface Figures {
  readonly waiters: number;
  /** How this process hears each channel, without channels that another process hears. */
  readonly channels: readonly ChannelFigures[];
  /** All channels that are set up, on whichever node they are heard. */
  readonly configured: readonly RemoteChannel[];
  /** How often a workspace's log was found shorter than before. */
  readonly logSetBacks: number;
  readonly clock: ClockStanding;
  /** Absent if the store has not been read since the process began. */
  readonly store?: StoreFigures;
  /** Their age; 0 if they were read now. */
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

/** What the store holds for one workspace. */
export interface StoreFigures {
  readonly openRequests: number;
  readonly lastEvent: number;
  /** How long the oldest open request has been waiting; 0 if none is open. */
  readonly oldestOpenMs: number;
  /** The same for the authorizations of each level. */
  readonly oldestByLevel: readonly { readonly level: Level; readonly ms: number }[];
  readonly unsealedEvents: number;
  /** The record waits for an owner to accept it. */
  readonly isSetBack: boolean;
  /** Applied migrations; a newer version on another node may have added unknown ones. */
  readonly migrations: { readonly known: number; readonly unknown: number };
  readonly sessions: readonly { readonly status: SessionStatus; readonly count: number }[];
  readonly deliveries: readonly DeliveryFigures[];
  /** Open requests about which nobody could be reached. */
  readonly undeliverable: number;
}

export interface DeliveryFigures {
  readonly channel: RemoteChannel;
  readonly queued: number;
  /** Dead letters. */
  readonly failed: number;
  /** How long the oldest has been waiting that nothing holds back; 0 if there is none. */
  readonly oldestMs: number;
  /** When a linked person last did something there, as the record says; absent if none did. */
  readonly lastHeardMs?: number;
}

/** Figures of the machine with the data folder. */
export interface MachineFigures {
  readonly freeBytes: number;
  /** The size of the record; absent if it is in a database elsewhere. */
  readonly recordBytes?: number;
  /** Since the anchor was last written elsewhere; absent if it is not. */
  readonly anchorAgeMs?: number;
  /** The age of the newest backup taken from here; absent if none is noted. */
  readonly backupAgeMs?: number;
  /** The time since a backup was last restored for practice; absent if none was. */
  readonly drillAgeMs?: number;
  /** Whether that practice failed. */
  readonly hasDrillFailed?: boolean;
}
