import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { EarshotError, isEarshotError } from "../../domain/errors.ts";
import type { EvidenceView } from "../../domain/evidence/evidence-view.ts";
import type { RequestId } from "../../domain/id.ts";
import { whyRefused } from "../../domain/why-refused.ts";
import type { Earshot } from "../../ports/earshot/earshot.ts";
import type { Output } from "../terminal/output.ts";

interface Saving {
  readonly id: RequestId;
  readonly views: readonly EvidenceView[];
  readonly folder: string;
}

/** Keeps the contents under harmless names, numbered, and replaces no file that is there. */
export async function saveFiles(
  { earshot, output }: { readonly earshot: Pick<Earshot, "readFile">; readonly output: Output },
  { id, views, folder }: Saving,
): Promise<void> {
  const files = views.flatMap((view) => view.files);
  for (const [index, { digest, role, name }] of files.entries()) {
    const path = join(folder, `${index + 1}-${role === "content" ? "" : `${role}-`}${name}`);
    const { bytes } = await earshot.readFile({ id, digest });
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
