import { rmSync } from "node:fs";
import { expect, test } from "vitest";
import { runNodeCycles } from "../../crash/harness/nodes/run-nodes.ts";
import { describe as describeRun } from "../../crash/harness/summary.ts";

/** What is done to the tables, and what the harness must say of it. */
const VANDALISM: readonly (readonly [statement: string, found: RegExp])[] = [
  [
    `insert into requests select * from jsonb_populate_record(null::requests,
      (select to_jsonb(r) || '{"id":"req_foreign"}' from requests r limit 1))`,
    /req_foreign is there without an event/,
  ],
  [
    `delete from once where key in
      (select key from once where key like 'crash_ask%' order by key desc limit 50)`,
    /left req_\w+ and no key/,
  ],
  [
    `update requests set status = 'cancelled' where id =
      (select subject from events where type = 'request.answered' order by seq desc limit 1)`,
    /is cancelled; event \d+ is a request.answered|acknowledged was "answered|in the log and not in the row|of nobody/,
  ],
  [
    "update events set at = at + 1 where seq = (select max(seq) / 2 from events)",
    /does not match its hash/,
  ],
];

test("the harness sees what is done behind the nodes' backs", { timeout: 120_000 }, async () => {
  const result = await runNodeCycles({
    cycles: VANDALISM.length,
    seed: 3,
    harms: ["backend"],
    vandalism: VANDALISM.map(([statement]) => statement),
    settleWithinMs: 5_000,
  });
  if (result.dataFolder !== undefined) rmSync(result.dataFolder, { recursive: true });
  const found = result.ledger.violations.map(({ what }) => what);
  for (const [, expected] of VANDALISM) {
    expect(found, describeRun(result)).toContainEqual(expect.stringMatching(expected));
  }
});
