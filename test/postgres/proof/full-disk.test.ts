import { expect, onTestFinished, test } from "vitest";
import { startPostgres } from "../../../scripts/postgres.ts";
import { isEarshotError, untilClosed } from "../../../src/client/index.ts";
import type { RequestId } from "../../../src/domain/id.ts";
import { eventually } from "../../support/cli.ts";
import { mountSmallDisk } from "../../support/small-disk.ts";
import { type ProofNode, type ProofNodes, startNodes } from "./nodes.ts";

const DISK_BYTES = 192 * 1024 * 1024;
/** PostgreSQL keeps no more of its own log than it must. */
const SETTINGS = ["max_wal_size=32MB", "min_wal_size=32MB"];
const LONG_TEXT = "why ".repeat(15_000);

/** Asks until the database takes no more; what was acknowledged, and what was not. */
async function askUntilRefused(node: ProofNode, all: ProofNodes) {
  const asked: RequestId[] = [];
  for (;;) {
    const key = `full-${asked.length}`;
    const response = await fetch(`${node.url}/v1/requests`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${all.members.agent.key}`,
        "content-type": "application/json",
        "idempotency-key": key,
      },
      body: JSON.stringify({ text: LONG_TEXT }),
    });
    const body = (await response.json()) as { request: { id: RequestId } };
    if (response.status !== 201) return { asked, key, status: response.status, body };
    asked.push(body.request.id);
  }
}

test("a database on a full disk refuses and loses nothing; with room all goes on by itself", {
  timeout: 180_000,
}, async ({ skip }) => {
  const disk = mountSmallDisk(DISK_BYTES);
  if ("problem" in disk) return skip(disk.problem);
  onTestFinished(() => disk.remove());
  const postgres = await startPostgres({ folder: `${disk.path}/postgres`, settings: SETTINGS });
  onTestFinished(() => postgres.remove());
  const all = await startNodes({ server: postgres.url });
  onTestFinished(() => all.close());
  const [first, second] = all.nodes;
  const open = (await first.agent.ask({ text: "before" })).request.id;
  const waiting = untilClosed(second.agent, open);

  disk.fill();
  const { asked, key, status, body } = await askUntilRefused(first, all);
  expect(status).toBe(503);
  expect(body).toMatchObject({ code: "STORE_UNAVAILABLE" });
  expect((await fetch(`${first.url}/livez`)).status).toBe(200);

  disk.free();
  // PostgreSQL may have ended itself where it could not write its own log. The nodes did not.
  if (!isRunning(postgres.postmasterPid)) await postgres.restart();
  const { request } = await eventually(async () => {
    try {
      return await first.agent.ask({ text: LONG_TEXT }, { idempotencyKey: key });
    } catch (error) {
      if (isEarshotError(error, "STORE_UNAVAILABLE")) return undefined;
      throw error;
    }
  });
  await second.operator.answer({ id: open, answer: { text: "after" } });
  expect(await waiting).toMatchObject({ outcome: "answered" });
  for (const id of [...asked, request.id]) {
    expect((await second.operator.show({ id })).request).toMatchObject({ status: "open" });
  }
  expect(await second.operator.verifyAudit()).toMatchObject({ intact: true });
  await eventually(async () => (await fetch(`${first.url}/readyz`)).status === 200 || undefined);
});

function isRunning(pid: number | undefined): boolean {
  try {
    return pid !== undefined && process.kill(pid, 0);
  } catch {
    return false;
  }
}
