import type { Anchor } from "../ports/anchor.ts";
import type { Vault } from "../ports/vault.ts";
import { createMemoryAnchor } from "./anchor.ts";
import { createMemorySigner, type OwnSigner } from "./signer.ts";
import { createMemoryVault } from "./vault.ts";

/** What signs and seals, with keys that end with the process: for tests and made-up worlds. */
export interface MemorySecrets {
  readonly signer: OwnSigner;
  readonly vault: Vault;
  readonly anchor: Anchor;
}

export function createMemorySecrets(): MemorySecrets {
  return {
    signer: createMemorySigner(),
    vault: createMemoryVault(),
    anchor: createMemoryAnchor(),
  };
}
