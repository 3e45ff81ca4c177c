import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { expect, test } from "vitest";
import { makeClientKey } from "../../src/cli/init/client-key.ts";
import { createClient } from "../../src/client/client.ts";
import { type TestServer, testServer } from "../support/cli.ts";
import { newPerson, type Person } from "../support/init.ts";

/* Which key `earshot init` revokes, and what it says of one that it cannot. */

const CONFIG = "project/.cursor/mcp.json";
const MINE = ".cursor/mcp.json";

const init = (person: Person, ...args: string[]) => person.run("init", "cursor", "--yes", ...args);

async function isValid(server: TestServer, key: string): Promise<boolean> {
  const whoami = createClient({ url: server.url(), key }).whoami();
  return await whoami.then(
    () => true,
    () => false,
  );
}

function keyIn(folder: string, name = "cursor"): string {
  return readFileSync(`${folder}/keys/${name}.key`, "utf8").trim();
}

/** A person who has set Cursor up for a server elsewhere. */
async function withRemote(server: TestServer, ...args: string[]) {
  const person = newPerson({ EARSHOT_KEY: server.key("operator") });
  const made = await init(person, "--url", server.url(), ...args);
  expect(made, made.stderr).toMatchObject({ code: 0 });
  const name = `cursor@${new URL(server.url()).host.replace(":", "_")}`;
  return { person, name, key: keyIn(person.path("project/.earshot"), name) };
}

test.each(["project", "user"])("the key of an HTTP entry for the %s is revoked", async (scope) => {
  const server = await testServer();
  const { person, key, name } = await withRemote(server, "--scope", scope);
  const removed = await init(person, "--remove", "--scope", scope);
  expect(removed, removed.stderr).toMatchObject({ code: 0 });
  expect(removed.stderr).toContain(server.url());
  expect(removed.stderr).not.toContain(key);
  expect(await isValid(server, key)).toBe(false);
  expect(person.has(`project/.earshot/keys/${name}.id`)).toBe(false);
});

test("an HTTP entry whose key the operator cannot revoke stays as it is", async () => {
  const server = await testServer();
  const { person, key } = await withRemote(server);
  const before = person.read(CONFIG);
  const refused = await init(person.with({}), "--remove");
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain(`revoking a key at ${server.url()}`);
  expect(person.read(CONFIG)).toBe(before);
  expect(await isValid(server, key)).toBe(true);
});

test("a key that the client takes from its environment and nobody kept is told of", async () => {
  const server = await testServer();
  const { person, key } = await withRemote(server);
  const removed = await init(person, "--remove", "--data", person.path("none"));
  expect(removed, removed.stderr).toMatchObject({ code: 0 });
  expect(removed.stderr).toContain("The key in EARSHOT_KEY was not revoked");
  expect(removed.stderr).toContain(`EARSHOT_URL=${server.url()}`);
  expect(await isValid(server, key)).toBe(true);
});

test("the key file of the entry counts, whatever folder is given", async () => {
  const [used, given, person] = [await testServer(), await testServer(), newPerson()];
  await init(person, "--data", used.data);
  await init(newPerson(), "--data", given.data);
  const [key, other] = [keyIn(used.data), keyIn(given.data)];
  const removed = await init(person, "--remove", "--data", given.data);
  expect(removed, removed.stderr).toMatchObject({ code: 0 });
  expect(await isValid(used, key)).toBe(false);
  expect(await isValid(given, other)).toBe(true);
});

test("a key in the entry whose id is not kept stays valid, and is told of but not shown", async () => {
  const [server, person] = [await testServer(), newPerson()];
  const { secret } = await server.operator.createKey({ kind: "agent", name: "cursor" });
  const headers = { Authorization: `Bearer ${secret}` };
  const entry = { url: `${server.url()}/mcp`, headers };
  person.write(MINE, JSON.stringify({ mcpServers: { earshot: entry } }));
  const removed = await init(person, "--remove", "--scope", "user");
  expect(removed, removed.stderr).toMatchObject({ code: 0 });
  expect(removed.stderr).toContain(`The key in ${person.path(MINE)} was not revoked`);
  expect(removed.stderr).toContain("npx earshot keys list");
  expect(removed.stderr).not.toContain(secret);
  expect(person.has(MINE)).toBe(false);
  expect(await isValid(server, secret)).toBe(true);
});

test("a secret without its id is told of, and stays where it is", async () => {
  const [server, person] = [await testServer(), newPerson()];
  await init(person, "--data", server.data);
  rmSync(`${server.data}/keys/cursor.id`);
  const removed = await init(person, "--remove", "--data", server.data);
  expect(removed, removed.stderr).toMatchObject({ code: 0 });
  expect(removed.stderr).toContain(`The key in ${server.data}/keys/cursor.key was not revoked`);
  expect(await isValid(server, keyIn(server.data))).toBe(true);
});

test("an entry that names no key of its own costs nobody a key", async () => {
  const [server, person] = [await testServer(), newPerson()];
  await init(person, "--scope", "user", "--data", server.data);
  person.write(CONFIG, '{"mcpServers": {"earshot": {"command": "earshot", "args": ["mcp"]}}}');
  const removed = await init(person, "--remove", "--data", server.data);
  expect(removed.stderr).toContain("No key was revoked");
  expect(await isValid(server, keyIn(server.data))).toBe(true);
});

test("who goes over to a server elsewhere is told which key is left, and how it is revoked", async () => {
  const [own, other, person] = [await testServer(), await testServer(), newPerson()];
  await init(person, "--data", own.data);
  const key = keyIn(own.data);
  const id = readFileSync(`${own.data}/keys/cursor.id`, "utf8").trim();
  const over = person.with({ EARSHOT_KEY: other.key("operator") });
  const changed = await init(over, "--data", own.data, "--url", other.url());
  expect(changed, changed.stderr).toMatchObject({ code: 0 });
  expect(changed.stderr).toContain(`npx earshot keys revoke ${id} --data ${own.data}`);
  expect(await isValid(own, key)).toBe(true);
});

test("a key that cannot be kept is revoked at once", async () => {
  const server = await testServer();
  const file = `${server.data}/keys/cursor.key`;
  mkdirSync(file, { recursive: true });
  const idFile = `${server.data}/keys/cursor.id`;
  const key = { file, idFile, agent: "cursor", holdMs: 0 };
  const making = makeClientKey(server.operator, server.data, key);
  await expect(making).rejects.toThrow("was revoked again");
  const { items } = await server.operator.listKeys();
  const made = items.filter(({ principal }) => principal.name === "cursor");
  expect(made.map(({ key: { revokedAt } }) => revokedAt)).toEqual([expect.any(String)]);
  expect(readFileSync(idFile, "utf8").trim()).toBe(made[0]?.key.id);
});

test("an entry elsewhere that used the revoked key is said to be dead", async () => {
  const server = await testServer();
  const person = newPerson();
  const options = ["--data", server.data];
  for (const scope of ["user", "project"]) {
    expect(await init(person, "--scope", scope, ...options)).toMatchObject({ code: 0 });
  }
  const removed = await init(person, "--remove", "--scope", "user", ...options);
  expect(removed, removed.stderr).toMatchObject({ code: 0 });
  expect(removed.stderr).toContain(`${person.path(CONFIG)} used that key and is dead now`);
  const last = await init(person, "--remove", ...options);
  expect(last.stderr).not.toContain("dead");
});
