import { readdirSync } from "node:fs";
import { join } from "node:path";
import { EarshotError } from "../../domain/errors.ts";
import type { PrincipalId } from "../../domain/id.ts";
import { assertPassphraseLength } from "../../domain/people/passphrase-length.ts";
import { isSigner, type Signer } from "../../domain/votes/signer.ts";
import { dataPaths } from "../../system/data-folder.ts";
import {
  openByPassphrase,
  type SealedByPassphrase,
  sealByPassphrase,
} from "../../system/passphrase-sealing.ts";
import { readPrivateFile, writeLastingFile } from "../../system/private-file.ts";
import { newDeviceKey } from "../../system/votes/device-key.ts";
import { statements } from "../../system/votes/statements.ts";
import type { ControllingTerminal } from "../terminal/controlling-terminal.ts";

const CONTEXT = "earshot.signer";

/** A signer of a person whose key is in a file, under a passphrase that is typed for each signature. */
export interface SignerFile {
  readonly path: string;
  readonly id: string;
  readonly signer: Signer;
  /** The private key; throws NOT_ALLOWED for a wrong passphrase. */
  open(passphrase: string): string;
}

const NAME = /^signer-prn_[0-9a-z]+\.json$/;

const pathOf = (folder: string, person: PrincipalId) =>
  join(dataPaths(folder).root, `signer-${person}.json`);

/** The keys that people sign with in a folder. */
export function signerFilesIn(root: string): readonly string[] {
  return readdirSync(root).flatMap((name) => (NAME.test(name) ? [join(root, name)] : []));
}

/** Undefined if there is none. */
export function findSignerFile(folder: string, person: PrincipalId): SignerFile | undefined {
  const path = pathOf(folder, person);
  const text = readPrivateFile(path);
  if (text === undefined) return undefined;
  const { signer, ...sealed } = readFile(text, path);
  return {
    path,
    signer,
    id: statements.signerId(signer),
    open(passphrase) {
      try {
        return openByPassphrase(sealed, { passphrase, context: CONTEXT });
      } catch (cause) {
        throw new EarshotError(
          "NOT_ALLOWED",
          `The passphrase does not open the key in ${path}. Nothing was signed.`,
          { cause, details: { reason: "wrong_passphrase" } },
        );
      }
    },
  };
}

/** The key that a person has in this folder. Throws NOT_FOUND if the person has no key in this folder. */
export function signerFileOf(folder: string, person: PrincipalId): SignerFile {
  const file = findSignerFile(folder, person);
  if (file !== undefined) return file;
  throw new EarshotError(
    "NOT_FOUND",
    "You have no key in this folder to sign with. Make one: npx earshot signer add. Or sign where you have one.",
  );
}

function readFile(text: string, path: string): SealedByPassphrase & { readonly signer: Signer } {
  try {
    const file = JSON.parse(text) as SealedByPassphrase & { readonly signer: Signer };
    if (isSigner(file.signer)) return file;
  } catch {
    // Told below.
  }
  throw new EarshotError(
    "INVALID_INPUT",
    `${path} holds no key that this version can read. Put it back from where you keep a copy.`,
  );
}

/**
 * Asks for the passphrase of a new key, twice, and writes the key. It is never taken away again: whether the
 * chain has it is not known where an answer gets lost.
 */
export async function makeSignerFile(
  folder: string,
  person: PrincipalId,
  { readSecret }: Pick<ControllingTerminal, "readSecret">,
): Promise<{ readonly signer: Signer; readonly secret: string }> {
  const passphrase = await readSecret("New passphrase of the key that signs: ");
  assertPassphraseLength(passphrase);
  if ((await readSecret("The same again: ")) !== passphrase) {
    throw new EarshotError("INVALID_INPUT", "The two are not the same. Nothing was changed.");
  }
  const { signer, secret } = newDeviceKey();
  const sealed = sealByPassphrase(secret, { passphrase, context: CONTEXT });
  writeLastingFile(pathOf(folder, person), `${JSON.stringify({ v: 1, signer, ...sealed })}\n`);
  return { signer, secret };
}
