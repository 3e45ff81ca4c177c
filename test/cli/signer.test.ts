import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { makeSignerFile } from "../../src/cli/signers/signer-file.ts";
import { followSigners } from "../../src/domain/votes/signer-chain.ts";
import { statements } from "../../src/system/votes/statements.ts";
import { type TestServer, testFolder, testServer } from "../support/cli.ts";
import { ENTER, earshotOnPty } from "../support/pty.ts";

/* A key that signs is in a file under a passphrase, which is typed at the terminal for each signature. */

let server: TestServer;
beforeEach(async () => {
  server = await testServer();
});

const PASSPHRASE = "correct horse battery";

/** Types each line once its prompt stands. */
async function typeAll(
  args: readonly string[],
  ...dialogue: readonly (readonly [prompt: string, typed: string])[]
) {
  const terminal = earshotOnPty(["signer", ...args, "--data", server.data]);
  for (const [prompt, typed] of dialogue) {
    await terminal.see(prompt);
    terminal.type(typed + ENTER);
  }
  const { code } = await terminal.exited;
  return { code, output: terminal.output() };
}

const add = () =>
  typeAll(
    ["add"],
    ["New passphrase of the key that signs: ", PASSPHRASE],
    ["The same again: ", PASSPHRASE],
  );
const keyFiles = () => readdirSync(server.data).filter((name) => name.startsWith("signer-"));

test("the first owner's key begins the chain, is for its owner alone and under the passphrase", async () => {
  const { code, output } = await add();
  expect({ code, output }).toMatchObject({ code: 0 });
  expect(output).not.toContain("horse");
  const [file = ""] = keyFiles();
  expect(statSync(join(server.data, file)).mode & 0o777).toBe(0o600);
  const kept = JSON.parse(readFileSync(join(server.data, file), "utf8"));
  expect(kept).toMatchObject({ kdf: "scrypt", signer: { grade: "device", kept: "file" } });
  const id = statements.signerId(kept.signer);
  expect(output).toContain(id);
  const { people, root } = await server.operator.listSigners();
  expect(people).toMatchObject([{ name: "operator", owner: true, signers: [{ id }] }]);
  const listed = await server.run("signer", "list");
  expect(listed.stdout).toContain(id);
  expect(root).toBeDefined();
  expect((await typeAll(["add"])).output).toContain("You have a key in");
});

test("the fingerprint is printed and pinned, and the pin refuses another chain", async () => {
  await add();
  const trust = join(testFolder(), "signers.json");
  const printed = await server.run("signer", "root", "--trust", trust);
  const { root } = await server.operator.listSigners();
  expect(printed.stdout.trim()).toBe(root);
  const pinned = JSON.parse(readFileSync(trust, "utf8"));
  const { items } = await server.operator.signerChain();
  const known = { root: pinned.root, seen: pinned.seen, now: new Date().toISOString() };
  expect(followSigners(items, known, statements).set?.head).toBe(pinned.seen.head);

  const other = await testServer();
  const refused = await other.run("signer", "root", "--trust", trust);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain("does not hold");
});

test("a signer ends by its own signature, which takes the passphrase", async () => {
  await add();
  const [{ signers: [one] = [] } = {}] = (await server.operator.listSigners()).people;
  const end = (typed: string) =>
    typeAll(["end", one?.id ?? ""], ["Passphrase of the key that signs: ", typed]);
  const wrong = await end("another horse entirely");
  expect(wrong.code).toBe(1);
  expect(wrong.output).toContain("does not open the key");
  const done = await end(PASSPHRASE);
  expect(done.code).toBe(0);
  expect(done.output).toContain("Signed, and done.");
  const [{ signers: [after] = [] } = {}] = (await server.operator.listSigners()).people;
  expect(after).toMatchObject({ id: one?.id, until: expect.any(String) });
});

test("a key whose enrolment came to nothing stays, and is enrolled by the next call", async () => {
  const { principal } = await server.operator.whoami();
  const readSecret = async () => PASSPHRASE;
  // As a call leaves it that is killed before it has sent anything.
  const { signer } = await makeSignerFile(server.data, principal.id, { readSecret });
  const done = await typeAll(["add"], ["Passphrase of the key that signs: ", PASSPHRASE]);
  expect(done).toMatchObject({ code: 0 });
  const id = statements.signerId(signer);
  const { people } = await server.operator.listSigners();
  expect(people).toMatchObject([{ signers: [{ id }] }]);
});

test("nothing is signed but by the chain that is pinned", async () => {
  await add();
  const trust = join(testFolder(), "signers.json");
  const [{ signers: [one] = [] } = {}] = (await server.operator.listSigners()).people;
  const end = ["end", one?.id ?? "", "--trust", trust] as const;
  const unpinned = await server.run("signer", ...end);
  expect(unpinned.stderr).toContain("Pin the signers in it first");
  await server.run("signer", "root", "--trust", trust);
  const pinned = JSON.parse(readFileSync(trust, "utf8"));
  writeFileSync(trust, JSON.stringify({ ...pinned, root: "0".repeat(64) }));
  const other = await server.run("signer", ...end);
  expect(other.stderr).toContain("other_root");
  writeFileSync(trust, JSON.stringify(pinned));
  const done = await typeAll(end, ["Passphrase of the key that signs: ", PASSPHRASE]);
  expect(done).toMatchObject({ code: 0 });
});

test("no key is made under a passphrase that is too short, and none without a terminal", async () => {
  const piped = await server.run("signer", "add");
  expect(piped.code).toBe(69);
  const short = await typeAll(["add"], ["New passphrase of the key that signs: ", "short"]);
  expect(short.code).toBe(1);
  expect(keyFiles()).toEqual([]);
  const absent = await server.run("signer", "admit", "0".repeat(64));
  expect(absent.stderr).toContain("npx earshot signer list");
});
