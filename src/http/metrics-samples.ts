import { RETENTION_KINDS } from "../domain/policy/retention.ts";
import type { ClockStanding } from "../ports/system/clock.ts";
import type {
  ChannelFigures,
  DeliveryFigures,
  Figures,
  JobFigures,
  MachineFigures,
  NodeFigures,
  StoreFigures,
} from "../ports/system/figures.ts";
import { ofPeople } from "./metrics-people.ts";
import type { Sample, Samples } from "./metrics-text.ts";

/** The figures under their names in `/metrics`; unknown ones are left out. */
export function samplesOf({ node, jobs, store, machine, ...figures }: Figures): Samples {
  return {
    earshot_waiters: figures.waiters,
    earshot_log_set_backs_total: figures.logSetBacks,
    ...ofClock(figures.clock),
    earshot_store_figures_age_seconds: seconds(figures.storeAgeMs),
    ...ofChannels(figures.channels, store?.deliveries ?? []),
    ...(store !== undefined && ofStore(store)),
    ...(machine !== undefined && ofMachine(machine)),
    ...(jobs !== undefined && ofJobs(jobs)),
    ...(node !== undefined && { ...ofNode(node), ...ofPeople(node, figures) }),
  };
}

function seconds(ms: number | undefined): number | undefined {
  return ms === undefined ? undefined : ms / 1_000;
}

function ofClock({ nowMs, toldMs, isWaiting, jumps, setBacks }: ClockStanding): Samples {
  return {
    earshot_clock_waits: Number(isWaiting),
    earshot_clock_behind_seconds: Math.max(nowMs - toldMs, 0) / 1_000,
    earshot_clock_jumps_total: jumps,
    earshot_clock_set_backs_total: setBacks,
  };
}

function ofStore(store: StoreFigures): Samples {
  return {
    earshot_open_requests: store.openRequests,
    earshot_oldest_open_seconds: seconds(store.oldestOpenMs),
    earshot_oldest_authorization_seconds: store.oldestByLevel.map(({ level, ms }) => ({
      labels: [level],
      value: ms / 1_000,
    })),
    earshot_last_event: store.lastEvent,
    earshot_unsealed_events: store.unsealedEvents,
    earshot_record_set_back: store.isSetBack ? 1 : 0,
    earshot_migrations: [
      { labels: ["yes"], value: store.migrations.known },
      { labels: ["no"], value: store.migrations.unknown },
    ],
    earshot_sessions: store.sessions.map(({ status, count }) => ({
      labels: [status],
      value: count,
    })),
    earshot_undeliverable_requests: store.undeliverable,
    ...ofDeliveries(store.deliveries),
  };
}

function ofDeliveries(deliveries: readonly DeliveryFigures[]): Samples {
  const by = (value: (one: DeliveryFigures) => number) =>
    deliveries.map((one): Sample => ({ labels: [one.channel], value: value(one) }));
  return {
    earshot_deliveries_queued: by(({ queued }) => queued),
    earshot_dead_letters: by(({ failed }) => failed),
    earshot_oldest_delivery_seconds: by(({ oldestMs }) => oldestMs / 1_000),
  };
}

/** What was last heard is known to the process that heard it, and of linked people to the record. */
function ofChannels(
  channels: readonly ChannelFigures[],
  noted: readonly DeliveryFigures[],
): Samples {
  const lastHeardMs = new Map<string, number>();
  for (const one of [...channels, ...noted]) {
    const known = lastHeardMs.get(one.channel) ?? 0;
    if (one.lastHeardMs !== undefined && one.lastHeardMs > known)
      lastHeardMs.set(one.channel, one.lastHeardMs);
  }
  return {
    earshot_channel_heard: channels.map(({ channel, state }) => ({
      labels: [channel],
      value: state === "running" ? 1 : 0,
    })),
    earshot_channel_state: channels.map(({ channel, state }) => ({
      labels: [channel, state],
      value: 1,
    })),
    earshot_channel_last_heard_timestamp_seconds: [...lastHeardMs].map(([channel, ms]) => ({
      labels: [channel],
      value: ms / 1_000,
    })),
  };
}

function ofMachine({ freeBytes, recordBytes, ...figures }: MachineFigures): Samples {
  const { anchorAgeMs, backupAgeMs, drillAgeMs, hasDrillFailed } = figures;
  return {
    earshot_disk_free_bytes: freeBytes,
    earshot_record_bytes: recordBytes,
    earshot_anchor_age_seconds: seconds(anchorAgeMs),
    earshot_backup_age_seconds: seconds(backupAgeMs),
    earshot_drill_age_seconds: seconds(drillAgeMs),
    earshot_drill_failed: hasDrillFailed === undefined ? undefined : Number(hasDrillFailed),
  };
}

function ofJobs({ retention, backups, anchoring }: JobFigures): Samples {
  return {
    earshot_anchor_failures_total: anchoring?.failures,
    earshot_backup_failures_total: backups?.failures,
    earshot_retention_erased_total: RETENTION_KINDS.map((kind) => ({
      labels: [kind],
      value: retention.erased[kind],
    })),
    earshot_retention_failures_total: retention.failures,
    earshot_retention_swept_timestamp_seconds: seconds(retention.sweptMs),
  };
}

function ofNode(node: NodeFigures): Samples {
  return {
    earshot_commit_changes: node.batchSizes,
    earshot_commit_seconds: node.commitSeconds,
    earshot_commit_failures_total: node.failedBatches,
    earshot_lease_held: node.leases.map((lease) => ({ labels: [lease], value: 1 })),
    earshot_clock_offset_seconds: seconds(node.clockOffsetMs),
    ...ofNotices(node),
    ...ofPool(node),
  };
}

function ofNotices({ notices }: NodeFigures): Samples {
  if (notices === undefined) return {};
  return {
    earshot_hearing: notices.isHearing ? 1 : 0,
    earshot_notices_heard_total: notices.heard,
    earshot_notices_interrupted_total: notices.interruptions,
    earshot_catch_ups_total: notices.catchUps,
  };
}

function ofPool({ pool }: NodeFigures): Samples {
  if (pool === undefined) return {};
  return {
    earshot_pool_size: pool.size,
    earshot_pool_connections: [
      { labels: ["busy"], value: pool.busy },
      { labels: ["idle"], value: pool.open - pool.busy },
    ],
    earshot_pool_waiting: pool.waiting,
  };
}
