import { randomBytes } from "node:crypto";
import { EarshotError } from "../domain/errors.ts";
import type { Turns } from "../ports/store/others.ts";
import type { SharedSecrets } from "../ports/store/shared-secrets.ts";
import type { Signer } from "../ports/system/signer.ts";
import type { Vault } from "../ports/system/vault.ts";
import {
  type DeploymentKey,
  type DeploymentKeyPlaces,
  dropDeploymentKey,
  findDeploymentKey,
  makeDeploymentKey,
} from "./deployment-key.ts";
import {
  createSealedSecrets,
  readOrMake,
  SECRET_NAMES,
  type SealedSecrets,
} from "./sealed-secrets.ts";
import { openSharedSigner } from "./shared-signer.ts";
import { createVaultOf, newVaultKey, parseVaultKey } from "./vault.ts";

const DEPLOYMENT_TEXT = "earshot deployment 1";
const STATE_SECRET_BYTES = 32;

export interface SharedKeys {
  readonly signer: Signer;
  readonly vault: Vault;
  /** Signs what MCP clients carry from one round of a call to the next, to any node. */
  readonly stateSecret: Uint8Array;
}

export interface SharedKeysOptions {
  readonly secrets: SharedSecrets;
  readonly deploymentKey: DeploymentKeyPlaces;
  readonly turns: Turns;
  readonly now: () => number;
}

/** The keys of the deployment; the first node makes them. */
export async function openSharedKeys(options: SharedKeysOptions): Promise<SharedKeys> {
  const { turns, now } = options;
  const secrets = await openSecrets(options.secrets, options.deploymentKey);
  const stateSecret = await readOrMake(secrets, SECRET_NAMES.mcpState, () =>
    randomBytes(STATE_SECRET_BYTES).toString("base64url"),
  );
  return {
    signer: await openSharedSigner({ secrets, turns, now }),
    vault: await openSharedVault(secrets),
    stateSecret: Buffer.from(stateSecret.text, "base64url"),
  };
}

/**
 * The secrets, after a proof that this key belongs to the deployment. If there are no secrets yet,
 * they are made with this key, which is made too if there is none.
 */
export async function openSecrets(
  shared: SharedSecrets,
  places: DeploymentKeyPlaces,
): Promise<SealedSecrets> {
  const found = findDeploymentKey(places);
  const isFirst = (await shared.read(SECRET_NAMES.deployment)) === undefined;
  if (found === undefined && !isFirst) throw noKeyError(places.path);
  const key = found ?? makeDeploymentKey(places.path);
  try {
    return await proven(shared, key);
  } catch (error) {
    // Another node was first, and this key has sealed nothing: it would only be in the way.
    if (found === undefined && isRefusal(error)) dropDeploymentKey(key);
    throw error;
  }
}

async function proven(shared: SharedSecrets, key: DeploymentKey): Promise<SealedSecrets> {
  const secrets = createSealedSecrets(shared, key);
  await readOrMake(secrets, SECRET_NAMES.deployment, () => DEPLOYMENT_TEXT);
  return secrets;
}

function isRefusal(error: unknown): boolean {
  return error instanceof EarshotError && error.code === "NOT_ALLOWED";
}

function noKeyError(path: string): EarshotError {
  return new EarshotError(
    "NOT_ALLOWED",
    `This database has keys that its nodes share, and this node has no deployment key to open them with. Copy the file deployment.key out of the data folder of a node that runs over it to ${path}, or name it with --deployment-key FILE.`,
    { details: { path } },
  );
}

/** A vault whose key all nodes share: any node opens what another has sealed. */
async function openSharedVault(secrets: SealedSecrets): Promise<Vault> {
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
