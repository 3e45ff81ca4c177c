import { openNodeContext } from "../support/node-context.ts";
import { databaseWithTables } from "../support/postgres.ts";
import { describeSecondOwner, type Opened } from "../support/second-owner.ts";

/* The same as in test/authority/second-owner.test.ts, over a database that nodes share. */

async function onPostgres(): Promise<Opened> {
  const database = await databaseWithTables();
  let open = await openNodeContext({ url: database.url });
  return {
    ctx: open.ctx,
    async again() {
      await open.close();
      open = await openNodeContext({ url: database.url });
      return open.ctx;
    },
    async close() {
      await open.close();
      await database.drop();
    },
  };
}

describeSecondOwner(onPostgres);
