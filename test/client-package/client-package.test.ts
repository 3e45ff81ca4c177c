import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CLIENT_RUNTIMES } from "../../scripts/proofs/proof-cells.ts";
import { provenCell } from "../../scripts/proofs/proofs.ts";
import type { OpenAuthorization, ShownRequest } from "../../src/domain/requests/request.ts";
import { eventually, openServer, type TestServer } from "../support/cli.ts";
import { installClient, installRuntimes, removeClient, runOn } from "./installed.ts";

/* `earshot-client`, packed and installed where there is nothing else. */

const MOST_BYTES = 1_024 * 1_024;
/** What any runtime of JavaScript lacks unless it is Node, or plays it. */
const OF_NODE = /"node:|\brequire\(["']|\bprocess\.|\bBuffer\b|\b__dirname\b/;

let installed: Awaited<ReturnType<typeof installClient>>;
beforeAll(async () => {
  installed = await installClient();
});
afterAll(() => removeClient(installed.folder));

test("the client's package needs no other package, stays small and names nothing of Node's", () => {
  const place = join(installed.folder, "node_modules", "earshot-client");
  const manifest = JSON.parse(readFileSync(join(place, "package.json"), "utf8"));
  expect(manifest).toMatchObject({ name: "earshot-client", engines: { node: ">=20.3" } });
  expect(manifest).not.toHaveProperty("dependencies");
  expect(manifest).not.toHaveProperty("peerDependencies");
  expect(installed.size).toBeLessThan(MOST_BYTES);
  const beside = globSync("node_modules/*", { cwd: installed.folder });
  expect(beside).toEqual(["node_modules/earshot-client"]);
  const files = globSync("*.js", { cwd: place });
  expect(files).toEqual(expect.arrayContaining(["index.js", "guard.js", "bridges.js"]));
  expect(files.filter((file) => OF_NODE.test(readFileSync(join(place, file), "utf8")))).toEqual([]);
});

const PROVEN = provenCell("client-nodes");

describe.each(CLIENT_RUNTIMES.filter((one) => one === (PROVEN ?? "Node 24")))(
  "on %s",
  (runtime) => {
    test("it asks, hears the answer, and runs a call only as it was approved", async (context) => {
      const missing = runtime === "Node 24" ? undefined : installRuntimes();
      if (missing !== undefined) context.skip(missing);
      const server = await openServer();
      try {
        const called = { folder: installed.folder, url: server.url(), key: server.key("agent") };
        const [said] = await Promise.all([runOn(runtime, called), playOperator(server)]);
        expect(said).toEqual({
          answer: "eu",
          ran: { amount: 90, to: "ana" },
          refused: "NOT_APPROVED",
        });
      } finally {
        await server.close();
      }
    });
  },
);

/** Answers the question, edits what may run of the first call, and rejects the second. */
async function playOperator({ operator }: TestServer): Promise<void> {
  const question = await nextOpen(operator, (request) => request.kind === "question");
  await operator.answer({ id: question.id, answer: { text: "eu" } });
  const { id, authorization } = await nextCall(operator, 5_000);
  const args = { ...authorization.action.args, amount: 90 };
  const { digest } = await operator.previewEdit({ id, args });
  await operator.approve({ id, digest, args });
  const second = await nextCall(operator, 7_000);
  await operator.reject({ id: second.id });
}

async function nextCall(
  operator: TestServer["operator"],
  amount: number,
): Promise<OpenAuthorization> {
  const found = await nextOpen(
    operator,
    (request) =>
      request.kind === "authorization" && request.authorization.action.args["amount"] === amount,
  );
  return found as OpenAuthorization;
}

async function nextOpen(
  operator: TestServer["operator"],
  isIt: (request: ShownRequest) => boolean,
): Promise<ShownRequest> {
  return await eventually(async () => {
    const { items } = await operator.list({ status: "open" });
    return items.find(isIt);
  });
}
