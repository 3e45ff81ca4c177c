import { EarshotError } from "../domain/errors.ts";
import type { Vault } from "../ports/system/vault.ts";
import { readOrMake, SECRET_NAMES, type SealedSecrets } from "./sealed-secrets.ts";
import { createVaultOf, newVaultKey, parseVaultKey } from "./vault.ts";

/** A vault whose key all nodes share: what one has sealed another opens. */
export async function openSharedVault(secrets: SealedSecrets): Promise<Vault> {
  const { text } = await readOrMake(secrets, SECRET_NAMES.vault, () =>
    newVaultKey().toString("base64url"),
  );
  const key = parseVaultKey(text);
  if (key !== undefined) return createVaultOf(key);
  throw new EarshotError(
    "STORE_UNAVAILABLE",
    "The vault's key in the table secrets is no key. Put the database back from a backup.",
  );
}
