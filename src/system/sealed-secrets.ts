import { EarshotError } from "../domain/errors.ts";
import type { SharedSecrets } from "../ports/store/shared-secrets.ts";
import { type DeploymentKey, keyFor } from "./deployment-key.ts";
import { openText, sealText } from "./sealing.ts";

/** The names of what nodes share; `deployment` only tells whether a key is the right one. */
export const SECRET_NAMES = {
  deployment: "deployment",
  vault: "vault",
  signingKeys: "signing-keys",
  mcpState: "mcp-state",
} as const;

/** The secrets that the nodes of a deployment share, readable with its key. */
export interface SealedSecrets {
  read(name: string): Promise<OpenSecret | undefined>;
  /** False if the stored version is not `former`; 0 for none. */
  put(name: string, secret: { readonly text: string; readonly former: number }): Promise<boolean>;
}

export interface OpenSecret {
  readonly text: string;
  readonly version: number;
}

/** Reading throws NOT_ALLOWED if another deployment key has sealed the value. */
export function createSealedSecrets(secrets: SharedSecrets, key: DeploymentKey): SealedSecrets {
  const sealing = keyFor(key, "secrets");
  const contextOf = (name: string) => `earshot.secret\0${name}`;
  return {
    async read(name) {
      const stored = await secrets.read(name);
      if (stored === undefined) return undefined;
      try {
        return { text: openText(sealing, contextOf(name), stored.sealed), version: stored.version };
      } catch (cause) {
        throw otherKeyError(key, cause);
      }
    },
    async put(name, { text, former }) {
      const sealed = sealText(sealing, contextOf(name), text);
      return (await secrets.put(name, { sealed, former })) !== undefined;
    },
  };
}

/** The secret of this name, made if there is none. The first node makes it for all. */
export async function readOrMake(
  secrets: SealedSecrets,
  name: string,
  make: () => string,
): Promise<OpenSecret> {
  const there = await secrets.read(name);
  if (there !== undefined) return there;
  await secrets.put(name, { text: make(), former: 0 });
  const made = await secrets.read(name);
  if (made !== undefined) return made;
  throw new EarshotError(
    "STORE_UNAVAILABLE",
    `The shared secret ${name} was stored and is not there. Check whether something empties the table secrets of this database.`,
  );
}

function otherKeyError({ from }: DeploymentKey, cause: unknown): EarshotError {
  return new EarshotError(
    "NOT_ALLOWED",
    `The deployment key of ${from} is not that of this database: another one has sealed the keys in it. Copy the file deployment.key out of the data folder of a node that runs over this database to this one's, or name it with --deployment-key FILE.`,
    { details: { from }, cause },
  );
}
