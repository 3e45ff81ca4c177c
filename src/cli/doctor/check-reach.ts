import type { Connection } from "../../store/postgres/database.ts";
import type { Finding } from "../terminal/finding.ts";

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

/** What other logins of the server can do here, and how full what all databases share is. */
export async function checkReach(owner: Connection): Promise<Finding[]> {
  const [reach] = await owner.query<Reach>(REACH);
  if (reach === undefined) return [];
  return [logins(reach), schema(reach), queue(reach)];
}

function logins({ database, anybodyConnects }: Reach): Finding {
  const check = "logins";
  if (!anybodyConnects) return { check, state: "ok", detail: "only who was let in may connect" };
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
