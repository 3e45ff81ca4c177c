import { EarshotError } from "../../domain/errors.ts";
import { present } from "../../domain/present.ts";
import type { SharedSecrets } from "../../ports/store/shared-secrets.ts";
import type { NamedSecret } from "../../store/transfer/postgres-source.ts";
import { dataPaths } from "../../system/data-folder.ts";
import { type DeploymentKey, findDeploymentKey } from "../../system/deployment-key.ts";
import { createSealedSecrets, SECRET_NAMES } from "../../system/sealed-secrets.ts";
import { keyRingText, readKeyRing } from "../../system/signing-keys.ts";
import { readVaultKey } from "../../system/vault.ts";
import type { RunContext } from "../terminal/run-context.ts";
import type { BackupKeys } from "./sealed-keys.ts";

/** The keys in a data folder. */
export function keysOfFolder(folder: string): BackupKeys {
  const paths = dataPaths(folder);
  const ring = readKeyRing(paths.signingKeys);
  const vault = readVaultKey(paths.vaultKey);
  return {
    ...present({
      signingKeys: ring === undefined ? undefined : keyRingText(ring),
      vault: vault?.toString("base64url"),
    }),
  };
}

/** The deployment key of this machine: the one that is given, or the data folder's. */
export function deploymentKeyOf(
  { options, environment }: Pick<RunContext, "options" | "environment">,
  given: string | undefined,
): DeploymentKey | undefined {
  return findDeploymentKey({
    path: dataPaths(options.data).deploymentKey,
    given: given ?? environment.deploymentKey,
  });
}

export function deploymentKeyFrom(text: string): DeploymentKey {
  return { bytes: Buffer.from(text, "base64url"), from: "the backup" };
}

/** What nodes share, opened; throws NOT_ALLOWED if another deployment key has sealed it. */
export async function keysOfSecrets(
  secrets: readonly NamedSecret[],
  key: DeploymentKey,
): Promise<BackupKeys> {
  const opened = createSealedSecrets(fixedSecrets(secrets), key);
  await opened.read(SECRET_NAMES.deployment);
  const ring = await opened.read(SECRET_NAMES.signingKeys);
  const vault = await opened.read(SECRET_NAMES.vault);
  return {
    ...present({ signingKeys: ring?.text, vault: vault?.text }),
    deploymentKey: key.bytes.toString("base64url"),
  };
}

function fixedSecrets(secrets: readonly NamedSecret[]): SharedSecrets {
  return {
    read: async (name) => secrets.find((secret) => secret.name === name),
    put: async () => {
      throw new EarshotError("INTERNAL", "The secrets of a backup cannot be changed.");
    },
  };
}
