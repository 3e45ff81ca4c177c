import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { createMemoryVault, createVault } from "./vault.ts";

const unavailable = expect.objectContaining({ code: "STORE_UNAVAILABLE" });

function keyFile(): string {
  const folder = mkdtempSync(join(tmpdir(), "earshot-vault-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "vault.key");
}

test("a secret for a purpose is the same each time, and for another purpose or vault another", () => {
  const vault = createMemoryVault();
  const hex = (of: typeof vault, purpose: string) =>
    Buffer.from(of.secretFor(purpose)).toString("hex");
  expect(hex(vault, "push 1")).toBe(hex(vault, "push 1"));
  expect(hex(vault, "push 2")).not.toBe(hex(vault, "push 1"));
  expect(hex(createMemoryVault(), "push 1")).not.toBe(hex(vault, "push 1"));
  expect(vault.secretFor("push 1")).toHaveLength(48);
});

describe("a commitment", () => {
  const vault = createMemoryVault();

  test("is the same for the same value, whatever the order of its keys", () => {
    expect(vault.commitment("c", { a: 1, b: 2 })).toBe(vault.commitment("c", { b: 2, a: 1 }));
  });

  test("is another one for another value, context or key", () => {
    const commitments = [
      vault.commitment("c", "x"),
      vault.commitment("c", "y"),
      vault.commitment("d", "x"),
      vault.commitment('c\0"x"', "x"),
      createMemoryVault().commitment("c", "x"),
    ];
    expect(new Set(commitments).size).toBe(commitments.length);
  });

  test("is 256 bits as base64url", () => {
    expect(vault.commitment("c", null)).toMatch(/^[\w-]{43}$/);
  });
});

describe("what is sealed", () => {
  const vault = createMemoryVault();

  test("opens in its context", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string(), (plain, context) => {
        const sealed = vault.seal(context, plain);
        expect(sealed).toMatch(/^v1\.[\w-]+$/);
        expect(vault.open(context, sealed)).toBe(plain);
      }),
    );
  });

  test("is never sealed alike twice", () => {
    expect(vault.seal("c", "x")).not.toBe(vault.seal("c", "x"));
  });

  test("opens in no other context and with no other key", () => {
    const sealed = vault.seal("c", "x");
    expect(() => vault.open("d", sealed)).toThrow(unavailable);
    expect(() => createMemoryVault().open("c", sealed)).toThrow(unavailable);
  });

  test("does not open once a bit of it was changed, or where it was cut", () => {
    const bytes = Buffer.from(vault.seal("c", "a secret").slice(3), "base64url");
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      expect(() => vault.open("c", `v1.${changed.toString("base64url")}`)).toThrow(unavailable);
    }
    for (let length = 0; length < bytes.length; length++) {
      const cut = bytes.subarray(0, length).toString("base64url");
      expect(() => vault.open("c", `v1.${cut}`)).toThrow(unavailable);
    }
  });

  test.each(["", "v1.", "v2.abc", "x"])("%j opens nothing", (text) => {
    expect(() => vault.open("c", text)).toThrow(unavailable);
  });
});

describe("the key", () => {
  test("is made with the first use, in a file that only its owner may read", () => {
    const path = keyFile();
    const vault = createVault({ path });
    expect(statSync(path, { throwIfNoEntry: false })).toBeUndefined();
    const sealed = vault.seal("c", "x");
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const again = createVault({ path });
    expect(again.open("c", sealed)).toBe("x");
    expect(again.commitment("c", 1)).toBe(vault.commitment("c", 1));
  });

  test.each(["", "abc", `${"A".repeat(42)}B\n`])(
    "%j in its file is refused, and not made anew",
    (text) => {
      const path = keyFile();
      writeFileSync(path, text);
      expect(() => createVault({ path }).seal("c", "x")).toThrow(unavailable);
      expect(readFileSync(path, "utf8")).toBe(text);
    },
  );
});

describe("a passphrase", () => {
  const vault = createMemoryVault();

  test("matches its hash and no other, and the hash carries salt and cost", async () => {
    const hash = await vault.hashPassphrase("correct horse");
    expect(hash).toMatch(/^scrypt\$32768\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
    expect(await vault.matchesPassphrase("correct horse", hash)).toBe(true);
    expect(await vault.matchesPassphrase("correct horse ", hash)).toBe(false);
    expect(await vault.hashPassphrase("correct horse")).not.toBe(hash);
  });

  test("matches however its letters were composed", async () => {
    const hash = await vault.hashPassphrase("caf\u00e9 au lait");
    expect(await vault.matchesPassphrase("cafe\u0301 au lait", hash)).toBe(true);
  });

  test.each([
    "",
    "x",
    `scrypt$32768$8$1$${"A".repeat(22)}$`,
    `scrypt$3$8$1$${"A".repeat(22)}$${"A".repeat(43)}`,
    `scrypt$9999999$99$99$${"A".repeat(22)}$${"A".repeat(43)}`,
  ])("matches nothing where %j stands for a hash", async (hash) => {
    expect(await vault.matchesPassphrase("", hash)).toBe(false);
  });
});
