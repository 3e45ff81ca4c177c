import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Principal } from "../domain/people/principal.ts";
import { RIGHTS, type Right } from "../domain/people/principal.ts";
import { rightsOf } from "../domain/people/rights.ts";
import type { Write } from "../ports/store/store.ts";
import { openSqliteStore } from "./sqlite-store.ts";

/* What a database of the version before authority becomes. */

const AT = "2026-01-01T00:00:00.000Z";
const UNDO = `
  drop table grants; drop table permissions; drop table policies;
  drop table tool_pins; drop table passphrases; drop table checkpoints;
  drop index requests_open_authorizations; drop index requests_authorizations;
  drop index requests_rule; drop index requests_closed; drop index requests_agent_closed;
  alter table requests drop column kind; alter table requests drop column action;
  alter table requests drop column digest; alter table requests drop column authorization;
  alter table requests drop column decision; alter table requests drop column sealed;
  alter table requests drop column erased_at; alter table requests drop column rule;
  alter table principals drop column owner; alter table keys drop column unattended;
  delete from migrations where name = '0004-authority';
`;
const NEW: readonly Right[] = ["decide", "permit", "redeem", "policy", "erase"];
/** Came after this step. */
const LATER: readonly Right[] = ["metrics", "people"];
const rightsThen = (of: Principal) => rightsOf(of).filter((right) => !LATER.includes(right));

const base = (name: string, at = AT) => ({
  id: `prn_${name}` as const,
  workspace: "default",
  name,
  createdAt: at,
});
const ana: Principal = { ...base("ana"), kind: "person", role: "owner" };
const people: readonly Principal[] = [
  { ...base("abe", "2026-01-02T00:00:00.000Z"), kind: "person", role: "owner" },
  { ...base("aaa"), kind: "person", role: "approver" },
  { ...base("vic"), kind: "person", role: "viewer" },
  ana,
];
const scout: Principal = { ...base("scout"), kind: "agent" };
const monitor: Principal = { ...base("monitor"), kind: "service" };
const elsewhere: Principal = { ...base("stray"), workspace: "other", kind: "agent" };
const holders = [...people, scout, monitor];

describe("a database of the version before authority", () => {
  let folder: string;
  const path = () => join(folder, "earshot.db");
  const open = () =>
    openSqliteStore({
      path: path(),
      clock: { now: () => 0 },
      onFatal(error) {
        throw error;
      },
    });

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "earshot-migration-"));
    const store = await open();
    const formerRights = (of: Principal) => rightsThen(of).filter((right) => !NEW.includes(right));
    const keyOf = (of: Principal, name: string, scopes: readonly Right[]): Write => ({
      type: "key.insert",
      secretHash: `${name} of ${of.name}`,
      key: {
        id: `key_${name}-${of.name}`,
        workspace: "default",
        principal: of.id,
        scopes,
        createdAt: AT,
      },
    });
    const writes: readonly Write[] = [
      ...["default", "other"].map((id): Write => ({ type: "workspace.insert", id, createdAt: AT })),
      ...[...holders, elsewhere].map(
        (principal): Write => ({ type: "principal.insert", principal }),
      ),
      ...holders.map((of) => keyOf(of, "all", formerRights(of))),
      ...holders.map((of) => keyOf(of, "less", ["read"])),
    ];
    await store.commit([{ workspace: "default", writes, events: [] }]);
    await store.close();
    const db = new DatabaseSync(path());
    db.exec(UNDO);
    db.exec(`insert into requests (workspace, id, status, version, agent, agent_name, question,
        salt, created_at)
      values ('default', 'req_old', 'open', 1, 'prn_scout', 'scout',
        '{"text":"Which?","form":{"kind":"text"}}', 's', 0)`);
    db.close();
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  test("gives its agents to the first owner of their workspace", async () => {
    const store = await open();
    expect(await store.findPrincipal("default", scout.id)).toEqual({ ...scout, owner: ana.id });
    expect(await store.findPrincipal("other", elsewhere.id)).toEqual(elsewhere);
    for (const principal of [...people, monitor]) {
      expect(await store.findPrincipal("default", principal.id)).toEqual(principal);
    }
    await store.close();
  });

  test("gives the new rights to keys that could do all, and to no other", async () => {
    const store = await open();
    for (const of of holders) {
      const whole = await store.findKeyOwner(`all of ${of.name}`);
      expect(whole?.key.scopes).toEqual(rightsThen(of));
      expect((await store.findKeyOwner(`less of ${of.name}`))?.key.scopes).toEqual(["read"]);
    }
    expect(NEW.every((right) => RIGHTS.includes(right))).toBe(true);
    await store.close();
  });

  test("keeps its questions", async () => {
    const store = await open();
    const found = await store.findRequest("default", "req_old");
    expect(found).toMatchObject({ kind: "question", status: "open", version: 1 });
    expect(found).toMatchObject({ question: { text: "Which?" } });
    expect(await store.countOpenAuthorizations("default")).toBe(0);
    await store.close();
  });
});
