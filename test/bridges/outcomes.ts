import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { commitOfClone } from "../../scripts/result-file.ts";
import { ROOT } from "../support/cli.ts";

/** What was seen of one framework, from which docs/explain/bridges.md is written. */
export interface BridgeOutcomes {
  readonly framework: string;
  readonly language: "TypeScript" | "Python";
  /** In docs/guides. */
  readonly page: string;
  readonly packages: Readonly<Record<string, string>>;
  readonly commit: string | null;
  readonly date: string;
  /** How each fact came out, by its name; and what was seen, where that differs from one to another. */
  readonly facts: Readonly<Record<string, string>>;
  /** What it does by itself, by what was tried. */
  readonly alone: Readonly<Record<string, string>>;
}

export function writeOutcomes(
  name: string,
  { page, ...seen }: Pick<BridgeOutcomes, "language" | "page" | "packages" | "facts" | "alone">,
): void {
  const [heading = ""] = readFileSync(join(ROOT, "docs", "guides", page), "utf8").split("\n");
  const framework = heading
    .replace(/^# (?:People behind (?:the )?)?/, "")
    .replace(/ in TypeScript$/, "");
  const whole: BridgeOutcomes = {
    framework,
    page,
    ...seen,
    commit: commitOfClone(),
    date: new Date().toISOString().slice(0, 10),
  };
  const folder = join(ROOT, "results", "bridges");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(whole, null, 2)}\n`);
}
