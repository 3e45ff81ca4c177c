export interface Metric {
  readonly type: "gauge" | "counter" | "histogram";
  readonly help: string;
  /** Each has a bounded set of values. */
  readonly labels?: readonly string[];
  /** How the lines of several nodes are taken together, where that is not by their sum. */
  readonly over?: "max" | "min" | "each";
  /** Shown only when several nodes share a store. */
  readonly isOfNodes?: true;
}

/** Every figure of `/metrics`, in its order. Published names never change. */
export const METRICS = {
  earshot_build_info: {
    type: "gauge",
    over: "each",
    help: "Always 1, with the version",
    labels: ["version"],
  },
  process_start_time_seconds: {
    type: "gauge",
    over: "each",
    help: "When the process began, since 1970",
  },
  earshot_open_requests: { type: "gauge", over: "max", help: "Requests that wait for a person" },
  earshot_oldest_open_seconds: {
    type: "gauge",
    over: "max",
    help: "Age of the oldest request that waits for a person, 0 where none does",
  },
  earshot_oldest_authorization_seconds: {
    type: "gauge",
    over: "max",
    help: "Age of the oldest authorization of a level that waits for a person, 0 where none does",
    labels: ["level"],
  },
  earshot_decisions_total: {
    type: "counter",
    help: 'Requests closed by this process, by kind, outcome and where it was decided; what a rule or the time closed has the via "none"',
    labels: ["kind", "outcome", "via"],
  },
  earshot_answer_seconds: {
    type: "histogram",
    help: "From a question until a person answered it, by where they did",
    labels: ["via"],
  },
  earshot_decision_seconds: {
    type: "histogram",
    help: "From an authorization until a person decided it, by its level and where they did",
    labels: ["level", "via"],
  },
  earshot_channel_heard: {
    type: "gauge",
    over: "min",
    help: "1 while this process hears what people do on the channel, 0 while it should and does not",
    labels: ["channel"],
  },
  earshot_channel_state: {
    type: "gauge",
    over: "each",
    help: "1 for the state in which the channel is: running, reconnecting, deaf, failed",
    labels: ["channel", "state"],
  },
  earshot_channel_last_heard_timestamp_seconds: {
    type: "gauge",
    over: "max",
    help: "When people last did something on the channel, since 1970, as this process heard or the record says",
    labels: ["channel"],
  },
  earshot_deliveries_total: {
    type: "counter",
    help: "What became of deliveries by this process: sent, seen, retried, failed, resent, dropped",
    labels: ["channel", "outcome"],
  },
  earshot_deliveries_queued: {
    type: "gauge",
    over: "max",
    help: "Deliveries that wait to be brought",
    labels: ["channel"],
  },
  earshot_dead_letters: {
    type: "gauge",
    over: "max",
    help: "Deliveries that were given up, to be resent or dropped by a person",
    labels: ["channel"],
  },
  earshot_undeliverable_requests: {
    type: "gauge",
    over: "max",
    help: "Open requests about which nobody could be reached: every delivery failed, or its channel cannot be opened",
  },
  earshot_undeliverable_total: {
    type: "counter",
    help: "Times that this process noted of a request that nobody could be reached",
  },
  earshot_oldest_delivery_seconds: {
    type: "gauge",
    over: "max",
    help: "Age of the oldest delivery that waits and is held for nothing, 0 where none does",
    labels: ["channel"],
  },
  earshot_sessions: {
    type: "gauge",
    over: "max",
    help: "Sessions of agents by where they stand",
    labels: ["status"],
  },
  earshot_waiters: { type: "gauge", help: "Calls that wait for an answer now" },
  earshot_last_event: { type: "gauge", over: "max", help: "Sequence number of the newest event" },
  earshot_unsealed_events: {
    type: "gauge",
    over: "max",
    help: "Events that no checkpoint has sealed yet: above a thousand the anchor cannot be written",
  },
  earshot_log_set_backs_total: {
    type: "counter",
    help: "Times that a log was found shorter than it had been: the database lost what it had committed",
  },
  earshot_record_set_back: {
    type: "gauge",
    over: "max",
    help: "1 where the record lost what it had committed and waits for an owner to accept it: no approval is used",
  },
  earshot_store_figures_age_seconds: {
    type: "gauge",
    over: "each",
    help: "How old the figures are that were read from the store, 0 where they are of now",
  },
  earshot_disk_free_bytes: {
    type: "gauge",
    over: "each",
    help: "Room on the disk of the data folder",
  },
  earshot_record_bytes: {
    type: "gauge",
    over: "each",
    help: "Size of the record in the data folder; of a database elsewhere its server tells",
  },
  earshot_anchor_age_seconds: {
    type: "gauge",
    over: "min",
    help: "Since the anchor was last written elsewhere, to the place where that is longest ago",
  },
  earshot_anchor_failures_total: {
    type: "counter",
    help: "How often this process could not write the anchor elsewhere",
  },
  earshot_backup_age_seconds: {
    type: "gauge",
    over: "min",
    help: "Age of the newest backup that was taken with this data folder",
  },
  earshot_backup_failures_total: {
    type: "counter",
    help: "Backups that this process was to take by itself and that nothing came of",
  },
  earshot_drill_age_seconds: {
    type: "gauge",
    over: "min",
    help: "Since a backup was last restored for practice with this data folder",
  },
  earshot_drill_failed: {
    type: "gauge",
    over: "each",
    help: "1 where the last restore for practice failed",
  },
  earshot_retention_erased_total: {
    type: "counter",
    help: "What this process has erased since it was kept long enough",
    labels: ["kind"],
  },
  earshot_retention_failures_total: {
    type: "counter",
    help: "Sweeps of what is kept no longer that were broken off",
  },
  earshot_retention_swept_timestamp_seconds: {
    type: "gauge",
    over: "max",
    help: "When this process last went through all that is kept no longer, since 1970",
  },
  earshot_migrations: {
    type: "gauge",
    over: "max",
    help: "Migrations that the store has, by whether this version knows them",
    labels: ["known"],
  },
  earshot_calls_total: {
    type: "counter",
    help: "Calls by operation and class of status; refused: what ended in an error",
    labels: ["operation", "status"],
  },
  earshot_errors_total: {
    type: "counter",
    help: "Calls that ended in an error, by its code",
    labels: ["code"],
  },
  earshot_commit_changes: { type: "histogram", help: "Changes in one physical commit" },
  earshot_commit_seconds: {
    type: "histogram",
    help: "Time of one physical commit until it was durable",
  },
  earshot_commit_failures_total: { type: "counter", help: "Commits of which nothing was stored" },
  earshot_lease_held: {
    type: "gauge",
    help: "1 where this process does what one at a time may do",
    labels: ["lease"],
  },
  earshot_clock_offset_seconds: {
    type: "gauge",
    over: "each",
    help: "How far the store's clock is ahead of this machine's",
  },
  earshot_clock_waits: {
    type: "gauge",
    over: "max",
    help: "1 while a jump of the clock waits for a person and nothing is written",
  },
  earshot_clock_behind_seconds: {
    type: "gauge",
    over: "max",
    help: "How far the clock of the system is behind the server's time",
  },
  earshot_clock_jumps_total: {
    type: "counter",
    help: "Jumps of the clock that had to wait for a person",
  },
  earshot_clock_set_backs_total: {
    type: "counter",
    help: "Times that the clock fell more than a minute behind the server's time",
  },
  earshot_hearing: {
    type: "gauge",
    over: "each",
    help: "1 while this node hears what others commit, 0 while it polls",
    isOfNodes: true,
  },
  earshot_notices_heard_total: {
    type: "counter",
    help: "Notices of commits that this node has heard",
    isOfNodes: true,
  },
  earshot_notices_interrupted_total: {
    type: "counter",
    help: "Times that notices may have been missed, and were read again",
    isOfNodes: true,
  },
  earshot_catch_ups_total: {
    type: "counter",
    help: "Times that this node has asked how far the logs reach",
    isOfNodes: true,
  },
  earshot_pool_size: {
    type: "gauge",
    over: "each",
    help: "Connections to the database that may be open",
    isOfNodes: true,
  },
  earshot_pool_connections: {
    type: "gauge",
    over: "each",
    help: "Connections to the database, by whether they serve a statement",
    labels: ["state"],
    isOfNodes: true,
  },
  earshot_pool_waiting: {
    type: "gauge",
    over: "each",
    help: "Statements that wait for a connection",
    isOfNodes: true,
  },
  earshot_loop_delay_p99_seconds: {
    type: "gauge",
    over: "each",
    help: "Delay of the main thread in the last 15 seconds that have ended",
  },
  earshot_resident_bytes: { type: "gauge", over: "each", help: "Resident memory of the process" },
  earshot_heap_bytes: { type: "gauge", over: "each", help: "Memory that JavaScript values take" },
} as const satisfies Record<string, Metric>;

export type MetricName = keyof typeof METRICS;
