import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { openApiDocument } from "../src/contract/openapi/document.ts";
import { type Document, pythonInterface } from "./python-client/operations.ts";
import { pythonFiles } from "./python-client/write-python.ts";

/*
 * npm run python
 * Writes what the Python client has of the contract: its operations, and the shapes that they take and give.
 */
const PACKAGE = new URL("../python/src/earshot_client/", import.meta.url);

/** The files by their paths, as the contract of today makes them. */
export function generatedPython(): ReadonlyMap<string, string> {
  const whole = pythonInterface(openApiDocument({ version: "" }) as unknown as Document);
  return new Map(
    Object.entries(pythonFiles(whole)).map(([name, text]) => [
      fileURLToPath(new URL(name, PACKAGE)),
      text,
    ]),
  );
}

if (import.meta.main) {
  for (const [path, text] of generatedPython()) writeFileSync(path, text);
}
