import { expect } from "vitest";
import { createClient } from "../../src/client/client.ts";
import type { RunningServer } from "../../src/compose/server.ts";
import { asAuthorization } from "../../src/domain/requests/request.ts";
import type { Witness } from "./witness.ts";

/** What everybody of a witness goes on with on the server that took it over. */
export async function goOn({ url }: Pick<RunningServer, "url">, witness: Witness): Promise<void> {
  const { secrets, head, question } = witness;
  const as = (who: keyof Witness["secrets"]) => createClient({ url, key: secrets[who] });
  const [owner, ana, scout] = [as("owner"), as("ana"), as("scout")];
  const verify = () => owner.verifyAudit({ head: `${head.seq}:${head.hash}` });

  expect(await verify()).toMatchObject({ intact: true, record: { erased: 1, faults: [] } });
  const listed = await Promise.all(
    (["open", "answered", "approved", "rejected", "cancelled"] as const).map(
      async (status) => (await owner.list({ status })).items.length,
    ),
  );
  expect(listed.every((found) => found > 0)).toBe(true);
  expect((await owner.show({ id: question })).history.map(({ type }) => type)).toContain(
    "request.created",
  );
  expect((await ana.inbox()).items.map(({ id }) => id)).toContain(question);
  expect(await owner.policy()).toMatchObject({ source: { rules: expect.any(Array) } });
  expect(await scout.readMemory({ key: "count" })).toMatchObject({ value: "two" });

  // What was approved in the witness has run out by now; this is of the same policy and people.
  const sought = { tool: "transfer", args: { amount: 22 }, reason: "The next invoice." };
  const { request } = await scout.authorize(sought);
  const { digest } = asAuthorization(request).authorization;
  await ana.approve({ id: request.id, digest });
  const { grant, tool, args } = await scout.collect({ id: request.id });
  await scout.redeem({ grant, tool, args });
  await ana.answer({ id: question, answer: { text: "Nothing." } });
  expect(await scout.wait({ id: question })).toMatchObject({ outcome: "answered" });
  expect(await verify()).toMatchObject({ intact: true });
}
