import type { Connection } from "../../store/postgres/database.ts";
import type { Finding } from "../terminal/finding.ts";

/** A node uses the database's clock: a difference only makes logs hard to compare. */
const MAX_CLOCK_MS = 1_000;
const FULL_SHARE = 0.8;

interface Settings {
  readonly version: string;
  readonly commits: string;
  readonly fsync: string;
  readonly connections: number;
  readonly most: number;
  readonly bytes: number;
  readonly now: number;
}

const SETTINGS = `select current_setting('server_version') as version,
  current_setting('synchronous_commit') as commits, current_setting('fsync') as fsync,
  (select count(*) from pg_stat_activity where backend_type = 'client backend')::int as connections,
  current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
    as most,
  pg_database_size(current_database()) as bytes,
  floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now`;

/** What the server says about itself. */
export async function checkServer(owner: Connection): Promise<Finding[]> {
  const askedAt = Date.now();
  const [settings] = await owner.query<Settings>(SETTINGS);
  const answeredAt = Date.now();
  if (settings === undefined) return [];
  const { version, bytes } = settings;
  return [
    { check: "server version", state: "ok", detail: `PostgreSQL ${version}` },
    durability(settings),
    connections(settings),
    clock(settings.now, (askedAt + answeredAt) / 2, answeredAt - askedAt),
    {
      check: "database size",
      state: "ok",
      detail: `${Math.ceil(bytes / 1024 / 1024)} MiB; how much room its disk has left, only its machine knows`,
    },
    ...(await migrations(owner)),
  ];
}

function durability({ commits, fsync }: Settings): Finding {
  const check = "durability";
  if (fsync !== "on") {
    const detail = `fsync=${fsync}: a power cut can lose or break everything. Set fsync = on in postgresql.conf.`;
    return { check, state: "warning", detail };
  }
  if (commits === "off") {
    const detail =
      "synchronous_commit=off: what was acknowledged can be lost. Mend: alter database NAME set synchronous_commit = on;";
    return { check, state: "failed", detail };
  }
  return { check, state: "ok", detail: `synchronous_commit=${commits}, fsync=on` };
}

function connections({ connections: used, most }: Settings): Finding {
  const check = "connections";
  if (used < most * FULL_SHARE) return { check, state: "ok", detail: `${used} of ${most} in use` };
  const detail = `${used} of ${most} in use. Lower --pool, or raise max_connections of the server.`;
  return { check, state: "warning", detail };
}

function clock(databaseMs: number, hereMs: number, roundTripMs: number): Finding {
  const check = "clocks";
  const apart = Math.round(Math.abs(databaseMs - hereMs));
  const detail = `${apart} ms apart, ${roundTripMs} ms to ask`;
  if (apart - roundTripMs / 2 <= MAX_CLOCK_MS) return { check, state: "ok", detail };
  const told = `${detail}. Expiry goes by the database's clock; set the clock of this machine or of that one by NTP.`;
  return { check, state: "warning", detail: told };
}

async function migrations(owner: Connection): Promise<Finding[]> {
  const check = "migrations";
  const [table] = await owner.query<{ there: boolean }>(
    "select to_regclass('migrations') is not null as there",
  );
  if (table?.there !== true) {
    const detail =
      "The database is empty. The first npx earshot start --postgres URL makes its tables.";
    return [{ check, state: "warning", detail }];
  }
  const applied = await owner.query<{ name: string }>("select name from migrations order by name");
  const last = applied.at(-1)?.name ?? "none";
  return [{ check, state: "ok", detail: `${applied.length} applied, the last is ${last}` }];
}
