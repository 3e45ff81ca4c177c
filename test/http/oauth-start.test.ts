import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { eventually, spawnEarshot, testFolder, type Variables } from "../support/cli.ts";
import { head, sendRaw } from "../support/raw-http.ts";

/* `earshot start` with an authorization server: all that it must know, or nothing. */

const ISSUER = "https://login.example.com";
const PUBLIC_URL = "https://earshot.example.com";
const WELL_KNOWN = "/.well-known/oauth-protected-resource/mcp";

function start(data: string, args: readonly string[], env: Variables = {}) {
  const base = ["start", "--no-console", "--port", "0", "--data", data];
  return spawnEarshot([...base, ...args], { env });
}

test.for([
  ["an issuer alone", ["--oauth-issuer", ISSUER], "--public-url"],
  ["a public URL without TLS", ["--public-url", "http://earshot.example.com"], "https"],
  ["an audience alone", ["--oauth-audience", "earshot"], "--oauth-issuer"],
  [
    "an issuer without TLS",
    ["--oauth-issuer", "http://login.example.com", "--public-url", PUBLIC_URL],
    "https",
  ],
] as const)("%s refuses to start and says how to mend it", async ([, args, said]) => {
  const data = join(testFolder(), "data");
  const refused = await start(data, args).finished;
  expect(refused).toMatchObject({ code: 1, stdout: "" });
  expect(refused.stderr).toContain(said);
  expect(existsSync(data), "nothing is made").toBe(false);
});

test.for([
  ["options", ["--oauth-issuer", ISSUER, "--public-url", PUBLIC_URL], {}],
  ["the environment", [], { EARSHOT_OAUTH_ISSUER: ISSUER, EARSHOT_PUBLIC_URL: PUBLIC_URL }],
] as const)("with %s it is found by its public name", async ([, args, env]) => {
  const running = start(join(testFolder(), "data"), args, env);
  const [, port] = await eventually(
    () => /^Earshot listens on http:\/\/127\.0\.0\.1:(\d+)\n/.exec(running.stdout()) ?? undefined,
    () => `the first line; it said ${running.stdout()}${running.stderr()}`,
  );
  const call = (host: string) =>
    sendRaw(Number(port), head(`GET ${WELL_KNOWN} HTTP/1.1`, [["host", host]]));
  const found = await call("earshot.example.com");
  expect(found.status).toBe(200);
  expect(JSON.parse(found.body)).toMatchObject({
    resource: `${PUBLIC_URL}/mcp`,
    authorization_servers: [ISSUER],
  });
  expect((await call("login.example.com")).status).toBe(403);
});
