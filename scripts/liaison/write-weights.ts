import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Weights to be written as a module of the package. */
export interface WeightsModule {
  /** Without folder and extension: "vagueness" for vagueness.generated.ts. */
  readonly file: string;
  readonly name: string;
  readonly type: string;
  /** The module that exports the type. */
  readonly from: string;
  /** The script that learns them. */
  readonly by: string;
  readonly weights: object;
}

const indented = (weights: object) => JSON.stringify(weights, undefined, 2);

/** Writes the module in the formatter's style, and returns its size in bytes. */
export function writeWeights(module: WeightsModule): number {
  const { file, name, type, from, by, weights } = module;
  const path = fileURLToPath(
    new URL(`../../src/liaison/learned/${file}.generated.ts`, import.meta.url),
  );
  const lines = [
    `// Learned by scripts/${by}.ts; not to be changed by hand.`,
    `import type { ${type} } from "${from}";`,
    "",
    `export const ${name}: ${type} = ${indented(weights)};`,
  ];
  writeFileSync(path, `${lines.join("\n")}\n`);
  const { status, error } = spawnSync("npx", ["biome", "format", "--write", path]);
  if (status !== 0) throw new Error(`biome could not format ${path}`, { cause: error });
  return readFileSync(path).length;
}
