import { newIdempotencyKey } from "../src/client/idempotency-key.ts";
import { readKeyFile } from "../src/system/data-folder.ts";
import { bearer, type Call, openConnections } from "./connections.ts";
import type { Figure } from "./figure.ts";
import { inFolder } from "./folder.ts";
import { runCycles } from "./load.ts";
import { inPairs } from "./pairs.ts";
import { startProcess } from "./server-process.ts";
import { withTarget } from "./target.ts";

const CONCURRENCY = 32;
const PRODUCT = new URL("./servers/product.ts", import.meta.url);

/** Four calls and four commits; a question needs three calls and two commits. */
export const authorize: Figure = {
  name: "authorize.c32",
  what: "actions authorized, approved, collected and redeemed, 32 at once; product ÷ limit of a question",
  unit: "cycles/s",
  judged: "ratio",
  better: "more",
  atLeast: 0.25,
  aim: 0.35,

  async measure({ isQuick, note }) {
    const [pairs, ms, warmUpMs] = isQuick ? [2, 100, 100] : [41, 400, 4_000];
    return await withTarget("limit", (limit) =>
      withAuthority(async (runAuthorizations) => {
        const runQuestions = async (ms: number) =>
          (await runCycles(limit, { concurrency: CONCURRENCY, ms })).perSecond;
        await runAuthorizations(warmUpMs);
        await runQuestions(warmUpMs);
        const compared = await inPairs({
          pairs,
          first: () => runAuthorizations(ms),
          second: () => runQuestions(ms),
        });
        note(`${pairs} pairs of ${ms} ms; half of the ratios lie in ${compared.spread}`);
        return { value: compared.first, reference: compared.second, ratio: compared.ratio };
      }),
    );
  },
};

/** Runs cycles for a time; returns how many end in a second. */
type RunAuthorizations = (ms: number) => Promise<number>;

async function withAuthority<T>(use: (run: RunAuthorizations) => Promise<T>): Promise<T> {
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
    try {
      return await use((ms) => runFor(ms, (count) => runCycle(post, { agent, operator, count })));
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
}

/** Throws if the redeemed action is not the approved one. */
async function runCycle(
  post: (path: string, by: string, body: unknown) => Promise<Reply>,
  { agent, operator, count }: Cycle,
): Promise<void> {
  const args = { user_id: `user${count}`, name: "A name as long as names are" };
  const sought = { tool: "rename_user", args, reason: "The user asked for it in ticket 4711." };
  const { request } = await post("/v1/authorizations", agent, sought);
  const path = `/v1/requests/${request?.id}`;
  await post(`${path}/approve`, operator, { digest: request?.authorization.digest });
  const { grant, tool } = await post(`${path}/grant`, agent, {});
  const redeemed = await post("/v1/grants/redeem", agent, { grant, tool, args });
  if (redeemed.request?.id !== request?.id) throw new Error(`${request?.id} was not redeemed.`);
}

/** What the bench reads of replies. */
interface Reply {
  readonly request?: { readonly id: string; readonly authorization: { readonly digest: string } };
  readonly grant?: string;
  readonly tool?: string;
}

let started = 0;

async function runFor(ms: number, cycle: (count: number) => Promise<void>): Promise<number> {
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
  return cycles / (passed() / 1_000);
}
