import { randomBytes } from "node:crypto";
import type { Connection } from "../../store/postgres/database.ts";
import type { Finding } from "../terminal/finding.ts";

const PATIENCE_MS = 3_000;

/** A notice to ourselves: a pooler between us and the server that keeps no session loses them all. */
export async function checkNotices(owner: Connection): Promise<Finding[]> {
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
