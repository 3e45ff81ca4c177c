import { newIdempotencyKey } from "../src/client/idempotency-key.ts";
import { readKeyFile } from "../src/system/data-folder.ts";
import { bearer, type Call, openConnections } from "./connections.ts";
import type { Figure } from "./figure.ts";
import { inFolder } from "./folder.ts";
import { type Done, runCycles } from "./load.ts";
import { type Metered, meter } from "./meter.ts";
import { inPairs } from "./pairs.ts";
import { type ServerProcess, startProcess } from "./server-process.ts";
import { withTarget } from "./target.ts";

const CONCURRENCY = 32;
const PRODUCT = new URL("./servers/product.ts", import.meta.url);

/** Three calls and three commits, as the guard makes them; a question needs three calls and two. */
export const authorize: Figure = {
  name: "authorize.c32",
  what: "actions authorized, approved, and collected and redeemed in one step, 32 at once; product ÷ limit of a question",
  unit: "cycles/s",
  judged: "ratio",
  better: "more",
  atLeast: 0.25,
  aim: 0.35,

  async measure({ isQuick, note }) {
    const [pairs, ms, warmUpMs] = isQuick ? [2, 100, 100] : [41, 400, 4_000];
    return await withTarget("limit", (limit) =>
      withAuthority(async ({ server, atOnce, byGrant }) => {
        const side = (name: string, load: Metered["load"]) =>
          meter({ name, servers: [server], load });
        const first = side("authorized, approved, redeemed", atOnce);
        const handed = side(
          "the same with a signed grant that is handed on, in four calls",
          byGrant,
        );
        const second = meter({
          name: limit.name,
          servers: [limit],
          load: (sliceMs) => runCycles(limit, { concurrency: CONCURRENCY, ms: sliceMs }),
        });
        for (const one of [first, second]) await one.run(warmUpMs);
        const compared = await inPairs({
          pairs,
          first: async () => (await first.run(ms)).perSecond,
          second: async () => (await second.run(ms)).perSecond,
        });
        await handed.run(warmUpMs);
        note(`${pairs} pairs of ${ms} ms; half of the ratios lie in ${compared.spread}`);
        for (const one of [first, handed, second]) note(one.summary());
        return { value: compared.first, reference: compared.second, ratio: compared.ratio };
      }),
    );
  },
};

interface Authority {
  readonly server: ServerProcess;
  readonly atOnce: Metered["load"];
  readonly byGrant: Metered["load"];
}

async function withAuthority<T>(use: (authority: Authority) => Promise<T>): Promise<T> {
  return await inFolder(async (folder) => {
    const server = await startProcess(PRODUCT, folder);
    const { call, close } = openConnections(server.port);
    const agent = bearer(readKeyFile(folder, "agent") ?? "");
    const operator = bearer(readKeyFile(folder, "operator") ?? "");
    const post = async (path: string, by: string, body: unknown): Promise<Reply> => {
      const headers = `${by}idempotency-key: ${newIdempotencyKey()}\r\n`;
      const sent: Call = { method: "POST", path, headers, body: JSON.stringify(body) };
      return JSON.parse(await call(sent));
    };
    const load = (isHanded: boolean) => (ms: number) =>
      runFor(ms, (count) => runCycle(post, { agent, operator, count, isHanded }));
    try {
      return await use({ server, atOnce: load(false), byGrant: load(true) });
    } finally {
      close();
      await server.kill();
    }
  });
}

interface Cycle {
  readonly agent: string;
  readonly operator: string;
  /** Makes each action different, so that none joins an earlier one. */
  readonly count: number;
  /** Collects the grant, as for another program that redeems it. */
  readonly isHanded: boolean;
}

/** Throws if the redeemed action is not the approved one. */
async function runCycle(
  post: (path: string, by: string, body: unknown) => Promise<Reply>,
  { agent, operator, count, isHanded }: Cycle,
): Promise<void> {
  const args = { user_id: `user${count}`, name: "A name as long as names are" };
  const sought = { tool: "rename_user", args, reason: "The user asked for it in ticket 4711." };
  const { request } = await post("/v1/authorizations", agent, sought);
  const path = `/v1/requests/${request?.id}`;
  await post(`${path}/approve`, operator, { digest: request?.authorization.digest });
  const approved = isHanded
    ? { grant: (await post(`${path}/grant`, agent, {})).grant }
    : { request: request?.id };
  const live = { tool: sought.tool, args };
  const redeemed = await post("/v1/grants/redeem", agent, { ...approved, ...live });
  if (redeemed.request?.id !== request?.id) throw new Error(`${request?.id} was not redeemed.`);
}

/** What the bench reads of replies. */
interface Reply {
  readonly request?: { readonly id: string; readonly authorization: { readonly digest: string } };
  readonly grant?: string;
}

let started = 0;

async function runFor(ms: number, cycle: (count: number) => Promise<void>): Promise<Done> {
  const begun = performance.now();
  const passed = () => performance.now() - begun;
  let cycles = 0;
  const loop = async () => {
    while (passed() < ms) {
      started += 1;
      await cycle(started);
      cycles += 1;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, loop));
  return { cycles, perSecond: cycles / (passed() / 1_000) };
}
