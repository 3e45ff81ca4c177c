import type { RunRecordType } from "../../../src/host/run-log.ts";

/** Around the write of a record: not at all, half of it, all but its fsync, with it. */
export const MOMENTS = ["before", "torn", "written", "synced"] as const;
export type Moment = (typeof MOMENTS)[number];

export interface Death {
  readonly at: RunRecordType;
  /** At the record of this type that is the `count`-th in this process. */
  readonly count: number;
  readonly moment: Moment;
}

export interface RunOrder {
  readonly file: string;
  readonly data: string;
  readonly isNew: boolean;
  /** Gets the idempotency key of each change, a line each. */
  readonly trace: string;
  /** Whether the model's server lets nobody in. */
  readonly isLockedOut: boolean;
  readonly death: Death | undefined;
}
