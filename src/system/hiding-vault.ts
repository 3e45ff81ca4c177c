import type { Vault } from "../ports/system/vault.ts";

/** The same vault, which reports every secret that passes through it, so that no log holds one. */
export function hidingVault(vault: Vault, hide: (secret: string) => void): Vault {
  const hideAll = (plain: string) => {
    for (const text of textsOf(JSON.parse(plain))) hide(text);
  };
  return {
    ...vault,
    seal(context, plain) {
      hideAll(plain);
      return vault.seal(context, plain);
    },
    open(context, sealed) {
      const plain = vault.open(context, sealed);
      hideAll(plain);
      return plain;
    },
    hashPassphrase(passphrase) {
      hide(passphrase);
      return vault.hashPassphrase(passphrase);
    },
    matchesPassphrase(passphrase, hash) {
      hide(passphrase);
      return vault.matchesPassphrase(passphrase, hash);
    },
  };
}

/** Every text in a JSON value. Hiding numbers and the like would hide too much of a log. */
function textsOf(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(textsOf);
}
