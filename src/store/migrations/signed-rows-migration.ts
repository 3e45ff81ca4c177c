import { type Kysely, sql } from "kysely";
import type { Dialect } from "../schema/dialect.ts";
import type { Tables } from "../schema/tables.ts";
import { type WidenedKeys, widenKeys } from "./widen-keys.ts";

/**
 * Who made a key, a passkey and a revision of the policy, and what a person signs for it. The makers of
 * what is there already stand in the log. And what each server has offered an agent, which is a first
 * listing for every server that was there before.
 */
export async function signedRows(
  db: Kysely<Tables>,
  { clusteredTableEnd, moment }: Dialect,
): Promise<void> {
  const { schema } = db;
  for (const table of ["keys", "passkeys", "policies"] as const) {
    for (const column of ["made_by", "statement", "signature"]) {
      await schema.alterTable(table).addColumn(column, "text").execute();
    }
  }
  await schema.alterTable("keys").addColumn("used_at", moment).execute();
  await schema.alterTable("keys").addColumn("invited_by", "text").execute();
  await schema.alterTable("keys").addColumn("invited_until", moment).execute();
  await schema
    .createTable("tool_offers")
    .addColumn("workspace", "text", (c) => c.notNull())
    .addColumn("agent", "text", (c) => c.notNull())
    .addColumn("server", "text", (c) => c.notNull())
    .addColumn("tools", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("tool_offers_key", ["workspace", "agent", "server"])
    .modifyEnd(sql.raw(clusteredTableEnd))
    .execute();
  await schema.alterTable("keys").addColumn("label", "text").execute();
  await schema.alterTable("keys").addColumn("expires_at", moment).execute();
  await schema.alterTable("keys").addColumn("made_with", "text").execute();
  await schema.alterTable("principals").addColumn("tied_by", "text").execute();
  await sql`update keys set made_by = (select actor from events
      where events.workspace = keys.workspace and events.subject = keys.id
        and events.type in ('key.created', 'web_session.started')
      order by events.seq limit 1)`.execute(db);
  await sql`update passkeys set made_by = principal`.execute(db);
  await sql`update policies set made_by = (select actor from events
      where events.workspace = policies.workspace and events.subject = policies.workspace
        and events.type = 'policy.changed'
        and events.data like '%"revision":"' || policies.revision || '"%'
      order by events.seq desc limit 1)`.execute(db);
  await widenKeys(db, WIDENED);
}

/**
 * Until now `keys` also let people in. A key with all rights keeps that. A narrower one could have made
 * itself a whole one, so it loses it.
 */
const WIDENED: WidenedKeys = {
  kind: "person",
  role: "owner",
  former:
    '["tell","read","answer","decide","permit","withdraw","policy","erase","memory","keys","audit","operate","metrics"]',
  now: '["tell","read","answer","decide","permit","withdraw","policy","erase","memory","keys","people","audit","operate","metrics"]',
};
