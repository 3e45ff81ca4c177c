import type { SharedSecrets } from "../../ports/store/shared-secrets.ts";
import type { NamedSecret } from "../../store/transfer/postgres-source.ts";
import type { DeploymentKeyPlaces } from "../../system/deployment-key.ts";
import { SECRET_NAMES } from "../../system/sealed-secrets.ts";
import { openSecrets } from "../../system/shared-keys.ts";
import type { BackupKeys } from "./sealed-keys.ts";

/**
 * The keys of one data folder in the form that the nodes of a deployment share, sealed by its
 * deployment key, which is made if there is none.
 */
export async function sealSecrets(
  keys: BackupKeys,
  places: DeploymentKeyPlaces,
): Promise<readonly NamedSecret[]> {
  const rows = new Map<string, NamedSecret>();
  const held: SharedSecrets = {
    read: async (name) => rows.get(name),
    async put(name, { sealed }) {
      const row = { name, sealed, version: (rows.get(name)?.version ?? 0) + 1 };
      rows.set(name, row);
      return row;
    },
  };
  const secrets = await openSecrets(held, places);
  const put = async (name: string, text: string | undefined) => {
    if (text !== undefined) await secrets.put(name, { text, former: 0 });
  };
  await put(SECRET_NAMES.signingKeys, keys.signingKeys);
  await put(SECRET_NAMES.vault, keys.vault);
  return [...rows.values()];
}
