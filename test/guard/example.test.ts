import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { eventually, launch, ROOT, type TestServer, testServer } from "../support/cli.ts";

const FOLDER = join(ROOT, "examples", "guard");
/** The package's own name stands for its sources, which need not be built for this. */
const HOOK = `import { registerHooks } from "node:module";
registerHooks({
  resolve: (name, context, next) =>
    next(name.startsWith("earshot/") ? "${pathToFileURL(ROOT)}/src/" + name.slice(8) + "/index.ts" : name, context),
});`;

function startTransfer(server: TestServer, ...args: readonly string[]) {
  const hook = `data:text/javascript,${encodeURIComponent(HOOK)}`;
  return launch(process.execPath, ["--import", hook, join(FOLDER, "transfer.ts"), ...args], {
    env: { EARSHOT_URL: server.url(), EARSHOT_KEY: server.key("agent") },
  });
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
