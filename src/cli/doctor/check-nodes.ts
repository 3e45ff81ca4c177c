import { oneLine } from "../../render/visible-text.ts";
import type { Connection } from "../../store/postgres/database.ts";
import type { Finding } from "../terminal/finding.ts";

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

/** Who runs over the database, and which of them does the jobs that one node at a time does. */
export async function checkNodes(owner: Connection): Promise<Finding[]> {
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
