import { afterAll, beforeAll, expect, test } from "vitest";
import { found } from "../../../src/core/callers/bootstrap.ts";
import type { RequestId } from "../../../src/domain/id.ts";
import { asAuthorization } from "../../../src/domain/requests/request.ts";
import type { CreatedKey, Earshot } from "../../../src/ports/earshot/earshot.ts";
import { createMemorySecrets } from "../../../src/system/memory-secrets.ts";
import { createRandom, type Random } from "../../../src/testing/simulator/random.ts";
import { type NodeContext, openNodeContext } from "../../support/node-context.ts";
import { ownKey } from "../../support/own-key.ts";
import { databaseWithTables, queryServer, type TestDatabase } from "../../support/postgres.ts";

/* Whatever is done in one workspace, nothing of another changes by a byte, and nothing of it is seen. */

const OPERATIONS = 150;
const SEED = 5;

interface House {
  readonly workspace: string;
  readonly owner: CreatedKey;
  readonly judge: CreatedKey;
  readonly agent: CreatedKey;
}

/** Somebody's ids, which others may come to know. */
interface Known {
  readonly requests: RequestId[];
  readonly keys: CreatedKey["key"]["id"][];
}

let database: TestDatabase;
let nodes: readonly [NodeContext, NodeContext];
let busy: House;
let quiet: House;

beforeAll(async () => {
  database = await databaseWithTables();
  const secrets = createMemorySecrets();
  const { url } = database;
  nodes = [await openNodeContext({ url, secrets }), await openNodeContext({ url, secrets })];
  busy = await build("busy");
  quiet = await build("quiet");
});
afterAll(async () => {
  await Promise.all((nodes ?? []).map((node) => node.close()));
  await database?.drop();
});

async function build(workspace: string): Promise<House> {
  const [node] = nodes;
  const { owner, agent } = await found(node.ctx, { owner: "owner", agent: "scout" }, workspace);
  const judge = await ownKey(node.as(owner), { kind: "person", name: "judge", unattended: true });
  return { workspace, owner, judge, agent };
}

/** Everything that a workspace can do, in an order by chance, at either node. */
function createLife(house: House, { random, known }: { random: Random; known: Known }) {
  const at = (who: "owner" | "judge" | "agent"): Earshot => random.pick(nodes).as(house[who]);
  const aRequest = () => random.pick(known.requests);
  const text = () => `text ${random.int(0, 1_000_000)} of ${house.workspace}`;
  const key = () => `key-${random.int(0, 5)}`;

  async function ask(): Promise<void> {
    known.requests.push((await at("agent").ask({ text: text() })).request.id);
  }

  async function authorize(): Promise<void> {
    const input = { tool: "deploy", args: { to: text() }, reason: text() };
    const { request } = await at("agent").authorize(input);
    known.requests.push(request.id);
    if (random.chance(0.3)) return;
    const { digest } = asAuthorization(request).authorization;
    await at("judge").approve({ id: request.id, digest });
    const grant = await at("agent").collect({ id: request.id });
    const { tool, args } = grant;
    if (random.chance(0.7)) await at("agent").redeem({ grant: grant.grant, tool, args });
  }

  const moves: Readonly<Record<string, () => Promise<unknown>>> = {
    ask,
    authorize,
    answer: () => at("owner").answer({ id: aRequest(), answer: { text: text() } }),
    cancel: () => at("agent").cancel({ id: aRequest(), reason: text() }),
    reject: () => at("judge").reject({ id: aRequest(), reason: text() }),
    erase: () => at("owner").erase({ id: aRequest() }),
    claim: () => at("owner").claim({ id: aRequest() }),
    tell: () => at("agent").tell({ text: text() }),
    converse: () => at("agent").startConversation({ title: text() }),
    remember: () => at("agent").writeMemory({ key: key(), value: text() }),
    forget: () => at("agent").deleteMemory({ key: key() }),
    record: () =>
      at("agent").recordToolCall({ tool: "deploy", call: text(), argsDigest: "A".repeat(43) }),
    async key() {
      const name = `agent-${random.int(0, 3)}`;
      known.keys.push((await at("owner").createKey({ kind: "agent", name })).key.id);
    },
    revoke: () => at("owner").revokeKey({ id: random.pick(known.keys) }),
    seal: () => at("owner").sealLog({}),
    rotate: () => at("owner").rotateGrantKey({}),
  };

  return {
    async live(operations: number): Promise<Readonly<Record<string, number>>> {
      const done: Record<string, number> = {};
      for (let count = 0; count < operations; count++) {
        const name = random.pick(Object.keys(moves));
        try {
          await moves[name]?.();
          done[name] = (done[name] ?? 0) + 1;
        } catch (error) {
          // Much is refused: what is closed, gone or somebody else's.
          if ((error as { code?: string }).code === undefined) throw error;
        }
      }
      return done;
    },
  };
}

/** Every row of a workspace in every table, as PostgreSQL writes it. */
async function rowsOf(workspace: string): Promise<Readonly<Record<string, unknown>>> {
  const tables = await queryServer<{ name: string }>(
    database.url,
    `select c.table_name::text as name from information_schema.columns c
      where c.table_schema = 'public' and c.column_name = 'workspace' order by 1`,
  );
  const read = tables.map(async ({ name }) => {
    const rows = await queryServer(
      database.url,
      `select t::text as row from "${name}" t where workspace = $1 order by 1`,
      [workspace],
    );
    return [name, rows] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}

/** What its own people and agents see of it. */
async function seenBy({ owner, agent }: House): Promise<unknown> {
  const [first, second] = nodes;
  const events = [];
  for await (const event of await first.as(owner).events({})) events.push(event);
  return {
    events,
    requests: await second.as(owner).list({ limit: 100 }),
    conversations: await second.as(owner).listConversations({}),
    memory: await first.as(agent).listMemory({}),
    keys: await second.as(owner).listKeys(),
    permissions: await second.as(owner).listPermissions(),
    audit: await first.as(owner).verifyAudit(),
  };
}

test("whatever one workspace does, another's rows and what is seen of them stay the same", {
  timeout: 120_000,
}, async () => {
  const theirs: Known = { requests: [], keys: [] };
  const quietLife = createLife(quiet, { random: createRandom(SEED), known: theirs });
  await quietLife.live(OPERATIONS / 2);
  const rows = await rowsOf(quiet.workspace);
  const seen = await seenBy(quiet);
  expect(Object.values(rows).flat().length).toBeGreaterThan(OPERATIONS / 2);

  // It knows all of the other's ids, and uses them as if they were its own.
  const known = { requests: [...theirs.requests], keys: [...theirs.keys] };
  const busyLife = createLife(busy, { random: createRandom(SEED + 1), known });
  const done = await busyLife.live(OPERATIONS);
  expect(Object.keys(done).length).toBeGreaterThan(10);

  expect(await rowsOf(quiet.workspace)).toEqual(rows);
  expect(await seenBy(quiet)).toEqual(seen);
});

test("ids of another workspace are of nothing", async () => {
  const [first, second] = nodes;
  const { request } = await first.as(quiet.agent).ask({ text: "ours" });
  const { id } = request;
  const stranger = second.as(busy.owner);
  for (const call of [
    () => stranger.show({ id }),
    () => stranger.wait({ id }),
    () => stranger.answer({ id, answer: { text: "mine" } }),
    () => stranger.cancel({ id }),
    () => stranger.erase({ id }),
    () => stranger.claim({ id }),
  ]) {
    await expect(call()).rejects.toMatchObject({ code: "NOT_FOUND" });
  }
  expect((await first.as(quiet.owner).show({ id })).request).toEqual(request);
});
