import type { Anchor } from "../ports/system/anchor.ts";
import type { Vault } from "../ports/system/vault.ts";
import { createMemoryAnchor } from "./anchor.ts";
import { hashPassphrase } from "./passphrase-hash.ts";
import { createMemorySigner, type OwnSigner } from "./signer.ts";
import { createMemoryVault } from "./vault.ts";

/** Cheap, because nobody guesses at secrets that end with the process. */
const CHEAP = { N: 2, r: 8, p: 1 };

/** Signs and seals with keys that end with the process: for tests and simulated worlds. */
export interface MemorySecrets {
  readonly signer: OwnSigner;
  readonly vault: Vault;
  readonly anchor: Anchor;
}

export function createMemorySecrets(): MemorySecrets {
  return {
    signer: createMemorySigner(),
    vault: {
      ...createMemoryVault(),
      hashPassphrase: (passphrase) => hashPassphrase(passphrase, CHEAP),
    },
    anchor: createMemoryAnchor(),
  };
}
