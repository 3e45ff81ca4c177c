import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { built } from "../support/built-programs.ts";
import { launch, spawnEarshot } from "../support/cli.ts";
import { openWorld, textOf } from "./proxied.ts";

const SERVER = fileURLToPath(
  built("files-http-main") ?? new URL("servers/files-http-main.ts", import.meta.url),
);
const HELLO = { path: "a.txt", content: "hello" };

/** The address of a server of files over HTTP. */
async function serveFiles(folder: string): Promise<string> {
  const running = launch(process.execPath, [SERVER, folder]);
  onTestFinished(async () => {
    running.child.kill("SIGKILL");
    await running.finished;
  });
  await once(running.child.stdout, "data");
  return running.stdout().trim();
}

test.each(["legacy", "modern"] as const)(
  "a server over HTTP is stood in front of for a client of the %s era",
  async (era) => {
    const world = await openWorld();
    const url = await serveFiles(world.folder);
    const behind = ["--url", url, "--header", "X-Files-Key: open"];
    const { call } = await world.connect({ era, behind });
    const calling = call("write_file", HELLO);
    await world.approve(await world.asked());
    expect(textOf(await calling)).toBe("Wrote a.txt");
    expect(world.file("a.txt")).toBe("hello");
  },
);

test("the value of a header comes from the environment where it names a variable", async () => {
  const world = await openWorld();
  const url = await serveFiles(world.folder);
  const behind = ["--url", url, "--header", "X-Files-Key: $FILES_KEY"];
  const { client } = await world.connect({ behind, env: { FILES_KEY: "open" } });
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain("write_file");
});

test("a server over HTTP that refuses the proxy is told of, without the header's value", async () => {
  const world = await openWorld();
  const url = await serveFiles(world.folder);
  const args = ["proxy", ...world.agent, "--url", url, "--header", "X-Files-Key: wrong-secret"];
  const { code, stdout, stderr } = await spawnEarshot(args).finished;
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toContain(`${url}, cannot be reached`);
  expect(stderr).not.toContain("wrong-secret");
});
