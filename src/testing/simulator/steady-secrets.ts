import { createMemorySecrets, type MemorySecrets } from "../../system/memory-secrets.ts";
import type { VirtualTime } from "./virtual-time.ts";

/**
 * What signs and seals in a simulated world: the real signer, whose work on threads of its own is
 * made a part of the step that asks for it, and passphrases without the cost that real ones have.
 */
export function createSteadySecrets({ awaitReal }: Pick<VirtualTime, "awaitReal">): MemorySecrets {
  const { signer, vault, anchor } = createMemorySecrets();
  return {
    anchor,
    signer: {
      ...signer,
      sign: (kind, claims) => awaitReal(() => signer.sign(kind, claims)),
      verify: (kind, token) => awaitReal(() => signer.verify(kind, token)),
    },
    vault: {
      ...vault,
      hashPassphrase: async (passphrase) => passphrase,
      matchesPassphrase: async (passphrase, hash) => passphrase === hash,
    },
  };
}
