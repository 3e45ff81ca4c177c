import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { eventually, launch, ROOT, type TestServer, testServer } from "../support/cli.ts";
import { PACKAGE_SOURCES } from "../support/package-sources.ts";

const FOLDER = join(ROOT, "examples", "guard");
function startTransfer(server: TestServer, ...args: readonly string[]) {
  return launch(
    process.execPath,
    ["--import", PACKAGE_SOURCES, join(FOLDER, "transfer.ts"), ...args],
    {
      env: { EARSHOT_URL: server.url(), EARSHOT_KEY: server.key("agent") },
    },
  );
}

test("the example sends a little at once, and much when a person has approved it", async () => {
  const server = await testServer();
  const source = parse(readFileSync(join(FOLDER, "earshot.yaml"), "utf8"));
  await server.operator.applyPolicy({ source });
  expect((await startTransfer(server, "ana", "50").finished).stdout).toBe("sent 50 to ana\n");
  const again = await startTransfer(server, "ana", "50").finished;
  expect([again.code, again.stdout]).toEqual([1, expect.stringContaining("may have run")]);

  const large = startTransfer(server, "ben", "500");
  const { id } = await eventually(
    async () => (await server.operator.list({ status: "open" })).items[0],
  );
  await server.operator.reject({ id, reason: "Paid already." });
  expect((await large.finished).stdout).toContain("Paid already.");
});
