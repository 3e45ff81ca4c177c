import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { createClient } from "../../src/client/client.ts";
import { startServer } from "../../src/compose/compose.ts";
import { dataPaths, readKeyFile } from "../../src/system/data-folder.ts";
import { testFolder } from "../support/cli.ts";
import { ownKey } from "../support/own-key.ts";

/* The upgrade of a data folder from before mailboxes. */

const FORMER = {
  owner: '["read","answer","withdraw","memory","keys","audit","operate"]',
  approver: '["read","answer","memory","audit"]',
} as const;

test("operators who could do all can speak to agents; those that were given less keep less", async () => {
  const dataFolder = join(testFolder(), "data");
  const first = await startServer({ dataFolder, port: 0 });
  const operator = createClient({
    url: first.url,
    key: readKeyFile(dataFolder, "operator") ?? "",
  });
  const agent = createClient({ url: first.url, key: readKeyFile(dataFolder, "agent") ?? "" });
  const approver = await ownKey(operator, { kind: "person", name: "ana" });
  const scopes = ["read", "answer"] as const;
  const narrow = await ownKey(operator, { kind: "person", name: "ben", scopes });
  const { request } = await agent.ask({ text: "Which?" });
  await first.stop();
  const db = new DatabaseSync(dataPaths(dataFolder).database);
  db.exec(`
    drop table mailbox; drop table tally;
    alter table requests drop column tool; alter table keys drop column hold_ms;
    delete from migrations where name = '0003-mailbox';
  `);
  const former = db.prepare(`update keys set scopes = ? where principal in
    (select id from principals where name = ?) and invited_until is null`);
  former.run(FORMER.owner, "operator");
  former.run(FORMER.approver, "ana");
  db.close();

  const server = await startServer({ dataFolder, port: 0 });
  const as = (key: string) => createClient({ url: server.url, key });
  const owner = as(readKeyFile(dataFolder, "operator") ?? "");
  const helper = as(readKeyFile(dataFolder, "agent") ?? "");
  expect((await owner.whoami()).rights).toContain("tell");
  expect((await as(approver.secret).whoami()).rights).toContain("tell");
  expect((await as(narrow.secret).whoami()).rights).toEqual(["read", "answer"]);
  expect((await owner.show({ id: request.id })).request).toEqual(request);
  expect(await helper.mailbox()).toEqual({ items: [], unread: 0 });
  const { conversation } = request;
  const said = await as(approver.secret).tell({ text: "Stop.", conversation });
  expect((await helper.mailbox()).items).toEqual([said]);
  // Nothing but what this test has changed by hand: the rights with which the two keys were made.
  const { record } = await owner.verifyAudit();
  expect(record?.faults.map(({ kind }) => kind)).toEqual(["key", "key"]);
  await server.stop();
});
