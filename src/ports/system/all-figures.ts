import type { Level } from "../../domain/authority/action.ts";
import type { RemoteChannel } from "../../domain/channel-kind.ts";
import type { SessionStatus } from "../../domain/sessions/session.ts";
import type { HearingState } from "../channels/channel-hearing.ts";
import type { JobFigures } from "./job-figures.ts";
import type { NodeFigures } from "./node-figures.ts";

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
