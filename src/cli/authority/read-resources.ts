import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Resource } from "../../domain/authority/action.ts";
import { EarshotError } from "../../domain/errors.ts";
import { whyRefused } from "../../domain/why-refused.ts";

/** Files by the digest of their current content; a file has the same name from every folder. */
export function readResources(files: readonly string[]): readonly Resource[] {
  return files.map((file) => ({
    uri: pathToFileURL(resolve(file)).href,
    sha256: hash("sha256", contentOf(file), "hex"),
  }));
}

function contentOf(file: string): Uint8Array {
  try {
    return readFileSync(file);
  } catch (cause) {
    throw new EarshotError(
      "INVALID_INPUT",
      `The file ${file} that --resource names cannot be read: ${whyRefused(cause)}.`,
      { cause },
    );
  }
}
