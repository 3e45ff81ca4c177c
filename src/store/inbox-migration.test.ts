import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  anAction,
  anActor,
  anAuthorization,
  anId,
  anOpenAuthorization,
  anOpenRequest,
  aVoteFor,
} from "../testing/builders.ts";
import { openSqliteStore } from "./sqlite-store.ts";

/* What a database of the version before the inbox becomes. */

const AT = "2026-01-01T00:00:00.000Z";
const UNDO = `
  drop table tickets; drop table passkeys; drop table deliveries; drop table claims;
  drop table snoozes; drop index requests_inbox; drop index mailbox_waiting;
  alter table requests drop column level; alter table requests drop column voters;
  alter table requests drop column approvers; alter table permissions drop column key;
  alter table principals drop column halted_at; alter table keys drop column web;
  delete from migrations where name = '0005-inbox';
`;
/** More than the migration reads at once. */
const MANY = 1_100;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "earshot-migration-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

test("a database of the version before the inbox gets its levels and its voters", async () => {
  const path = join(folder, "earshot.db");
  const open = () =>
    openSqliteStore({
      path,
      clock: { now: () => 0 },
      onFatal(error) {
        throw error;
      },
    });
  const operator = { id: anId("prn"), name: "ana", role: "approver" } as const;
  const question = anOpenRequest();
  const misleading = { level: "LOW", note: '"level":"CRITICAL"' };
  const many = Array.from({ length: MANY }, () => {
    const action = anAction({ level: "HIGH", args: misleading });
    return anOpenAuthorization({ authorization: anAuthorization({ action }) });
  });
  const [first] = many;
  if (first === undefined) throw new Error("There is none.");
  const votes = [aVoteFor(first, { by: anActor({ principal: operator.id }) })];
  const voted = { ...first, authorization: { ...first.authorization, votes } };
  const requests = [question, voted, ...many.slice(1)];
  const store = await open();
  await store.commit([
    {
      workspace: "default",
      events: [],
      writes: [
        { type: "workspace.insert", id: "default", createdAt: AT },
        ...requests.map((request) => ({ type: "request.insert" as const, request })),
      ],
    },
  ]);
  await store.close();
  const db = new DatabaseSync(path);
  db.exec(UNDO);
  db.close();

  const again = await open();
  const look = { workspace: "default", operator, now: AT } as const;
  const listed = await again.listInbox({ ...look, split: "needs_me", limit: 2_000 });
  expect(listed.map(({ id }) => id)).toEqual([...many.slice(1).map(({ id }) => id), question.id]);
  expect((await again.countInbox(look)).needs_me).toBe(MANY);
  expect(await again.findRequest("default", voted.id)).toEqual(voted);
  await again.close();
});
