import { randomBytes } from "node:crypto";
import { statSync } from "node:fs";
import { oneLine, visibleText } from "../../render/visible-text.ts";
import { connect, type OpenConnection } from "../../store/postgres/connection.ts";
import type { Connection } from "../../store/postgres/database.ts";
import { openDatabase } from "../../store/postgres/open-database.ts";
import { createSharedSecrets } from "../../store/postgres/shared-secrets.ts";
import { reachPostgres } from "../../store/setup/check-reach.ts";
import { dataPaths, readStoreMark } from "../../system/data-folder.ts";
import { findDeploymentKey, fingerprintOf } from "../../system/deployment-key.ts";
import { databaseOf, postgresPlace } from "../../system/postgres-url.ts";
import { createSealedSecrets, SECRET_NAMES } from "../../system/sealed-secrets.ts";
import { type Finding, unknown } from "../terminal/finding.ts";
import { checkServer } from "./check-server.ts";

export interface DatabaseToCheck {
  readonly url: string;
  readonly data: string;
  readonly deploymentKey: string | undefined;
}

/** What a node needs from its database, each with its mend. */
export async function checkDatabase(target: DatabaseToCheck): Promise<Finding[]> {
  const { url } = target;
  const place = postgresPlace(url);
  let owner: OpenConnection;
  try {
    owner = await reachPostgres({
      url,
      place,
      purpose: "doctor",
      database: databaseOf(url),
      patienceMs: 0,
      onWait: () => {},
    });
  } catch (error) {
    return [unknown("postgresql", error)];
  }
  try {
    const reached: Finding = { check: "postgresql", state: "ok", detail: place };
    const checks = [
      () => checkServer(owner),
      () => checkRole(url),
      () => checkNotices(owner),
      () => checkReach(owner),
      () => checkNodes(owner),
      () => checkDeploymentKey(target),
    ];
    const findings = [reached];
    for (const check of checks) findings.push(...(await check().catch(failed)));
    return findings;
  } finally {
    await owner.close();
  }
}

function failed(error: unknown): Finding[] {
  return [unknown("postgresql", error)];
}

/** A role that bypasses row-level security would see the rows of every workspace. */
async function checkRole(url: string): Promise<Finding[]> {
  const check = "role";
  let app: OpenConnection | undefined;
  try {
    app = await connect({ url, purpose: "doctor" });
    const [role] = await app.query<{ name: string; bypasses: boolean }>(
      "select rolname::text as name, rolbypassrls or rolsuper as bypasses from pg_roles where rolname = current_user",
    );
    if (role === undefined) return [];
    if (!role.bypasses) {
      const detail = `${role.name}, which cannot bypass row-level security`;
      return [{ check, state: "ok", detail }];
    }
    const detail = `${role.name} bypasses row-level security. Mend, as an administrator: alter role ${role.name} nosuperuser nobypassrls;`;
    return [{ check, state: "failed", detail }];
  } catch (error) {
    return [unknown(check, error)];
  } finally {
    await app?.close();
  }
}

const OTHERS = 0o077;

/**
 * Whether the key is there, private to its owner, and the one that seals the keys of this database.
 */
async function checkDeploymentKey({
  url,
  data,
  deploymentKey: given,
}: DatabaseToCheck): Promise<Finding[]> {
  const check = "deployment key";
  const { deploymentKey: path } = dataPaths(data);
  const database = await openDatabase({ url, poolSize: 1 });
  try {
    const key = findDeploymentKey({ path, given });
    const keyFrom = readStoreMark(data)?.keyFrom;
    if (key === undefined && keyFrom !== undefined) {
      const detail = `The node was given it by ${visibleText(keyFrom, { keepLines: false })}. To check it as well: --deployment-key FILE`;
      return [{ check, state: "ok", detail }];
    }
    if (key === undefined) {
      const detail = `There is none in ${path}. Copy it out of the data folder of another node, or name it with --deployment-key FILE; the first node makes it.`;
      return [{ check, state: "warning", detail }];
    }
    const isFile = key.from !== "EARSHOT_DEPLOYMENT_KEY";
    if (isFile && (statSync(key.from).mode & OTHERS) !== 0) {
      const detail = `Other users can read ${key.from}. Mend: chmod go= ${key.from}`;
      return [{ check, state: "failed", detail }];
    }
    const secrets = createSealedSecrets(createSharedSecrets(database), key);
    const stored = await secrets.read(SECRET_NAMES.deployment);
    const what = stored === undefined ? "nothing is sealed with it yet" : "opens what nodes share";
    return [{ check, state: "ok", detail: `${key.from} (${fingerprintOf(key)}): ${what}` }];
  } catch (error) {
    return [unknown(check, error)];
  } finally {
    await database.close();
  }
}

interface HeldLease {
  readonly name: string;
  readonly holder: string;
  readonly epoch: number;
  readonly left: number;
}

const SCOPE = "select set_config('earshot.workspace', '*', false)";
const TABLE = "select to_regclass('leases') is not null as there";
const LEASES = `select name, holder, epoch,
  (until - floor(extract(epoch from clock_timestamp()) * 1000)::bigint) as left
  from leases where until > floor(extract(epoch from clock_timestamp()) * 1000)::bigint order by name`;
const LISTENERS = `select count(*)::int as nodes from pg_stat_activity
  where application_name like 'earshot notices%' and datname = current_database()`;

/**
 * The nodes of the database, and which of them holds each job that only one node does at a time.
 */
async function checkNodes(owner: Connection): Promise<Finding[]> {
  const [table] = await owner.query<{ there: boolean }>(TABLE);
  if (table?.there !== true) return [];
  await owner.query(SCOPE);
  const [listening] = await owner.query<{ nodes: number }>(LISTENERS);
  const leases = await owner.query<HeldLease>(LEASES);
  const nodes = listening?.nodes ?? 0;
  return [
    {
      check: "nodes",
      state: nodes > 0 ? "ok" : "warning",
      detail:
        nodes > 0 ? `${nodes} listen` : "None listens. Start one: npx earshot start --postgres URL",
    },
    ...leases.map(leaseFinding),
  ];
}

function leaseFinding({ name, holder, epoch, left }: HeldLease): Finding {
  const seconds = Math.ceil(left / 1_000);
  const detail = `${oneLine(name, 40)}: held by ${oneLine(holder, 80)}, epoch ${epoch}, ${seconds} s left`;
  return { check: "lease", state: "ok", detail };
}

const PATIENCE_MS = 3_000;

/** A notice to ourselves: a pooler in between that does not keep sessions loses them all. */
async function checkNotices(owner: Connection): Promise<Finding[]> {
  const check = "notices";
  const channel = `earshot_doctor_${randomBytes(4).toString("hex")}`;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(resolve, PATIENCE_MS, false);
  owner.onNotification((from) => {
    if (from === channel) resolve(true);
  });
  await owner.query(`listen ${channel}`);
  const askedAt = performance.now();
  await owner.query("select pg_notify($1, '')", [channel]);
  const isHeard = await promise;
  clearTimeout(timer);
  await owner.query(`unlisten ${channel}`);
  if (isHeard) {
    const detail = `heard after ${Math.ceil(performance.now() - askedAt)} ms`;
    return [{ check, state: "ok", detail }];
  }
  const detail =
    "A notice was not heard, so nodes hear of each other only once a second. A pooler between must keep sessions (PgBouncer: pool_mode=session); or connect to the server itself.";
  return [{ check, state: "failed", detail }];
}

const QUEUE_SHARE = 0.5;

interface Reach {
  readonly database: string;
  readonly schema: string | null;
  readonly anybodyConnects: boolean;
  readonly anybodyMakes: boolean;
  readonly queue: number;
}

const REACH = `select quote_ident(d.datname) as database, quote_ident(n.nspname) as schema,
    has_database_privilege('public', d.oid, 'CONNECT') as "anybodyConnects",
    coalesce(has_schema_privilege('public', n.oid, 'CREATE'), false) as "anybodyMakes",
    pg_notification_queue_usage() as queue
  from pg_database d left join pg_namespace n on n.nspname = current_schema()
  where d.datname = current_database()`;

/**
 * What other logins of the server can do here, and how full the queue is that all databases share.
 */
export async function checkReach(owner: Connection): Promise<Finding[]> {
  const [reach] = await owner.query<Reach>(REACH);
  if (reach === undefined) return [];
  return [logins(reach), schema(reach), queue(reach)];
}

function logins({ database, anybodyConnects }: Reach): Finding {
  const check = "logins";
  if (!anybodyConnects) return { check, state: "ok", detail: "only permitted logins may connect" };
  const detail = `Any login of the server may connect to the database, and send notices. Where others use the server: revoke connect on database ${database} from public;`;
  return { check, state: "warning", detail };
}

function schema({ schema, anybodyMakes }: Reach): Finding {
  const check = "schema";
  if (!anybodyMakes) return { check, state: "ok", detail: "not everybody may make functions" };
  const detail = `Anybody may make functions in the schema, which would run with Earshot's rights, and no node starts. Mend: revoke create on schema ${schema} from public;`;
  return { check, state: "failed", detail };
}

function queue({ queue: share }: Reach): Finding {
  const check = "notice queue";
  const told = `${Math.ceil(share * 100)}% full`;
  if (share < QUEUE_SHARE) return { check, state: "ok", detail: told };
  const detail = `${told}: when it is full, nothing can be committed. Some session listens in a transaction that does not end: look at pg_stat_activity.`;
  return { check, state: "warning", detail };
}
