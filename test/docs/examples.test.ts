import { execFileSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const SOURCES = globSync("src/**/*.ts", { cwd: ROOT }).filter((file) => !/\.test\./.test(file));
const ENTRIES = entries();
/** Another package's, handed on. */
const FOREIGN = new Set(["z"]);

interface Entry {
  readonly source: string;
  /** What the compiler of a user reads. */
  readonly types: string;
}

/** The names of the package by which users import. */
function entries(): ReadonlyMap<string, Entry> {
  const { name, exports } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const typed = Object.entries(exports).flatMap(([path, target]) => {
    const { types } = Object(target);
    if (typeof types !== "string") return [];
    const source = types.replace("./dist/types/", "src/").replace(".d.ts", ".ts");
    return [[path.replace(/^\./, name), { source, types }] as const];
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

beforeAll(() => {
  execFileSync(process.execPath, [join(ROOT, "scripts/build.ts"), "--if-stale"], { cwd: ROOT });
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
        [...ENTRIES].map(([name, { types }]) => [name, [join(ROOT, types)]]),
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
    const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
    return execFileSync(process.execPath, [tsc, "-p", folder], { encoding: "utf8" });
  } catch (error) {
    return String(Object(error).stdout);
  }
}
