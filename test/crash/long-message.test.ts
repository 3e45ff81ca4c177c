import { randomBytes } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { volumeOf } from "../../scripts/proofs/proofs.ts";
import { createClient } from "../../src/client/index.ts";
import type { ConversationId } from "../../src/domain/id.ts";
import { dataPaths } from "../../src/system/data-folder.ts";
import { digest } from "../../src/system/digest.ts";
import { type TestServerProcess, testServerProcess } from "../support/cli.ts";

/* A server that is killed while it takes a message of 4 MiB with files. */

const MIB = 1024 * 1024;
/** From behind the reply to before the body has arrived. */
const KILLED_AFTER_MS = [2_000, 5, 60, 250].slice(0, volumeOf("crash-long-message"));

/** What is kept in the record, as pairs of conversation and digest. */
function kept(server: TestServerProcess): readonly string[] {
  const db = new DatabaseSync(dataPaths(server.data).database, { readOnly: true });
  const rows = db.prepare("select owner, digest, size from contents").all();
  db.close();
  return rows.map(({ owner, digest: of, size }) => `${owner} ${of} ${size}`).sort();
}

async function named({ operator }: TestServerProcess): Promise<readonly string[]> {
  const { items } = await operator.listLiaisons({ limit: 100 });
  const found = items.flatMap(({ id, exchanges }) =>
    exchanges.flatMap(({ attachments = [] }) =>
      attachments.map((one) => `${id} ${one.digest} ${one.size}`),
    ),
  );
  return [...new Set(found)].sort();
}

test("what was acknowledged is whole after a kill, and nothing is kept that no message names", {
  timeout: 180_000,
}, async () => {
  const server = await testServerProcess();
  const { conversation_id } = await server.operator.beginConversation({
    initial_message: "I need a report of the log.",
  });
  let acknowledged = 0;
  for (const [cycle, afterMs] of KILLED_AFTER_MS.entries()) {
    const file = randomBytes(2 * MIB);
    const message = `${cycle} ${"line of a log\n".repeat(320_000)}`.slice(0, 4 * MIB);
    const attachments = [{ name: "dump.bin", content: file.toString("base64") }];
    const input = { conversation_id, message, attachments };
    const impatient = createClient({
      url: server.url(),
      key: server.key("operator"),
      retryForMs: 0,
    });
    const call = { idempotencyKey: `long-${cycle}` };
    const said = impatient.continueConversation(input, call).then(
      () => true,
      () => false,
    );
    await setTimeout(afterMs);
    await server.kill();
    const isAcknowledged = await said;
    await server.start();
    if (isAcknowledged) {
      acknowledged += 1;
      await expectWhole(server, conversation_id, { file, message });
    }
    expect(await named(server)).toEqual(kept(server));
    // Said again with the same key it is there once, whether or not it was taken before.
    await server.operator.continueConversation(input, call);
    await expectWhole(server, conversation_id, { file, message });
    expect(await named(server)).toEqual(kept(server));
  }
  expect(acknowledged).toBeLessThan(KILLED_AFTER_MS.length);
  await server.operator.eraseLiaison({ conversation_id });
  expect(kept(server)).toEqual([]);
});

async function expectWhole(
  { operator }: TestServerProcess,
  conversation_id: ConversationId,
  { file, message }: { readonly file: Buffer; readonly message: string },
): Promise<void> {
  for (const bytes of [file, Buffer.from(message)]) {
    const read = await operator.readAttachment({ conversation_id, digest: digest.bytes(bytes) });
    expect(Buffer.from(read.bytes).equals(bytes)).toBe(true);
  }
  const { exchanges } = await operator.showLiaison({ conversation_id });
  const wanted = digest.bytes(file);
  const naming = exchanges.filter(({ attachments = [] }) =>
    attachments.some((one) => one.digest === wanted),
  );
  expect(naming).toHaveLength(1);
}
