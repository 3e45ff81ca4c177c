import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Turns } from "../ports/store/others.ts";
import type { SharedSecrets, StoredSecret } from "../ports/store/shared-secrets.ts";
import { dataPaths } from "./data-folder.ts";
import { openSecrets, openSharedKeys } from "./shared-keys.ts";

const now = () => Date.parse("2026-11-22T10:00:00.000Z");
const iat = now() / 1_000;
const claims = { iss: "earshot", sub: "prn_1", iat, exp: iat + 300 };

/** The table of secrets as nodes share it. */
function sharedSecrets() {
  const rows = new Map<string, StoredSecret>();
  const secrets: SharedSecrets = {
    read: async (name) => rows.get(name),
    async put(name, { sealed, former }) {
      if ((rows.get(name)?.version ?? 0) !== former) return undefined;
      const stored = { sealed, version: former + 1 };
      rows.set(name, stored);
      return stored;
    },
  };
  return { rows, secrets };
}

/** Turns over all nodes of a test. */
function sharedTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve();
  return {
    run(_name, work) {
      const mine = last.then(work, work);
      last = mine.catch(() => {});
      return mine;
    },
  };
}

function keyFolder() {
  const folder = mkdtempSync(join(tmpdir(), "earshot-keys-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return dataPaths(folder);
}

/** Nodes over one database; all but the first are given the first one's key. */
function deployment() {
  const { rows, secrets } = sharedSecrets();
  const turns = sharedTurns();
  const first = keyFolder();
  const open = (given?: string) =>
    openSharedKeys({
      secrets,
      turns,
      now,
      deploymentKey: {
        path: (given === undefined ? first : keyFolder()).deploymentKey,
        given,
      },
    });
  return { rows, secrets, turns, path: first.deploymentKey, open };
}

describe("the deployment key", () => {
  test("is made by the first node, for its owner alone, and opens what it has sealed", async () => {
    const { path, open } = deployment();
    const first = await open();
    expect(statSync(path).mode & 0o077).toBe(0);
    expect(readFileSync(path, "utf8")).toMatch(/^[\w-]{43}\n$/);
    const again = await open();
    expect(again.stateSecret).toEqual(first.stateSecret);
  });

  test("comes to another node as a file or as the key itself", async () => {
    const { path, open } = deployment();
    const { stateSecret } = await open();
    expect((await open(path)).stateSecret).toEqual(stateSecret);
    expect((await open(readFileSync(path, "utf8").trim())).stateSecret).toEqual(stateSecret);
  });

  test("a node without it does not start, and leaves no key of its own behind", async () => {
    const { secrets, turns, open } = deployment();
    await open();
    const { deploymentKey: path } = keyFolder();
    const late = openSharedKeys({ secrets, turns, now, deploymentKey: { path } });
    await expect(late).rejects.toMatchObject({
      code: "NOT_ALLOWED",
      message: expect.stringContaining("deployment.key"),
    });
    expect(existsSync(path)).toBe(false);
  });

  test("of another deployment is refused with the name of its file", async () => {
    const { open } = deployment();
    await open();
    const other = deployment();
    await other.open();
    await expect(open(other.path)).rejects.toMatchObject({
      code: "NOT_ALLOWED",
      message: expect.stringContaining(other.path),
    });
  });

  test("of two first nodes that make one each, one founds and the other says what to copy", async () => {
    const { secrets, turns } = deployment();
    const folders = [keyFolder(), keyFolder()];
    const opened = await Promise.allSettled(
      folders.map(({ deploymentKey: path }) =>
        openSharedKeys({ secrets, turns, now, deploymentKey: { path } }),
      ),
    );
    expect(opened.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(folders.filter(({ deploymentKey }) => existsSync(deploymentKey))).toHaveLength(1);
  });

  test.each(["", "short", "!".repeat(43)])(
    "a file with %j is no key, and is said to be none",
    async (text) => {
      const { secrets } = deployment();
      const { deploymentKey: path } = keyFolder();
      writeFileSync(path, text);
      await expect(openSecrets(secrets, { path })).rejects.toMatchObject({ code: "INVALID_INPUT" });
    },
  );

  test("a named file that is not there is told", async () => {
    const { secrets } = deployment();
    const { deploymentKey: path } = keyFolder();
    await expect(openSecrets(secrets, { path, given: `${path}.no` })).rejects.toMatchObject({
      code: "INVALID_INPUT",
      message: expect.stringContaining(`${path}.no`),
    });
  });
});

describe("what nodes share", () => {
  test("lies in the database sealed: no secret stands there as it is", async () => {
    const { rows, open } = deployment();
    const { signer, vault, stateSecret } = await open();
    await signer.sign("grant", claims);
    vault.seal("context", "plain");
    const stored = [...rows.values()].map(({ sealed }) => sealed).join("\n");
    expect(stored).not.toContain(Buffer.from(stateSecret).toString("base64url"));
    expect(stored).not.toContain('"d"');
    expect([...rows.keys()].sort()).toEqual(["deployment", "mcp-state", "signing-keys", "vault"]);
  });

  test("a secret that stands under another name opens nothing", async () => {
    const { rows, path, open } = deployment();
    await open();
    const vault = rows.get("vault");
    const state = rows.get("mcp-state");
    if (vault === undefined || state === undefined) throw new Error("There are secrets.");
    rows.set("vault", state);
    await expect(open(path)).rejects.toMatchObject({ code: "NOT_ALLOWED" });
  });

  test("what one has signed or sealed another proves and opens", async () => {
    const { path, open } = deployment();
    const [one, two] = [await open(), await open(path)];
    const token = await one.signer.sign("grant", claims);
    expect(await two.signer.verify("grant", token)).toEqual(claims);
    expect(two.vault.open("c", one.vault.seal("c", "secret"))).toBe("secret");
    expect(two.vault.commitment("c", 1)).toBe(one.vault.commitment("c", 1));
  });

  test("a key that one has rotated is known to another with the first token it signs", async () => {
    const { path, open } = deployment();
    const [one, two] = [await open(), await open(path)];
    const before = await one.signer.sign("grant", claims);
    let kid = "";
    await one.signer.rotate(async (made) => {
      kid = made;
    });
    const after = await one.signer.sign("grant", { ...claims, sub: "prn_2" });
    expect(await two.signer.verify("grant", after)).toEqual({ ...claims, sub: "prn_2" });
    expect(await two.signer.verify("grant", before)).toEqual(claims);
    expect((await two.signer.publicKeys()).keys.map((key) => key["kid"])[0]).toBe(kid);
  });

  test("of two rotations at once on two nodes each is recorded and each key is kept", async () => {
    const { path, open } = deployment();
    const [one, two] = [await open(), await open(path)];
    const recorded: string[] = [];
    const note = async (kid: string) => void recorded.push(kid);
    await Promise.all([one.signer.rotate(note), two.signer.rotate(note)]);
    const kids = (await one.signer.publicKeys()).keys.map((key) => key["kid"]);
    expect(kids).toHaveLength(3);
    expect(kids.slice(0, 2).sort()).toEqual(recorded.sort());
    expect(await two.signer.publicKeys()).toEqual(await one.signer.publicKeys());
  });

  test("a rotation whose turn was lost still stores the key that the log names", async () => {
    const { path, secrets, open } = deployment();
    const noTurns: Turns = { run: (_name, work) => work() };
    const nodeWithout = await openSharedKeys({
      secrets,
      now,
      turns: noTurns,
      deploymentKey: { path },
    });
    const two = await open(path);
    const recorded: string[] = [];
    await nodeWithout.signer.rotate(async (kid) => {
      recorded.push(kid);
      await two.signer.rotate(async (other) => void recorded.push(other));
    });
    const kids = (await two.signer.publicKeys()).keys.map((key) => key["kid"]);
    expect(kids).toEqual(expect.arrayContaining(recorded));
  });

  test("a rotation that is not recorded changes nothing", async () => {
    const { open } = deployment();
    const { signer } = await open();
    const before = await signer.publicKeys();
    await expect(signer.rotate(() => Promise.reject(new Error("no room")))).rejects.toThrow(
      "no room",
    );
    expect(await signer.publicKeys()).toEqual(before);
  });

  test("only the key that signs now has its private part in what is shared", async () => {
    const { path, secrets, open } = deployment();
    const { signer } = await open();
    await signer.rotate(async () => {});
    const opened = await openSecrets(secrets, { path });
    const { text } = (await opened.read("signing-keys")) ?? { text: "" };
    const { keys } = JSON.parse(text) as { keys: { d?: string }[] };
    expect(keys.map(({ d }) => d !== undefined)).toEqual([true, false]);
  });
});
