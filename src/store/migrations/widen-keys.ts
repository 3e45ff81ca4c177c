import type { Kysely } from "kysely";
import type { Tables } from "../schema/tables.ts";

/** Keys of one kind of holder, by the rights that were all it could have, and what is all now. */
export interface WidenedKeys {
  readonly kind: string;
  readonly role: string | null;
  readonly former: string;
  readonly now: string;
}

/**
 * A key is stored with the rights it had when it was made. One that was made with all that its
 * holder could have goes on so; one that was given less keeps less.
 */
export async function widenKeys(
  db: Kysely<Tables>,
  { kind, role, former, now }: WidenedKeys,
): Promise<void> {
  const holders = db
    .selectFrom("principals")
    .select("id")
    .where("kind", "=", kind)
    .where("role", role === null ? "is" : "=", role);
  await db
    .updateTable("keys")
    .set({ scopes: now })
    .where("scopes", "=", former)
    .where("principal", "in", holders)
    .execute();
}
