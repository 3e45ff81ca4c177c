import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { LICENCES, licencesOf } from "./bundle-program.ts";
import { reachedTypes } from "./keep-reached-types.ts";
import { libraryEntries } from "./library-entries.ts";

/*
 * `earshot-client`, the package for whoever only asks: the entries of `earshot` that run wherever there are
 * `fetch` and Web Crypto, from the same sources, as a package of its own.
 */
const ROOT = fileURLToPath(new URL("..", import.meta.url));
const NAME = "earshot-client";
/** By their files in `dist/library`, and what each is in the package. */
export const CLIENT_ENTRIES: Readonly<Record<string, string>> = {
  client: ".",
  guard: "./guard",
  bridges: "./bridges",
  "bridges-ai": "./bridges/ai",
  "bridges-claude-agent-sdk": "./bridges/claude-agent-sdk",
  "bridges-langgraph": "./bridges/langgraph",
  "bridges-mastra": "./bridges/mastra",
  "bridges-openai-agents": "./bridges/openai-agents",
  "bridges-restate": "./bridges/restate",
};
/** The first with `AbortSignal.any`. */
const OLDEST_NODE = "20.3";
/** What any Node from there on, and browsers of these years, can read. */
const SYNTAX = "es2022";

const ENTRY = /"earshot\/([\w/-]+)"/g;

const entries = () => libraryEntries().filter(({ name }) => name in CLIENT_ENTRIES);

/** Writes the package into a new folder; with its types if there is a folder of declarations. */
export async function writeClientPackage(folder: string, types?: string): Promise<void> {
  mkdirSync(folder);
  await bundleClient(folder);
  if (types !== undefined) copyTypes(types, join(folder, "types"));
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest(), null, 2)}\n`);
  cpSync(join(ROOT, "LICENSE"), join(folder, "LICENSE"));
  cpSync(join(ROOT, "src", "client", "README.md"), join(folder, "README.md"));
}

async function bundleClient(folder: string): Promise<void> {
  const build = await rolldown({
    cwd: ROOT,
    platform: "neutral",
    resolve: { mainFields: ["module", "main"] },
    input: Object.fromEntries(entries().map(({ name, source }) => [fileOf(name), source])),
    transform: { target: SYNTAX },
    // Nothing is left out of the bundle: whatever only Node has would stay as an import.
    external: (id) => {
      if (id.startsWith("node:")) throw new Error(`${NAME} would need ${id}, which only Node has.`);
      return false;
    },
  });
  const { output } = await build.write({
    dir: folder,
    format: "esm",
    chunkFileNames: "shared-[hash].js",
    comments: { legal: true, annotation: true, jsdoc: false },
  });
  await build.close();
  const chunks = output.filter((one) => one.type === "chunk");
  writeFileSync(join(folder, LICENCES), licencesOf(chunks));
}

const fileOf = (name: string) => (CLIENT_ENTRIES[name] === "." ? "index" : name);

function copyTypes(from: string, to: string): void {
  const files = reachedTypes(
    entries().map(({ types }) => join(from, types)),
    [],
  );
  for (const file of files) {
    const target = join(to, relative(from, file));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, readFileSync(file, "utf8").replaceAll(ENTRY, underThisName));
  }
}

/** What an example imports, by the name of this package. */
function underThisName(said: string, entry: string): string {
  const path = CLIENT_ENTRIES[entry.replaceAll("/", "-")];
  return path === undefined ? said : JSON.stringify(join(NAME, path));
}

function manifest(): object {
  const { version, license, type, sideEffects, repository, homepage, bugs, author } = JSON.parse(
    readFileSync(join(ROOT, "package.json"), "utf8"),
  );
  return {
    name: NAME,
    version,
    description: "Asks people from any agent: the client of Earshot, without its server.",
    license,
    author,
    repository,
    homepage,
    bugs,
    keywords: ["agent", "approval", "human-in-the-loop", "permission", "question"],
    type,
    engines: { node: `>=${OLDEST_NODE}` },
    exports: {
      ...Object.fromEntries(
        entries().map(({ name, types }) => [
          CLIENT_ENTRIES[name],
          { types: `./types/${types}`, default: `./${fileOf(name)}.js` },
        ]),
      ),
      "./package.json": "./package.json",
    },
    sideEffects,
    files: ["*.js", "types", basename(LICENCES)],
  };
}
