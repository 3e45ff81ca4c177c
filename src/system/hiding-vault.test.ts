import { expect, test } from "vitest";
import { hidingVault } from "./hiding-vault.ts";
import { createMemoryVault } from "./vault.ts";

test("tells of every secret that is sealed, opened or proved, and gives the same", async () => {
  const hidden: string[] = [];
  const vault = hidingVault(createMemoryVault(), (secret) => hidden.push(secret));
  const plain = JSON.stringify({ "/password": "hunter2", "/keys": ["a-key"], "/pin": 1234 });
  const sealed = vault.seal("context", plain);
  expect(hidden).toEqual(["hunter2", "a-key"]);
  expect(vault.open("context", sealed)).toBe(plain);
  expect(hidden).toHaveLength(4);
  const hash = await vault.hashPassphrase("correct horse battery");
  expect(await vault.matchesPassphrase("wrong horse battery", hash)).toBe(false);
  expect(hidden.slice(4)).toEqual(["correct horse battery", "wrong horse battery"]);
});
