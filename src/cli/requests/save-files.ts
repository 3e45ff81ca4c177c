import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { EarshotError, isEarshotError } from "../../domain/errors.ts";
import { whyRefused } from "../../domain/why-refused.ts";
import type { Output } from "../terminal/output.ts";

interface SavedFile<D> {
  readonly name: string;
  readonly digest: D;
}

interface Saving<D> {
  /** The id of what they stand beside. */
  readonly id: string;
  readonly files: readonly SavedFile<D>[];
  readonly folder: string;
  readonly read: (digest: D) => Promise<{ readonly bytes: Uint8Array }>;
}

/** Keeps the contents under harmless names, numbered, and replaces no file that is there. */
export async function saveFiles<D extends string>(
  output: Output,
  { id, files, folder, read }: Saving<D>,
): Promise<void> {
  for (const [index, { digest, name }] of files.entries()) {
    const path = join(folder, `${index + 1}-${name}`);
    const { bytes } = await read(digest);
    try {
      mkdirSync(folder, { recursive: true });
      writeFileSync(path, bytes, { flag: "wx" });
    } catch (cause) {
      if (isEarshotError(cause)) throw cause;
      throw new EarshotError("INVALID_INPUT", `${path} cannot be written: ${whyRefused(cause)}.`, {
        cause,
      });
    }
    output.note(`Saved ${path} (${digest})`);
  }
  if (files.length === 0) output.note(`Nothing to save stands beside ${id}.`);
}
