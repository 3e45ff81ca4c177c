import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { createClient } from "../../src/client/client.ts";
import { homeServer } from "../support/server.ts";

/* The application of the guide, as it stands there. */

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const SHOP = join(ROOT, "examples/embed/shop.js");

test("the application of the guide brings its user a token for what asks them", async () => {
  expect(readFileSync(join(ROOT, "docs/guides/embed.md"), "utf8")).toContain(
    readFileSync(SHOP, "utf8"),
  );
  const { url, operator, agent } = await homeServer();
  const { secret } = await createClient({ url, key: operator }).createKey({
    kind: "service",
    name: "shop",
  });
  const env = { ...process.env, EARSHOT_URL: url, EARSHOT_KEY: secret, PORT: "0" };
  const shop = spawn(process.execPath, [SHOP], { env, stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void shop.kill());
  const origin = await new Promise<string>((resolve) => {
    createInterface({ input: shop.stdout }).once("line", resolve);
  });
  expect(await (await fetch(origin)).text()).toContain(`${url}/earshot-embed.js`);
  const scout = createClient({ url, key: agent });
  const { request } = await scout.ask({ text: "Which size?", to: ["shop:maria"] });
  const response = await fetch(`${origin}/earshot-token`, { method: "POST" });
  const maria = createClient({ url, key: await response.text() });
  expect((await maria.list()).items.map(({ id }) => id)).toEqual([request.id]);
});
