import { afterAll, beforeAll, expect, test } from "vitest";
import { nowOf } from "../../src/core/call/context.ts";
import { found } from "../../src/core/callers/bootstrap.ts";
import { putPolicy } from "../../src/core/policy/apply-policy.ts";
import type { CreatedKey } from "../../src/ports/earshot/earshot.ts";
import { createMemorySecrets } from "../../src/system/memory-secrets.ts";
import { codeOf, eventually } from "../suites/earshot/world.ts";
import { type NodeContext, openNodeContext } from "../support/node-context.ts";
import {
  databaseWithTables,
  onServer,
  queryServer,
  type TestDatabase,
} from "../support/postgres.ts";

/* Two nodes; `deaf` hears no notice, and so does not know yet what `a` has just committed. */
let server: TestDatabase;
let a: NodeContext;
let deaf: NodeContext;
let workspaces = 0;

beforeAll(async () => {
  server = await databaseWithTables();
  const { url } = server;
  const secrets = createMemorySecrets();
  a = await openNodeContext({ url, secrets });
  deaf = await openNodeContext({ url, secrets, isDeaf: true });
});
afterAll(async () => {
  await Promise.all([a, deaf].map((node) => node.close()));
  await server.drop();
});

async function house() {
  workspaces += 1;
  const workspace = `w${workspaces}`;
  const made = await found(a.ctx, { owner: "owner", agent: "scout" }, workspace);
  return { workspace, ...made };
}

const revoke = ({ key, principal }: CreatedKey) =>
  a.ctx.commit({
    workspace: principal.workspace,
    writes: [{ type: "key.revoke", id: key.id, revokedAt: nowOf(a.ctx) }],
    events: [{ type: "key.revoked", at: nowOf(a.ctx), actor: principal.id, subject: key.id }],
  });

test("a person whose key was revoked at another node changes nothing more", async () => {
  const { owner, agent } = await house();
  const earshot = deaf.as(owner);
  const { request } = await a.as(agent).ask({ text: "Deploy now?" });
  const pay = { tool: "pay", args: { amount: 1 }, reason: "A part." };
  const { request: sought } = await a.as(agent).authorize(pay);
  await revoke(owner);
  const { id } = request;
  const until = new Date(deaf.ctx.clock.now() + 3_600_000).toISOString();
  const codes = await Promise.all([
    codeOf(earshot.answer({ id, answer: { text: "Yes." } })),
    codeOf(earshot.cancel({ id })),
    codeOf(earshot.reject({ id: sought.id, reason: "No." })),
    codeOf(earshot.tell({ agent: agent.principal.name, text: "Go on." })),
    codeOf(earshot.claim({ id })),
    codeOf(earshot.snooze({ id, until })),
    codeOf(earshot.haltAgent({ id: agent.principal.id })),
    codeOf(earshot.applyPolicy({ source: { version: 1, rules: [] } })),
  ]);
  expect(codes).toEqual(codes.map(() => "NOT_SIGNED_IN"));
  expect((await a.ctx.store.findRequest(request.workspace, id))?.status).toBe("open");
});

test("an agent whose key was revoked at another node brings about nothing more", async () => {
  const { agent } = await house();
  const earshot = deaf.as(agent);
  await revoke(agent);
  const codes = await Promise.all([
    codeOf(earshot.ask({ text: "Deploy now?" })),
    codeOf(earshot.tell({ text: "Done." })),
    codeOf(earshot.writeMemory({ key: "k", value: "v" })),
    codeOf(earshot.authorize({ tool: "pay", args: { amount: 2 }, reason: "A part." })),
  ]);
  expect(codes).toEqual(codes.map(() => "NOT_SIGNED_IN"));
});

test("an agent that was halted at another node brings about nothing more", async () => {
  const { owner, agent } = await house();
  const earshot = deaf.as(agent);
  await a.as(owner).haltAgent({ id: agent.principal.id });
  const codes = await Promise.all([
    codeOf(earshot.ask({ text: "Deploy now?" })),
    codeOf(earshot.tell({ text: "Done." })),
    codeOf(earshot.writeMemory({ key: "k", value: "v" })),
  ]);
  expect(codes).toEqual(codes.map(() => "NOT_ALLOWED"));
});

test("a policy is put back in force also where a node remembers that it is", async () => {
  const { workspace } = await house();
  const strict = { version: 1, rules: [] };
  const loose = { version: 1, rules: [{ name: "all", tools: ["*"], decision: "allow" }] };
  await putPolicy(a.ctx, { workspace, source: strict });
  await deaf.ctx.following.catchUp(workspace);
  await deaf.ctx.policies.of(workspace);
  await putPolicy(a.ctx, { workspace, source: loose });
  const { revision } = await putPolicy(deaf.ctx, { workspace, source: strict });
  expect((await a.ctx.store.currentPolicy(workspace))?.revision).toBe(revision);
});

test("a notice that somebody invents keeps nobody from a turn", async () => {
  const { workspace } = await house();
  const payload = JSON.stringify({ node: "x", positions: [[workspace, 900_000_000]] });
  await onServer(server.url, `select pg_notify('earshot', '${payload}')`);
  await eventually(() => a.others.figures().notices > 0);
  await a.ctx.following.catchUp(workspace);
  await eventually(() => a.ctx.following.isSure());
});

test("a node hears on where the log went back, as after a failover to a server that lagged", async () => {
  const { workspace, owner, agent } = await house();
  await Promise.all([1, 2, 3].map((n) => a.as(agent).tell({ text: `Part ${n}.` })));
  await Promise.all([a, deaf].map((node) => node.ctx.following.catchUp(workspace)));
  expect(await deaf.signIn(agent.secret)).toBeDefined();
  const lost = `workspace = '${workspace}' and seq > (select seq - 3 from heads where workspace = '${workspace}')`;
  await queryServer(server.url, `delete from events where ${lost}`);
  await queryServer(
    server.url,
    `update heads h set seq = e.seq, hash = e.hash from (select seq, hash from events
      where workspace = '${workspace}' order by seq desc limit 1) e where h.workspace = '${workspace}'`,
  );
  await queryServer(
    server.url,
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'earshot notices' and datname = current_database()",
  );
  await eventually(() => deaf.ctx.following.figures().setBacks > 0);
  await eventually(() => deaf.ctx.following.isSure());
  await deaf.signIn(agent.secret);
  await a.as(owner).revokeKey({ id: agent.key.id });
  await eventually(async () => (await deaf.signIn(agent.secret)) === undefined);
});
