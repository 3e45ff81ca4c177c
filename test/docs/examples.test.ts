import { execFileSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { isFresh } from "../../bin/is-fresh.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const TSC = join(ROOT, "node_modules/typescript/bin/tsc");
const SOURCES = globSync("src/**/*.ts", { cwd: ROOT }).filter((file) => !/\.test\./.test(file));
const ENTRIES = entries();
/** Another package's, handed on. */
const FOREIGN = new Set(["z"]);

interface Entry {
  readonly source: string;
  /** What the compiler of a user reads, in the folder of declarations. */
  readonly types: string;
}

/** The names of the package by which users import. */
function entries(): ReadonlyMap<string, Entry> {
  const { name, exports } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const typed = Object.entries(exports).flatMap(([path, target]) => {
    const { types } = Object(target);
    if (typeof types !== "string") return [];
    const declared = types.replace("./dist/types/", "");
    const source = `src/${declared.replace(".d.ts", ".ts")}`;
    return [[path.replace(/^\./, name), { source, types: declared }] as const];
  });
  return new Map(typed);
}

/** The examples in a text, as they stand in the fences of doc comments. */
function examplesIn(source: string): readonly string[] {
  const found = source.matchAll(/^ *\* @example\n *\* ```ts\n([\s\S]*?)^ *\* ```$/gm);
  return [...found].map(([, text = ""]) => text.replace(/^ *\* ?/gm, ""));
}

/** The doc comment right above an export of this name, wherever it stands. */
function docsOf(name: string): readonly string[] {
  const above = new RegExp(
    `(/\\*\\*(?:(?!\\*/)[\\s\\S])*\\*/\\n)export (?:async )?(?:function|class) ${name}\\b`,
  );
  return SOURCES.flatMap((file) => above.exec(readFileSync(join(ROOT, file), "utf8"))?.[1] ?? []);
}

/** Those of the build, or else their own: the build of the tests makes none. */
let declarations = "dist/types";
beforeAll(() => {
  const isOfSources = (folder: string) => isFresh(ROOT, `${folder}/index.d.ts`);
  if (isOfSources(declarations)) return;
  declarations = "node_modules/.cache/declared-types";
  if (isOfSources(declarations)) return;
  const args = ["-p", "tsconfig.build.json", "--noCheck", "--outDir", declarations];
  execFileSync(process.execPath, [TSC, ...args], { cwd: ROOT });
}, 120_000);

describe("examples of the public surface", () => {
  test.each([...ENTRIES])("every function of %s has one", async (_, { source }) => {
    const exported: Record<string, unknown> = await import(join(ROOT, source));
    const functions = Object.keys(exported).filter(
      (name) => typeof exported[name] === "function" && !FOREIGN.has(name),
    );
    const bare = functions.filter((name) =>
      docsOf(name).every((docs) => examplesIn(docs).length === 0),
    );
    expect(bare).toEqual([]);
  });

  test("all of them are right by type", { timeout: 120_000 }, () => {
    const folder = mkdtempSync(join(tmpdir(), "earshot-examples-"));
    try {
      const files = SOURCES.flatMap((file) =>
        examplesIn(readFileSync(join(ROOT, file), "utf8")).map((text, index) => {
          const name = `${file.replaceAll("/", "-").replace(/\.ts$/, "")}-${index}.mts`;
          writeFileSync(join(folder, name), `${text}\nexport {};\n`);
          return name;
        }),
      );
      expect(files.length).toBeGreaterThan(ENTRIES.size);
      const paths = Object.fromEntries(
        [...ENTRIES].map(([name, { types }]) => [name, [join(ROOT, declarations, types)]]),
      );
      const compilerOptions = { paths, typeRoots: [join(ROOT, "node_modules/@types")] };
      const config = {
        extends: join(ROOT, "tsconfig.base.json"),
        compilerOptions,
        files,
        include: [],
      };
      writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
      expect(typeErrorsIn(folder)).toBe("");
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

function typeErrorsIn(folder: string): string {
  try {
    return execFileSync(process.execPath, [TSC, "-p", folder], { encoding: "utf8" });
  } catch (error) {
    return String(Object(error).stdout);
  }
}
